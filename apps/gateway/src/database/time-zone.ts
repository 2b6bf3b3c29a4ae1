import { inputInvalid } from '@shipyard/http';
import type { DataSource } from 'typeorm';

const PROBLEM = 'must be the name of a time zone, such as Asia/Shanghai';

/** Why a value is no time zone, in words that follow its name; null when it is one. */
export function timeZoneProblem(value: unknown): string | null {
  // Intl also takes offsets, which have no name in Postgres.
  if (typeof value !== 'string' || !/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/.test(value)) return PROBLEM;
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return null;
  } catch {
    return PROBLEM;
  }
}

/** Throws for one that Postgres, which sums usage by its days, has not, or takes for an abbreviation of another: Intl knows CTT and IST, among others. */
export async function assertTimeZoneOfPostgres(dataSource: DataSource, name: string): Promise<void> {
  const [known] = await dataSource.query<object[]>('SELECT name FROM pg_timezone_names WHERE lower(name) = lower($1)', [name]);
  if (!known) throw inputInvalid('time_zone', PROBLEM);
}
