import type { DataSource } from 'typeorm';

export interface SealedDay {
  day: string;
  starts_at: Date;
  ends_at: Date;
}

/** Days follow each other, as their seals do. */
const NEXT = {
  usage_days: nextOf('usage_days'),
  ledger_line_days: nextOf('ledger_line_days'),
};

/** Lets `sum` store the sums of each sealed day that has none, from the oldest on. Several workers may do it. */
export async function sumSealedDays(
  dataSource: DataSource,
  table: keyof typeof NEXT,
  signal: AbortSignal,
  sum: (day: SealedDay) => Promise<void>,
): Promise<void> {
  const next = async () => (await dataSource.query<SealedDay[]>(NEXT[table]))[0];
  for (let day = await next(); day && !signal.aborted; day = await next()) await sum(day);
}

/** When the days begin and end that a statement finds. Null without one. */
export const SPAN_OF_DAYS = `min(day)::timestamp AT TIME ZONE 'UTC' AS since, (max(day) + 1)::timestamp AT TIME ZONE 'UTC' AS until`;
/** The whole days between $1 and $2. */
export const IS_WHOLE_DAY = `day::timestamp AT TIME ZONE 'UTC' >= $1::timestamptz AND (day + 1)::timestamp AT TIME ZONE 'UTC' <= $2::timestamptz`;

function nextOf(table: string): string {
  return `
  SELECT to_char(day, 'YYYY-MM-DD') AS day, day::timestamp AT TIME ZONE 'UTC' AS starts_at, (day + 1)::timestamp AT TIME ZONE 'UTC' AS ends_at
  FROM ledger_seals WHERE day > COALESCE((SELECT max(day) FROM ${table}), '-infinity') ORDER BY day LIMIT 1`;
}
