import fc from 'fast-check';
import { daysBetween, layOutRule, RULE_STEPS } from './dated-rule';

const dayOf = (date: string) => Date.parse(date) / 86_400_000;
const rule = (from: string, to: string, logDays: number[] = [dayOf(from)]) =>
  layOutRule({ firstDay: dayOf(from), logDays, today: dayOf(to) });
const named = ({ labels }: ReturnType<typeof rule>) =>
  labels.map(({ year, month, day }) => `${year}-${month + 1}-${day}`);

describe('the dated rule', () => {
  it('has a mark for each day, each Monday and each month, and a tick for each day with a log', () => {
    const { days, weeks, months, logs, ...found } = rule('2026-09-01', '2026-11-16', [
      dayOf('2026-09-01'),
      dayOf('2026-09-03'),
      dayOf('2026-11-11'),
    ]);
    expect([days.length, weeks.length, months.length, logs.length]).toEqual([77, 11, 2, 3]);
    // 2026-09-07 was the first Monday.
    expect(weeks[0]).toBe(Math.round((6.5 / 77) * RULE_STEPS));
    expect(named({ days, weeks, months, logs, ...found })).toEqual(['2026-9-1', '2026-10-1', '2026-11-1']);
  });

  it('has fewer kinds of marks the longer it is', () => {
    const kinds = (to: string) => {
      const { days, weeks, months } = rule('2020-01-01', to);
      return [days.length > 0, weeks.length > 0, months.length > 0];
    };
    expect(kinds('2020-07-18')).toEqual([true, true, true]);
    expect(kinds('2020-07-19')).toEqual([false, true, true]);
    expect(kinds('2023-01-02')).toEqual([false, true, true]);
    expect(kinds('2023-01-05')).toEqual([false, false, true]);
  });

  it('names months as far as there is room', () => {
    expect(named(rule('2025-01-10', '2025-12-31'))).toEqual([
      '2025-1-10',
      '2025-3-1',
      '2025-5-1',
      '2025-7-1',
      '2025-9-1',
      '2025-11-1',
    ]);
    expect(named(rule('2020-03-10', '2026-03-10'))).toEqual([
      '2020-3-10',
      '2022-1-1',
      '2023-1-1',
      '2024-1-1',
      '2025-1-1',
    ]);
  });

  it('begins and ends with one day', () => {
    expect(rule('2026-09-01', '2026-09-01')).toEqual({
      logs: [RULE_STEPS / 2],
      days: [RULE_STEPS / 2],
      weeks: [],
      months: [],
      labels: [{ at: 0.5, year: 2026, month: 8, day: 1 }],
    });
    expect([daysBetween(5, 5), daysBetween(5, 6), daysBetween(5, 76)]).toEqual([1, 1, 71]);
  });

  it('keeps every mark on it, and its size within bounds, for any dates', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -200_000, max: 2_000_000 }),
        fc.array(fc.nat(3_000_000), { maxLength: 50 }),
        fc.integer({ min: -10, max: 3_000_000 }),
        (firstDay, offsets, todayAfter) => {
          const logDays = [0, ...offsets].sort((one, other) => one - other).map((offset) => firstDay + offset);
          const { labels, ...marks } = layOutRule({ firstDay, logDays, today: firstDay + todayAfter });
          const all = Object.values(marks).flat();
          expect(all.every((at) => at >= 0 && at <= RULE_STEPS)).toBe(true);
          expect(all.length).toBeLessThanOrEqual(4 * RULE_STEPS);
          expect(labels.length).toBeLessThanOrEqual(7);
          for (const [at, label] of labels.slice(2).entries())
            expect(label.at - (labels[at + 1]?.at ?? 0)).toBeGreaterThan(0.139);
        },
      ),
    );
  });
});
