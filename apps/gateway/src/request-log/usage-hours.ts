/*
 * Sums the usage of hours that are over, so that a report reads the rows of an hour at most. Several workers may do it,
 * and rows may come late, but no sum lacks one:
 *
 * 1. mark     The hours that ended five minutes ago. Who writes a row into one later deletes the mark, and its sums with
 *             it (the triggers of SumUsageByHour).
 * 2. horizon  A later transaction notes the next transaction number. A write that did not see the mark has a smaller one.
 * 3. sum      When all transactions with a smaller number have ended, one snapshot has their rows.
 * 4. store    Only under the same horizon: a mark that was deleted and made again has another one.
 *
 * The newest hours come first, because they are what pages show.
 */
import { Injectable } from '@nestjs/common';
import { sweeper } from '@shipyard/platform/sweep';
import { DataSource } from 'typeorm';
import { LongReads } from '../database/long-reads';
import { fromRows, SUM_USAGE, type UsageRow, usageToStore } from './sum-usage';

const LIMIT_MS = 60_000;

interface Hour {
  starts_at: Date;
  ends_at: Date;
  horizon: string;
}

@Injectable()
export class UsageHours {
  constructor(
    private readonly dataSource: DataSource,
    private readonly longReads: LongReads,
  ) {}

  async sum(signal: AbortSignal): Promise<void> {
    await this.dataSource.query(FORGET);
    await this.dataSource.query(MARK);
    await this.dataSource.query(SET_HORIZON);
    let before: Date | undefined = new Date();
    while (before && !signal.aborted) before = await this.sumLastBefore(before, signal);
  }

  /** Returns the start of the hour that it summed. */
  private async sumLastBefore(before: Date, signal: AbortSignal): Promise<Date | undefined> {
    const summed = await this.longReads.read({ limitMs: LIMIT_MS, signal }, async (ask) => {
      const [hour] = await ask<Hour>(LAST_BEFORE, [before]);
      return hour && { hour, rows: await ask<UsageRow>(SUM_USAGE, fromRows(hour.starts_at, hour.ends_at)) };
    });
    if (!summed) return undefined;
    const { hour, rows } = summed;
    await this.dataSource.query(STORE, [hour.starts_at, hour.horizon, JSON.stringify(rows)]);
    return hour.starts_at;
  }
}

export const usageHoursSweeper = sweeper({
  name: 'hours of usage to sum',
  everyMs: 60_000,
  inject: [UsageHours],
  sweep: (hours, signal) => hours.sum(signal),
});

/** The overview of operators looks back over two months. */
const KEPT = `interval '62 days'`;

const FORGET = `DELETE FROM usage_hours WHERE hour < date_trunc('hour', now() - ${KEPT}, 'UTC')`;

/** From the first row on, so that a new gateway does not sum hours without rows. */
const MARK = `
  INSERT INTO usage_hours (hour)
  SELECT hour FROM generate_series(
    date_trunc('hour', GREATEST(now() - ${KEPT}, LEAST((SELECT min(created_at) FROM ledger_entries), (SELECT min(at) FROM request_log))), 'UTC'),
    date_trunc('hour', now() - interval '5 minutes', 'UTC') - interval '1 hour', interval '1 hour') AS hour
  ON CONFLICT DO NOTHING`;

const SET_HORIZON = 'UPDATE usage_hours SET horizon = pg_snapshot_xmax(pg_current_snapshot()) WHERE horizon IS NULL';

const LAST_BEFORE = `
  SELECT hour AS starts_at, hour + interval '1 hour' AS ends_at, horizon::text FROM usage_hours
  WHERE summed_at IS NULL AND hour < $1::timestamptz AND horizon <= pg_snapshot_xmin(pg_current_snapshot()) ORDER BY hour DESC LIMIT 1`;

/** Another worker may have stored the hour. */
const STORE = `
  WITH claimed AS (
    UPDATE usage_hours SET summed_at = now() WHERE hour = $1::timestamptz AND horizon = $2::text::xid8 AND summed_at IS NULL RETURNING hour
  )
  INSERT INTO usage_hour_sums ${usageToStore('hour', '$3')}`;
