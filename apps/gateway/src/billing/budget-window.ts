import type { BudgetPeriod } from '../keys';

/** The day or month in which a budget is counted. `endsAt` is exclusive. */
export interface BudgetWindow {
  startsAt: Date;
  endsAt: Date;
}

const LONGEST_MS = { day: 27 * 3_600_000, month: 32 * 86_400_000 };

/** If clocks go forward at midnight, the day starts at 01:00. */
export function budgetWindow(period: BudgetPeriod, timeZone: string, now: Date): BudgetWindow {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    ...(period === 'day' && { day: '2-digit' }),
  });
  const current = format.format(now);
  const isCurrent = (time: number) => format.format(time) === current;
  return {
    startsAt: new Date(edge(now.getTime(), now.getTime() - LONGEST_MS[period], isCurrent)),
    endsAt: new Date(edge(now.getTime(), now.getTime() + LONGEST_MS[period], isCurrent) + 1),
  };
}

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
