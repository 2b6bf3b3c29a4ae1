/*
 * A POST with an Idempotency-Key is executed once and charged once, however often it is sent:
 *
 * 1. claim  One statement claims the customer's key for this request and process. Parallel requests get
 *    idempotency_in_progress. The key of a dead process that charged nothing can be claimed once its reservations are
 *    gone, so it can no longer charge.
 * 2. execute  The request runs to its end even if its client disconnects. Only a stream ends.
 * 3. record  The answer is stored, sealed, before it is charged.
 * 4. charge  The charge in the ledger makes the stored answer valid, so a crash leaves neither without the other.
 * 5. release  A failure frees the key unless the ledger has a charge. A failure after which the supplier may have done
 *    the work is stored as the answer, so that the work is not bought again.
 *
 * If nothing is charged at once (an image task), the answer is stored as final in the transaction that writes the task.
 * The key of a stream or of an answer above 1 MiB is refused from then on, and so are a customer's oldest keys above 64
 * MiB.
 */
import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { HttpError, readIdempotencyKey, toHttpError } from '@shipyard/http';
import { isDatabaseUnavailable } from '@shipyard/platform/database';
import { uuidv7 } from '@shipyard/platform/ids';
import { beginWork } from '@shipyard/platform/in-flight';
import type { Logger } from '@shipyard/platform/logger';
import { requestContexts } from '@shipyard/platform/request-context';
import { DataSource, type EntityManager } from 'typeorm';
import { HeartbeatsService } from '../processes';
import { CONFIG, type GatewayConfig, LOGGER } from '../config';
import type { Caller } from '../keys';
import { toCnyNumber } from '../money';
import { customerErrorFormat } from '../v1';
import { type KeyClaim, type KeyedCall, KeyedCalls, type KeyClaimResult } from './keyed-calls';
import { inProgress, keyReused } from './idempotency.errors';

export interface IdempotencyRecorder {
  /** For answers that are not stored: call it after the hold, before any work. Throws if the key was lost. */
  confirm(): Promise<void>;
  /** Call it before the charge. A replay takes `usage.cost_cny` from the ledger. Throws if the key was lost. */
  record(answer: object): Promise<void>;
  /** For answers that are not charged at once: stores the final answer in the transaction of the work. */
  recordWithin(manager: EntityManager, answer: object): Promise<void>;
}

interface StoredFailure {
  failure: {
    code: string;
    status: number;
    type?: string;
    message: string;
    param?: string;
    headers: Record<string, string>;
  };
}

interface PendingFailure {
  call: KeyedCall;
  claim: KeyClaim;
  failure: StoredFailure;
}

/** Postgres may still execute a statement that timed out, so its claim is released again for this long. */
const RELEASED_FOR_MS = 15 * 60_000;

@Injectable()
export class IdempotencyService {
  private readonly calls: KeyedCalls;
  private readonly leftovers = new Map<string, number>();
  private readonly pendingFailures = new Map<string, PendingFailure>();

  constructor(
    dataSource: DataSource,
    heartbeats: HeartbeatsService,
    @Inject(CONFIG) config: GatewayConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.calls = new KeyedCalls(
      dataSource,
      config.GATEWAY_MASTER_KEYS,
      heartbeats.processId,
      config.PROCESS_DEAD_AFTER_SECONDS,
    );
    heartbeats.onHeartbeat(() => this.endLeftovers());
  }

  /** Returns null if the request was executed now, else the stored answer. `execute` gets null without a key. */
  async once(
    caller: Pick<Caller, 'customerId' | 'requestId'>,
    request: Pick<IncomingMessage, 'headers' | 'url'> & { originalUrl?: string },
    body: unknown,
    execute: (recorder: IdempotencyRecorder | null) => Promise<void>,
  ): Promise<unknown> {
    const idempotencyKey = readIdempotencyKey(request.headers);
    if (idempotencyKey === null) {
      await execute(null);
      return null;
    }
    return requestContexts.run({ requestId: caller.requestId }, () =>
      this.onceByKey(caller, idempotencyKey, request, body, execute),
    );
  }

  private async onceByKey(
    { customerId, requestId }: Pick<Caller, 'customerId' | 'requestId'>,
    idempotencyKey: string,
    request: Pick<IncomingMessage, 'url'> & { originalUrl?: string },
    body: unknown,
    execute: (recorder: IdempotencyRecorder) => Promise<void>,
  ): Promise<unknown> {
    const call = { customerId, idempotencyKey, requestId, url: request.originalUrl ?? request.url ?? '', body };
    const result = await this.claimKey(call);
    switch (result.kind) {
      case 'reused':
        throw keyReused();
      case 'running':
        throw inProgress();
      case 'done':
        if (result.answer === null) throw keyReused();
        return readAnswer(result.answer, result.chargedNano);
      case 'mine':
        await this.execute(call, result, execute);
        return null;
    }
  }

