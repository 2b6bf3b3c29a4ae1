export type BudgetPeriod = 'day' | 'month';

/** The day or month in which a budget is counted: from `startsAt` until before `endsAt`. */
export interface BudgetWindow {
  startsAt: Date;
  endsAt: Date;
}

/** No day is longer, nor does a month have more, whatever is done to the clocks. */
const LONGEST_MS = { day: 27 * 3_600_000, month: 32 * 86_400_000 };

/** The window that `now` lies in, by the calendar of a time zone. A day begins at its first moment, be that midnight or, where clocks go forward then, one o'clock. */
export function budgetWindow(period: BudgetPeriod, timeZone: string, now: Date): BudgetWindow {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', ...(period === 'day' && { day: '2-digit' }) });
  const current = format.format(now);
  const isCurrent = (time: number) => format.format(time) === current;
  return {
    startsAt: new Date(edge(now.getTime(), now.getTime() - LONGEST_MS[period], isCurrent)),
    endsAt: new Date(edge(now.getTime(), now.getTime() + LONGEST_MS[period], isCurrent) + 1),
  };
}

/** The last millisecond on the way from `inside` to `outside` that is still inside. */
function edge(inside: number, outside: number, isInside: (time: number) => boolean): number {
  let near = inside;
  let far = outside;
  while (Math.abs(far - near) > 1) {
    const middle = Math.trunc((near + far) / 2);
    if (isInside(middle)) near = middle;
    else far = middle;
  }
  return near;
}
