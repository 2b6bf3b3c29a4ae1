/** Days are counted from 1970-01-01. */
export interface RuleSpan {
  firstDay: number;
  /** In order, the first day first. */
  logDays: readonly number[];
  today: number;
}

export interface DatedRule {
  /** In steps from the left edge. */
  logs: number[];
  days: number[];
  weeks: number[];
  months: number[];
  labels: { at: number; year: number; month: number; day: number }[];
}

/** So many steps make the whole rule. More than its pixels on most screens, so that no two ticks fall together. */
export const RULE_STEPS = 1_500;

const MOST_WITH_DAYS = 200;
const MOST_WITH_WEEKS = 3 * 366;
const MONTHS_BETWEEN_LABELS = [1, 2, 3, 6, 12, 24, 60, 120];
/** A label needs this share of a rule on a phone. The last one must end before the sentence at the right. */
const LABEL_SHARE = 0.14;
const LAST_LABEL = 0.84;
const MS_PER_DAY = 86_400_000;
/** 1970-01-05 was a Monday. */
const FIRST_MONDAY = 4;

/**
 * Lays out a rule from the first log to today.
 * 1. Each day takes an equal part, and its mark stands in the middle of it.
 * 2. The longer the span, the fewer kinds of marks: days and weeks, then weeks, then only months.
 * 3. Labels name the first day, then months, as many as fit on a phone.
 */
export function layOutRule({ firstDay, logDays, today }: RuleSpan): DatedRule {
  const end = Math.max(today, logDays.at(-1) ?? firstDay);
  const span = end - firstDay + 1;
  const share = (day: number) => (day - firstDay + 0.5) / span;
  const place = (days: readonly number[]) => [...new Set(days.map((day) => Math.round(share(day) * RULE_STEPS)))];
  const every = (length: number, from: number) =>
    Array.from({ length: Math.max(0, Math.ceil((end + 1 - from) / length)) }, (_, at) => from + at * length);
  const months = monthStarts(firstDay, end);
  const firstMonday = firstDay + ((((FIRST_MONDAY - firstDay) % 7) + 7) % 7);
  return {
    logs: place(logDays),
    days: span <= MOST_WITH_DAYS ? place(every(1, firstDay)) : [],
    weeks: span <= MOST_WITH_WEEKS ? place(every(7, firstMonday)) : [],
    months: place(months),
    labels: labelled(firstDay, months, share).map((day) => ({ at: share(day), ...dateOf(day) })),
  };
}

/** "23 logs in 71 days": from the first log to the newest. Two logs of one day were written in one day. */
export const daysBetween = (firstDay: number, lastDay: number) => Math.max(1, lastDay - firstDay);

export const dayOf = (time: Date) => Math.floor(time.getTime() / MS_PER_DAY);

function dateOf(day: number) {
  const date = new Date(day * MS_PER_DAY);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth(), day: date.getUTCDate() };
}

/** The first day of each month after the first day. A span of many centuries would have too many to show. */
function monthStarts(firstDay: number, end: number): number[] {
  const { year, month } = dateOf(firstDay);
  const starts: number[] = [];
  for (let next = 1; starts.length < RULE_STEPS; next += 1) {
    const day = Date.UTC(year, month + next, 1) / MS_PER_DAY;
    if (day > end) break;
    starts.push(day);
  }
  return starts;
}

function labelled(firstDay: number, months: readonly number[], share: (day: number) => number): number[] {
  const fits = (days: readonly number[]) =>
    days.every((day, at) => at === 0 || share(day) - share(days[at - 1] ?? day) >= LABEL_SHARE);
  for (const between of MONTHS_BETWEEN_LABELS) {
    const chosen = months.filter((day) => {
      const { year, month } = dateOf(day);
      return (year * 12 + month) % between === 0 && share(day) >= LABEL_SHARE && share(day) <= LAST_LABEL;
    });
    if (fits(chosen)) return [firstDay, ...chosen];
  }
  return [firstDay];
}