  private async claimKey(call: KeyedCall): Promise<KeyClaimResult> {
    const claimId = uuidv7();
    try {
      return await this.calls.claimKey(call, claimId);
    } catch (error) {
      // Postgres may have written the claim before it went away, and this process would then own it forever.
      this.leave(claimId);
      throw error;
    }
  }

  private async execute(
    call: KeyedCall,
    claim: KeyClaim,
    execute: (recorder: IdempotencyRecorder) => Promise<void>,
  ): Promise<void> {
    // If the client disconnects, the process must still wait for the end.
    const endWork = beginWork();
    const record = async (answer: object, isFinal: boolean, manager?: EntityManager) => {
      if (!(await this.calls.record(call, claim, answer, isFinal, manager))) throw inProgress();
    };
    try {
      await execute({
        confirm: async () => {
          if (!(await this.calls.isMine(claim))) throw inProgress();
        },
        record: (answer) => record(answer, false),
        recordWithin: (manager, answer) => record(answer, true, manager),
      });
    } catch (error) {
      await this.endFailed(call, claim, error);
      throw error;
    } finally {
      endWork();
    }
    await this.release(claim.claimId);
    await this.calls
      .trim(call.customerId)
      .catch((err: unknown) => this.logger.warn({ err }, 'A customer may have more stored responses than allowed'));
  }

  private async endFailed(call: KeyedCall, claim: KeyClaim, error: unknown): Promise<void> {
    const failure = toHttpError(error, customerErrorFormat);
    if (isOutcomeUnknown(failure)) {
      await this.recordFailure({ call, claim, failure: toStoredFailure(failure) });
    } else if (isDatabaseUnavailable(failure.cause)) {
      // The charge may still be committed.
      this.leave(claim.claimId);
    } else {
      await this.release(claim.claimId);
    }
  }

  /** Never fails: it is retried after a heartbeat. A release could buy the work again. */
  private async recordFailure(pending: PendingFailure): Promise<void> {
    try {
      await this.calls.record(pending.call, pending.claim, pending.failure, true);
      this.pendingFailures.delete(pending.claim.claimId);
    } catch (error) {
      this.pendingFailures.set(pending.claim.claimId, pending);
      this.warn(error);
    }
  }

  /** Never fails: it is retried after a heartbeat. */
  private async release(claimId: string): Promise<void> {
    try {
      await this.calls.release([claimId]);
    } catch (error) {
      this.leave(claimId);
      this.warn(error);
    }
  }

  private leave(claimId: string): void {
    this.leftovers.set(claimId, performance.now() + RELEASED_FOR_MS);
  }

  private async endLeftovers(): Promise<void> {
    for (const pending of [...this.pendingFailures.values()]) await this.recordFailure(pending);
    if (this.leftovers.size === 0) return;
    const leftovers = [...this.leftovers];
    await this.calls.release(leftovers.map(([claimId]) => claimId));
    for (const [claimId, until] of leftovers) if (performance.now() >= until) this.leftovers.delete(claimId);
  }

  private warn(cause: unknown): void {
    this.logger.warn({ err: cause }, 'The outcome of a request was not stored under its Idempotency-Key');
  }
}

/** Headers of a replay. It charges nothing, so it names no cost. */
export const replayHeaders = { 'idempotency-replayed': 'true' };

/** Clients are told not to retry a 5xx exactly if a retry could buy the same work twice. */
const isOutcomeUnknown = ({ row, particulars }: HttpError) =>
  row.status >= 500 && particulars.headers?.['x-should-retry'] === 'false';

function toStoredFailure({ code, row, message, particulars: { param, headers = {} } }: HttpError): StoredFailure {
  return { failure: { code, status: row.status, type: row.type, message, param, headers } };
}

function readAnswer(text: string, chargedNano: bigint | null): object {
  const answer = JSON.parse(text) as StoredFailure | { failure?: undefined; usage?: { cost_cny?: number } };
  if (answer.failure) {
    const { code, status, type, message, param, headers } = answer.failure;
    throw new HttpError(code, { status, type, message }, { param, headers: { ...headers, ...replayHeaders } });
  }
  return chargedNano === null || !answer.usage
    ? answer
    : { ...answer, usage: { ...answer.usage, cost_cny: toCnyNumber(chargedNano) } };
}
