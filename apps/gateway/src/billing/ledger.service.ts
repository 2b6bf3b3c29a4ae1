import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { LongReads, REPORT_LIMIT_MS } from '../database/long-reads';
import { requestTimeMs } from '../database/request-time';
import { formatCny } from '../money';
import { BASE_LIST_NAME } from '../unit-types';
import type { LedgerLine } from './charge';
import type { LedgerEntryView } from './ledger.view';

export interface LedgerFilter {
  customerId?: string;
  requestId?: string;
  from?: Date;
  to?: Date;
  after?: { createdAt: string; entryId: string };
  limit: number;
}

interface LedgerRow extends Omit<LedgerEntryView, 'amount_cny' | 'lines' | 'supplier_cost_cny'> {
  amount_nano: string;
  lines: LedgerLine[];
  supplier_cost_nano: string | null;
}

interface LedgerPage {
  entries: LedgerEntryView[];
  next: LedgerFilter['after'] | null;
}

@Injectable()
export class LedgerService {
  constructor(private readonly longReads: LongReads) {}

  async list(filter: LedgerFilter): Promise<LedgerPage> {
    const values = toValues(filter);
    return toPage(
      await this.longReads.read({ limitMs: REPORT_LIMIT_MS }, (ask) => ask<LedgerRow>(LIST, values)),
      filter.limit,
    );
  }

  /** When the first of the matching rows was written. Null if there is none, or if they are of one request. */
  async findOldest({ customerId, requestId, from, to }: Omit<LedgerFilter, 'limit'>): Promise<Date | null> {
    if (requestId !== undefined) return null;
    const values = [customerId ?? null, from ?? null, to ?? null];
    const [oldest] = await this.longReads.read({ limitMs: REPORT_LIMIT_MS }, (ask) =>
      ask<{ created_at: Date }>(FIND_OLDEST, values),
    );
    return oldest?.created_at ?? null;
  }

  async findCredit(manager: EntityManager, requestId: string): Promise<LedgerEntryView | null> {
    const [row] = await manager.query<LedgerRow[]>(FIND_CREDIT, [requestId]);
    return row ? toLedgerEntryView(row) : null;
  }

  async findRefund(manager: EntityManager, requestId: string, refundId: string): Promise<LedgerEntryView | null> {
    const [row] = await manager.query<LedgerRow[]>(FIND_REFUND, [requestId, refundId]);
    return row ? toLedgerEntryView(row) : null;
  }

  /** Yields all matching entries page by page, to bound memory. */
  async *pages(filter: Omit<LedgerFilter, 'after'>): AsyncGenerator<LedgerEntryView[]> {
    for (let after: LedgerFilter['after'] | null = undefined; after !== null;) {
      const page: LedgerPage = await this.list({ ...filter, after });
      yield page.entries;
      after = page.next;
    }
  }
}

function toValues({ customerId, requestId, from, to, after, limit }: LedgerFilter): unknown[] {
  return [
    customerId ?? null,
    requestId ?? null,
    from ?? null,
    to ?? null,
    after?.createdAt ?? null,
    after?.entryId ?? null,
    limit + 1,
    ...forgottenSpan(requestId),
  ];
}

const DAY_MS = 86_400_000;
/** As forget_ledger_keys has it. */
const KEYS_KEPT_MS = 400 * DAY_MS;

/** When the rows of a request may be written whose key may be forgotten: soon after it. Clocks differ by less than a day. */
function forgottenSpan(requestId: string | undefined): [from: Date | null, to: Date | null] {
  const madeMs = requestId === undefined ? null : requestTimeMs(requestId);
  return madeMs === null || madeMs > Date.now() - KEYS_KEPT_MS + DAY_MS
    ? [null, null]
    : [new Date(madeMs - DAY_MS), new Date(madeMs + 3 * DAY_MS)];
}

function toPage(rows: LedgerRow[], limit: number): LedgerPage {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    entries: page.map(toLedgerEntryView),
    next: rows.length > page.length && last ? { createdAt: last.created_at, entryId: last.id } : null,
  };
}

function toLedgerEntryView({ amount_nano, lines, supplier_cost_nano, route_id, ...row }: LedgerRow): LedgerEntryView {
  return {
    ...row,
    amount_cny: formatCny(BigInt(amount_nano)),
    lines: lines.map(({ unit_type, units, unit_price_nano, amount_nano: lineNano, ...terms }) => ({
      unit_type,
      units,
      unit_price_cny: formatCny(BigInt(unit_price_nano)),
      amount_cny: formatCny(BigInt(lineNano)),
      price_list: BASE_LIST_NAME,
      ...terms,
    })),
    route_id,
    supplier_cost_cny: supplier_cost_nano === null ? null : formatCny(BigInt(supplier_cost_nano)),
  };
}

// With milliseconds, a page could start inside the millisecond in which the previous one ended.
const COLUMNS = `
  id, to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS created_at, request_id, task_id, customer_id, key_id,
  model, account, kind, amount_nano::text, lines, route_id, supplier_cost_nano::text`;

const FIND_CREDIT = `
  SELECT ${COLUMNS} FROM ledger_entries
  WHERE created_at = ANY (ARRAY(SELECT created_at FROM ledger_keys WHERE subject = $1)) AND request_id = $1
    AND account = 'customer' AND kind IN ('credit', 'adjustment')`;

const FIND_REFUND = `
  SELECT ${COLUMNS} FROM ledger_entries
  WHERE created_at = (SELECT created_at FROM ledger_keys WHERE subject = $1 AND kind = 'refund ' || $2::text) AND request_id = $1
    AND account = 'customer' AND refund_id = $2::text::uuid`;

const FIND_OLDEST = `
  SELECT created_at FROM ledger_entries entry
  WHERE ($1::uuid IS NULL OR customer_id = $1)
    AND ($2::timestamptz IS NULL OR entry.created_at >= $2) AND ($3::timestamptz IS NULL OR entry.created_at < $3)
  ORDER BY entry.created_at, entry.id LIMIT 1`;

// The table name makes ORDER BY use the index. A row comparison alone would prune no partitions.
const LIST = `
  SELECT ${COLUMNS}
  FROM ledger_entries entry
  WHERE ($1::uuid IS NULL OR customer_id = $1) AND (
      $2::text IS NULL OR request_id = $2 AND (
        entry.created_at = ANY (ARRAY(SELECT key.created_at FROM ledger_keys key WHERE key.subject = $2))
        OR entry.created_at >= $8::timestamptz AND entry.created_at < $9::timestamptz
      )
    )
    AND ($3::timestamptz IS NULL OR entry.created_at >= $3) AND ($4::timestamptz IS NULL OR entry.created_at < $4)
    AND ($5::timestamptz IS NULL OR entry.created_at <= $5 AND (entry.created_at, id) < ($5, $6::uuid))
  ORDER BY entry.created_at DESC, entry.id DESC LIMIT $7`;
