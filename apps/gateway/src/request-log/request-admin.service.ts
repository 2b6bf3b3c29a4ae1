import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LongReads, REPORT_LIMIT_MS } from '../database/long-reads';
import { LAST_DATE_MS, requestTimeMs } from '../database/request-time';
import { formatCny } from '../money';
import { BASE_LIST_NAME } from '../unit-types';
import type { RequestView } from './request.view';

export interface RequestFilter {
  customerId?: string;
  keyId?: string;
  model?: string;
  status?: number;
  code?: string;
  endpoint?: string;
  /** Only those that were answered with an error. */
  isFailed?: boolean;
  from?: Date;
  to?: Date;
  after?: { createdAt: string; entryId: string };
  limit: number;
}

interface ReadRow extends Omit<RequestView, 'usage' | 'cost_cny' | 'refunded_cny' | 'price_list'> {
  lines: { unit_type: string; units: number; price_list?: string }[] | null;
  charged_nano: string | null;
  refunded_nano: string | null;
}

const DAY_MS = 86_400_000;

@Injectable()
export class RequestAdminService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly longReads: LongReads,
  ) {}

  async list(filter: RequestFilter): Promise<{ items: RequestView[]; next: RequestFilter['after'] | null }> {
    const values = [
      filter.customerId ?? null,
      filter.keyId ?? null,
      filter.model ?? null,
      filter.status ?? null,
      filter.code ?? null,
      filter.from ?? null,
      filter.to ?? null,
      filter.after?.createdAt ?? null,
      filter.after?.entryId ?? null,
      filter.limit + 1,
      filter.isFailed ?? false,
      filter.endpoint ?? null,
    ];
    const rows = await this.longReads.read({ limitMs: REPORT_LIMIT_MS }, (ask) => ask<ReadRow>(LIST, values));
    const page = rows.slice(0, filter.limit);
    const last = page.at(-1);
    return {
      items: page.map(toRequestView),
      next: rows.length > page.length && last ? { createdAt: last.at, entryId: last.request_id } : null,
    };
  }

  async find(requestId: string): Promise<RequestView | null> {
    const { from, to } = loggedAround(requestId);
    const [row] = await this.dataSource.query<ReadRow[]>(FIND, [requestId, from, to]);
    return row ? toRequestView(row) : null;
  }
}

function toRequestView({ lines, charged_nano, refunded_nano, trace, ...row }: ReadRow): RequestView {
  return {
    ...row,
    usage: lines && Object.fromEntries(lines.map(({ unit_type, units }) => [unit_type, units])),
    cost_cny: charged_nano === null ? null : formatCny(BigInt(charged_nano)),
    refunded_cny: refunded_nano === null ? null : formatCny(BigInt(refunded_nano)),
    price_list: lines?.[0] ? (lines[0].price_list ?? BASE_LIST_NAME) : null,
    trace,
  };
}

/** Clocks differ by less than a day. */
function loggedAround(requestId: string): { from: Date; to: Date } {
  const madeMs = requestTimeMs(requestId);
  return madeMs === null
    ? { from: new Date(0), to: new Date(LAST_DATE_MS) }
    : { from: new Date(madeMs - DAY_MS), to: new Date(madeMs + DAY_MS) };
}

// With milliseconds, a page could start inside the millisecond in which the previous one ended.
const columnsOf = (logged: string) => `
  SELECT log.request_id, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at, log.customer_id, log.key_id, endpoint,
  COALESCE(log.model, charge.model) AS model, status, code, latency_ms, first_byte_ms, trace, charge.lines, (-charge.amount_nano)::text AS charged_nano,
  (SELECT sum(amount_nano)::text FROM refunds WHERE refunds.request_id = log.request_id::text) AS refunded_nano
  FROM (${logged}) AS log
    LEFT JOIN ledger_keys key ON key.subject = log.request_id::text AND key.kind = 'charge'
    LEFT JOIN ledger_entries charge
      ON charge.created_at = key.created_at AND charge.request_id = key.subject AND charge.account = 'customer' AND charge.kind = 'charge'
  ORDER BY log.at DESC, log.request_id DESC`;

const FIND = columnsOf('SELECT * FROM request_log WHERE request_id = $1 AND at >= $2 AND at < $3');

const LIST = columnsOf(`
  SELECT * FROM request_log log
  WHERE ($1::uuid IS NULL OR log.customer_id = $1) AND ($2::uuid IS NULL OR log.key_id = $2) AND ($3::text IS NULL OR log.model = $3)
    AND ($4::int IS NULL OR status = $4) AND ($5::text IS NULL OR code = $5)
    AND ($6::timestamptz IS NULL OR at >= $6) AND ($7::timestamptz IS NULL OR at < $7)
    AND ($8::timestamptz IS NULL OR at <= $8 AND (at, log.request_id) < ($8, $9::uuid))
    AND (NOT $11::boolean OR status >= 400) AND ($12::text IS NULL OR endpoint = $12)
  ORDER BY log.at DESC, log.request_id DESC LIMIT $10`);
