import type { LossesView } from './ledger.view';
import { Injectable } from '@nestjs/common';
import { LongReads, REPORT_LIMIT_MS } from '../database/long-reads';
import { formatCny } from '../money';
import type { LossReason } from './loss-reason';

export const LOSS_GROUPS = ['day', 'customer', 'key', 'model', 'route', 'reason'] as const;
export type LossGroup = (typeof LOSS_GROUPS)[number];

type LossRow = {
  day: string | null;
  customer: string | null;
  key: string | null;
  model: string | null;
  route: string | null;
  reason: LossReason;
  requests: number;
  loss_nano: string;
  supplier_cost_nano: string;
};

@Injectable()
export class LossesService {
  constructor(private readonly longReads: LongReads) {}

  async sum(from: Date, to: Date, groups: readonly LossGroup[]): Promise<LossesView[]> {
    const values = [from, to, ...LOSS_GROUPS.map((group) => groups.includes(group))];
    const rows = await this.longReads.read({ limitMs: REPORT_LIMIT_MS }, (ask) => ask<LossRow>(SUM, values));
    return rows.map((row) => ({
      ...(groups.includes('day') && { day: row.day ?? '' }),
      ...(groups.includes('customer') && { customer_id: row.customer ?? '' }),
      ...(groups.includes('key') && { key_id: row.key }),
      ...(groups.includes('model') && { model: row.model }),
      ...(groups.includes('route') && { route_id: row.route }),
      ...(groups.includes('reason') && { reason: row.reason }),
      requests: row.requests,
      loss_cny: formatCny(BigInt(row.loss_nano)),
      supplier_cost_cny: formatCny(BigInt(row.supplier_cost_nano)),
    }));
  }
}

// A loss has two rows; the one of the revenue account counts. Rows without a reason are told apart by amount.
const SUM = `
  WITH named AS (
    SELECT CASE WHEN $3 THEN to_char(entry.created_at AT TIME ZONE customers.time_zone, 'YYYY-MM-DD') END AS day,
      CASE WHEN $4 THEN entry.customer_id END AS customer, CASE WHEN $5 THEN entry.key_id END AS key,
      CASE WHEN $6 THEN entry.model END AS model, CASE WHEN $7 THEN entry.route_id END AS route,
      CASE WHEN $8 THEN COALESCE(entry.reason, CASE WHEN entry.amount_nano = 0 THEN 'undelivered' ELSE 'over_hold' END) END AS reason,
      entry.amount_nano, entry.supplier_cost_nano
    FROM ledger_entries entry JOIN customers ON customers.id = entry.customer_id
    WHERE entry.created_at >= $1 AND entry.created_at < $2 AND entry.kind = 'loss' AND entry.account = 'revenue'
  )
  SELECT day, customer, key, model, route, reason, count(*)::int AS requests, COALESCE(sum(amount_nano), 0)::text AS loss_nano,
    COALESCE(sum(supplier_cost_nano), 0)::text AS supplier_cost_nano
  FROM named GROUP BY day, customer, key, model, route, reason
  ORDER BY day DESC, sum(amount_nano) DESC, count(*) DESC, customer, key, model, route, reason`;
