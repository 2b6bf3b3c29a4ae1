import { IS_WHOLE_DAY, SPAN_OF_DAYS } from '../database/sealed-days';
import type { Covered } from './sum-usage';

/** Days or hours with sums, without a gap. */
interface Run {
  since: Date;
  until: Date;
}

export interface RunRow {
  is_days: boolean;
  /** Null if no day has sums. */
  since: Date | null;
  until: Date | null;
}

/** The runs of whole days and hours between $1 and $2. Days follow each other. An hour can lack sums for a moment. */
export const RUNS = `
  SELECT true AS is_days, ${SPAN_OF_DAYS} FROM usage_days WHERE ${IS_WHOLE_DAY}
  UNION ALL
  SELECT false, min(hour), max(hour) + interval '1 hour'
  FROM (
    SELECT hour, hour - row_number() OVER (ORDER BY hour) * interval '1 hour' AS run
    FROM usage_hours WHERE summed_at IS NOT NULL AND hour >= $1::timestamptz AND hour + interval '1 hour' <= $2::timestamptz
  ) AS hours GROUP BY run`;

/** What the sums cover without a gap: the days with the hours around them, or the longest run of hours. */
export function coveredBy(rows: readonly RunRow[], to: Date): Covered {
  const [days] = runsOf(rows, true);
  const hours = runsOf(rows, false);
  if (!days) {
    const [longest = { since: to, until: to }] = hours.toSorted((one, other) => lengthOf(other) - lengthOf(one));
    const { since, until } = longest;
    return { since, until, days: { since: until, until } };
  }
  const { since, until } = days;
  return {
    since: hours.find((run) => run.since < since && run.until >= since)?.since ?? since,
    until: hours.find((run) => run.since <= until && run.until > until)?.until ?? until,
    days: { since, until },
  };
}

const runsOf = (rows: readonly RunRow[], areDays: boolean): Run[] =>
  rows.flatMap(({ is_days, since, until }) => (is_days === areDays && since && until ? [{ since, until }] : []));

const lengthOf = ({ since, until }: Run) => until.getTime() - since.getTime();
