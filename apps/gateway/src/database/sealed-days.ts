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

function nextOf(table: string): string {
  return `
  SELECT to_char(day, 'YYYY-MM-DD') AS day, day::timestamp AT TIME ZONE 'UTC' AS starts_at, (day + 1)::timestamp AT TIME ZONE 'UTC' AS ends_at
  FROM ledger_seals WHERE day > COALESCE((SELECT max(day) FROM ${table}), '-infinity') ORDER BY day LIMIT 1`;
}
