/*
 * The log of /v1 requests, written off the request's path:
 *
 * 1. annotate  While a request runs, services annotate its id: its key, its model, what a route did.
 * 2. end  When the response is complete or the client has left, a row goes into a bounded buffer, and the metrics count
 *    it.
 * 3. flush  The buffer is written every half second, when it is full, and on shutdown. A killed process loses its rows.
 *    While Postgres is away, rows that do not fit are dropped and counted. Charges are in the ledger, not here.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { poolOf } from '@shipyard/platform/database';
import type { Logger } from '@shipyard/platform/logger';
import { DataSource } from 'typeorm';
import { LOGGER } from '../config';
import { PreparedStatements } from '../database/prepared-statements';
import { endpointOf } from './endpoint';
import { countRequest, droppedRows } from './requests.metrics';

const FLUSH_EVERY_MS = 500;
const FLUSHED_AT_ONCE = 1_000;
const MOST_WAITING = 20_000;
const RUNNING = 'running';
const NOT_ASKED = new Set(['open', 'busy', 'keys_resting']);
/** Bounds annotations that came after the end of their request. */
const MAX_ANNOTATED = 20_000;

export interface TraceStep {
  route_id: string;
  supplier_id: string;
  /**
   * `answered`, `left` (by the client), `running` (continued after the client left), a failure (timeout, failed,
   * refused, content, context, internal), or why the route was skipped (open, busy, keys_resting).
   */
  outcome: string;
  ms: number;
  /** Parameters that the route left out, if there were any. */
  ignored_parameters?: readonly string[];
}

export interface RequestAnnotations {
  customerId?: string;
  keyId?: string;
  /** A model of the catalog. Names that customers invent are left out, because this becomes a label. */
  model?: string;
  code?: string | undefined;
  firstByteAt?: number;
}

class AnnotatedRequest implements RequestAnnotations {
  customerId: string | undefined;
  keyId: string | undefined;
  model: string | undefined;
  code: string | undefined;
  firstByteAt: number | undefined;
  readonly trace: TraceStep[] = [];
}

export interface AskedRoute {
  routeId: string;
  supplierId: string;
  /** The parameters that it left out. */
  ignored?: readonly string[];
}

export class Attempt {
  private readonly startedAt = performance.now();
  private readonly step: TraceStep;

  constructor(
    private readonly annotations: AnnotatedRequest,
    { routeId, supplierId, ignored = [] }: AskedRoute,
  ) {
    this.step = { route_id: routeId, supplier_id: supplierId, outcome: RUNNING, ms: 0 };
    if (ignored.length > 0) this.step.ignored_parameters = ignored;
    annotations.trace.push(this.step);
  }

  produced(): void {
    this.annotations.firstByteAt ??= performance.now();
  }

  /** Only the first call counts. */
  ended(outcome: string): void {
    if (this.step.outcome !== RUNNING) return;
    this.step.outcome = outcome;
    this.step.ms = Math.round(performance.now() - this.startedAt);
  }
}

export interface RequestRow {
  request_id: string;
  /** Milliseconds since 1970. */
  at: number;
  customer_id: string | undefined;
  key_id: string | undefined;
  model: string | undefined;
  route_id: string | undefined;
  endpoint: string;
  status: number;
  code: string | undefined;
  latency_ms: number;
  first_byte_ms: number | undefined;
  trace: TraceStep[];
}

@Injectable()
export class RequestLogService implements OnApplicationShutdown {
  private readonly statements: PreparedStatements;
  private readonly annotated = new Map<string, AnnotatedRequest>();
  private readonly waiting: RequestRow[] = [];
  private timer: NodeJS.Timeout | undefined;
  private flushing: Promise<void> | undefined;
  private isFailing = false;

  constructor(
    dataSource: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.statements = new PreparedStatements(() => poolOf(dataSource));
  }

