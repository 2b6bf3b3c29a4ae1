import { inputInvalid } from '@shipyard/http';
import type { DataSource } from 'typeorm';

const PROBLEM = 'must be the name of a time zone, such as Asia/Shanghai';

/** Returns why a value is not a time zone, as words that follow its name, or null. */
export function timeZoneProblem(value: unknown): string | null {
  // Intl also accepts offsets, which Postgres does not know by name.
  if (typeof value !== 'string' || !/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/.test(value)) return PROBLEM;
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return null;
  } catch {
    return PROBLEM;
  }
}

/** Throws if Postgres does not know the zone, or reads it as an abbreviation (such as CTT and IST). */
export async function assertTimeZoneOfPostgres(dataSource: DataSource, name: string): Promise<void> {
  const [known] = await dataSource.query<object[]>('SELECT name FROM pg_timezone_names WHERE lower(name) = lower($1)', [
    name,
  ]);
  if (!known) throw inputInvalid('time_zone', PROBLEM);
}
