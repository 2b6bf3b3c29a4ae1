import { sweeper } from '@shipyard/platform/sweep';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LongReads } from '../database/long-reads';
import { sumSealedDays } from '../database/sealed-days';
import { fromRows, SUM_USAGE, type UsageRow, usageToStore } from './sum-usage';

const LIMIT_MS = 10 * 60_000;

/** Stores the sums of usage of sealed days, which no longer change. Several workers may run it. */
@Injectable()
export class UsageDays {
  constructor(
    private readonly dataSource: DataSource,
    private readonly longReads: LongReads,
  ) {}

  sum(signal: AbortSignal): Promise<void> {
    return sumSealedDays(this.dataSource, 'usage_days', signal, async ({ day, starts_at, ends_at }) => {
      const rows = await this.longReads.read({ limitMs: LIMIT_MS, signal }, (ask) =>
        ask<UsageRow>(SUM_USAGE, fromRows(starts_at, ends_at)),
      );
      await this.dataSource.query(STORE, [day, JSON.stringify(rows)]);
    });
  }
}

export const usageDaysSweeper = sweeper({
  name: 'days of usage to sum',
  everyMs: 10 * 60_000,
  inject: [UsageDays],
  sweep: (days, signal) => days.sum(signal),
});

/** Another worker may have stored the day. */
const STORE = `
  WITH claimed AS (
    INSERT INTO usage_days (day) VALUES ($1::date) ON CONFLICT DO NOTHING RETURNING day
  )
  INSERT INTO usage_day_sums ${usageToStore('day', '$2')}`;