  watch(server: Server): void {
    server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
      const endpoint = endpointOf(request);
      if (endpoint === null) return;
      const at = Date.now();
      const startedAt = performance.now();
      response.once('close', () => this.end(endpoint, response, at, startedAt));
    });
    this.timer = setInterval(() => this.beginFlush(), FLUSH_EVERY_MS);
    this.timer.unref();
  }

  /** Runs after the last request in flight. */
  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.flushing;
    while (this.waiting.length > 0 && !this.isFailing) await this.flush();
  }

  annotate(requestId: string, annotations: RequestAnnotations): void {
    Object.assign(this.annotationsOf(requestId), annotations);
  }

  attempt(requestId: string, route: AskedRoute): Attempt {
    return new Attempt(this.annotationsOf(requestId), route);
  }

  skipRoute(requestId: string, { routeId, supplierId }: { routeId: string; supplierId: string }, why: string): void {
    this.annotationsOf(requestId).trace.push({ route_id: routeId, supplier_id: supplierId, outcome: why, ms: 0 });
  }

  private annotationsOf(requestId: string): AnnotatedRequest {
    const known = this.annotated.get(requestId);
    if (known) return known;
    const annotations = new AnnotatedRequest();
    this.annotated.set(requestId, annotations);
    if (this.annotated.size > MAX_ANNOTATED) {
      const [oldest] = this.annotated.keys();
      if (oldest !== undefined) this.annotated.delete(oldest);
    }
    return annotations;
  }

  private end(endpoint: string, response: ServerResponse, at: number, startedAt: number): void {
    const requestId = response.getHeader('x-request-id');
    if (typeof requestId !== 'string') return;
    const latencyMs = Math.round(performance.now() - startedAt);
    const annotations = this.annotationsOf(requestId);
    const { trace } = annotations;
    this.annotated.delete(requestId);
    const row: RequestRow = {
      request_id: requestId,
      at,
      customer_id: annotations.customerId,
      key_id: annotations.keyId,
      model: annotations.model,
      route_id: trace.findLast(({ outcome }) => !NOT_ASKED.has(outcome))?.route_id,
      endpoint,
      status: response.writableFinished ? response.statusCode : 499,
      code: response.failure?.code ?? annotations.code,
      latency_ms: latencyMs,
      first_byte_ms: response.headersSent
        ? Math.round((annotations.firstByteAt ?? startedAt + latencyMs) - startedAt)
        : undefined,
      // The same list, so that a call that ends after the client left is still recorded.
      trace,
    };
    countRequest(row);
    if (this.waiting.length >= MOST_WAITING) {
      droppedRows.inc();
      return;
    }
    this.waiting.push(row);
    // Rows that wait long make garbage collection more expensive.
    if (this.waiting.length === FLUSHED_AT_ONCE && !this.isFailing) this.beginFlush();
  }

  private beginFlush(): void {
    this.flushing ??= this.flush().finally(() => (this.flushing = undefined));
  }

  /** Writes only the waiting rows, or small statements would follow each other without a pause. Never fails. */
  private async flush(): Promise<void> {
    try {
      for (let left = this.waiting.length; left > 0; left -= FLUSHED_AT_ONCE) {
        const rows = this.waiting.slice(0, Math.min(left, FLUSHED_AT_ONCE));
        await this.statements.query(WRITE, [JSON.stringify(rows)]);
        this.waiting.splice(0, rows.length);
        this.isFailing = false;
      }
    } catch (error) {
      if (!this.isFailing) this.logger.warn({ err: error }, 'The request log cannot be written, and will be retried');
      this.isFailing = true;
    }
  }
}

const WRITE = `
  INSERT INTO request_log
  SELECT request_id, to_timestamp(at / 1000.0), customer_id, key_id, model, route_id, endpoint, status, code, latency_ms, first_byte_ms, trace
  FROM json_to_recordset($1::json) AS row (
    request_id uuid, at bigint, customer_id uuid, key_id uuid, model text, route_id uuid, endpoint text, status smallint, code text,
    latency_ms integer, first_byte_ms integer, trace jsonb
  ) ON CONFLICT (at, request_id) DO NOTHING`;
