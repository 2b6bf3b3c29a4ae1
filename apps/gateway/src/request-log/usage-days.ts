import { sweeper } from '@shipyard/platform/sweep';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LongReads } from '../database/long-reads';
import { SUM_USAGE, USAGE_GROUPS, type UsageRow } from './usage.service';

const LIMIT_MS = 10 * 60_000;

/** Stores the sums of usage of sealed days, which no longer change. Several workers may run it. */
@Injectable()
export class UsageDays {
  constructor(
    private readonly dataSource: DataSource,
    private readonly longReads: LongReads,
  ) {}

  async sum(signal: AbortSignal): Promise<void> {
    for (let next = await this.next(); next && !signal.aborted; next = await this.next()) {
      const values = [
        next.starts_at,
        next.ends_at,
        ...USAGE_GROUPS.map(() => true),
        null,
        next.ends_at,
        next.ends_at,
        null,
        null,
        null,
        true,
      ];
      const rows = await this.longReads.read({ limitMs: LIMIT_MS, signal }, (ask) => ask<UsageRow>(SUM_USAGE, values));
      await this.dataSource.query(STORE, [next.day, JSON.stringify(rows)]);
    }
  }

  private async next(): Promise<{ day: string; starts_at: Date; ends_at: Date } | undefined> {
    const [next] = await this.dataSource.query<{ day: string; starts_at: Date; ends_at: Date }[]>(NEXT);
    return next;
  }
}

export const usageDaysSweeper = sweeper({
  name: 'days of usage to sum',
  everyMs: 10 * 60_000,
  inject: [UsageDays],
  sweep: (days, signal) => days.sum(signal),
});

/** Days follow each other, as their seals do. */
const NEXT = `
  SELECT to_char(day, 'YYYY-MM-DD') AS day, day::timestamp AT TIME ZONE 'UTC' AS starts_at, (day + 1)::timestamp AT TIME ZONE 'UTC' AS ends_at
  FROM ledger_seals WHERE day > COALESCE((SELECT max(day) FROM usage_days), '-infinity') ORDER BY day LIMIT 1`;

/** Another worker may have stored the day. */
const STORE = `
  WITH claimed AS (
    INSERT INTO usage_days (day) VALUES ($1::date) ON CONFLICT DO NOTHING RETURNING day
  )
  INSERT INTO usage_day_sums (day, local_day, customer_id, key_id, model, route_id, requests, errors, units, latencies, cost_nano, supplier_cost_nano)
  SELECT claimed.day, sums.day, customer, key, model, route, requests, errors, COALESCE(units, '{}'), COALESCE(latencies, '{}'), cost_nano, supplier_cost_nano
  FROM claimed CROSS JOIN jsonb_to_recordset($2::jsonb) AS sums (day text, customer uuid, key uuid, model text, route uuid, requests integer,
    errors integer, units jsonb, latencies jsonb, cost_nano bigint, supplier_cost_nano bigint)`;
