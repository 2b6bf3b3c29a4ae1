import { Injectable } from '@nestjs/common';
import { LongReads, REPORT_LIMIT_MS } from '../database/long-reads';
import { formatCny } from '../money';
import { latencyAt } from './latency';
import type { UsageView } from './request.view';
import { SUM_USAGE, type UsageGroup, usageParameters, type UsageRow, type Whose } from './sum-usage';
import { coveredBy, type RunRow, RUNS } from './usage-coverage';

/** Usage without its units, whose sums are most of the work. */
export type UsageFigures = Omit<UsageView, 'units'>;

/** How long answers took on a day, to a few percent. Null if there was none, or if nobody measured. */
export type UsageDay = UsageFigures & { latency: { p50Ms: number; p95Ms: number } | null };

interface Asked {
  groups: readonly UsageGroup[];
  whose: Whose;
  hasUnits: boolean;
  hasLatencies: boolean;
}

/**
 * Requests come from the request log, charges from the ledger. A refund lowers the cost of the day on which it was made.
 * A task is charged to its own key. Sealed days and hours that are over come from
 * their stored sums (usage-days.ts, usage-hours.ts), so a report reads rows of the last hour and of parts of hours only.
 */
@Injectable()
export class UsageService {
  constructor(private readonly longReads: LongReads) {}

  /** `from` is inclusive, `to` is exclusive. */
  async sum(from: Date, to: Date, groups: readonly UsageGroup[], whose: Whose = {}): Promise<UsageView[]> {
    const rows = await this.read(from, to, { groups, whose, hasUnits: true, hasLatencies: false });
    return rows.map((row) => ({ ...toFigures(row, groups), units: row.units ?? {} }));
  }

  async sumFigures(from: Date, to: Date, groups: readonly UsageGroup[], whose: Whose = {}): Promise<UsageFigures[]> {
    const rows = await this.read(from, to, { groups, whose, hasUnits: false, hasLatencies: false });
    return rows.map((row) => toFigures(row, groups));
  }

  /** The figures of each day, and how long its answers took. */
  async sumDays(from: Date, to: Date, whose: Whose = {}): Promise<UsageDay[]> {
    const rows = await this.read(from, to, { groups: ['day'], whose, hasUnits: false, hasLatencies: true });
    return rows.map((row) => {
      const [p50Ms, p95Ms] = [latencyAt(row.latencies ?? {}, 0.5), latencyAt(row.latencies ?? {}, 0.95)];
      return { ...toFigures(row, ['day']), latency: p50Ms === null || p95Ms === null ? null : { p50Ms, p95Ms } };
    });
  }

  private read(from: Date, to: Date, asked: Asked): Promise<UsageRow[]> {
    return this.longReads.read({ limitMs: REPORT_LIMIT_MS }, async (ask) => {
      const covered = coveredBy(await ask<RunRow>(RUNS, [from, to]), to);
      return ask<UsageRow>(SUM_USAGE, usageParameters({ from, to, covered }, asked));
    });
  }
}

const toFigures = (row: UsageRow, groups: readonly UsageGroup[]): UsageFigures => ({
  ...(groups.includes('day') && { day: row.day ?? '' }),
  ...(groups.includes('customer') && { customer_id: row.customer ?? '' }),
  ...(groups.includes('key') && { key_id: row.key }),
  ...(groups.includes('model') && { model: row.model }),
  ...(groups.includes('route') && { route_id: row.route }),
  requests: row.requests,
  errors: row.errors,
  cost_cny: formatCny(BigInt(row.cost_nano)),
  supplier_cost_cny: formatCny(BigInt(row.supplier_cost_nano)),
});
