import fc from 'fast-check';
import { budgetWindow } from './budget-window';

describe('the window of a budget', () => {
  it.each([
    ['day', 'Asia/Shanghai', '2026-03-01T15:59:59.999Z', '2026-02-28T16:00:00.000Z', '2026-03-01T16:00:00.000Z'],
    ['day', 'Asia/Shanghai', '2026-03-01T16:00:00.000Z', '2026-03-01T16:00:00.000Z', '2026-03-02T16:00:00.000Z'],
    ['month', 'Asia/Shanghai', '2026-02-28T15:59:59.999Z', '2026-01-31T16:00:00.000Z', '2026-02-28T16:00:00.000Z'],
    ['month', 'UTC', '2026-12-31T23:59:59.999Z', '2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
    // Days of 23 and 25 hours.
    ['day', 'Europe/Berlin', '2026-03-29T12:00:00.000Z', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['day', 'Europe/Berlin', '2026-10-25T12:00:00.000Z', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    // Clocks go forward at midnight, so the day starts at 01:00.
    ['day', 'Asia/Beirut', '2026-03-29T12:00:00.000Z', '2026-03-28T22:00:00.000Z', '2026-03-29T21:00:00.000Z'],
  ] as const)('%s in %s at %s', (period, timeZone, now, startsAt, endsAt) => {
    expect(budgetWindow(period, timeZone, new Date(now))).toEqual({
      startsAt: new Date(startsAt),
      endsAt: new Date(endsAt),
    });
  });

  it('starts where the previous one ends', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('day' as const, 'month' as const),
        fc.constantFrom(
          'Asia/Shanghai',
          'America/Sao_Paulo',
          'Europe/London',
          'Asia/Kolkata',
          'Pacific/Chatham',
          'America/St_Johns',
        ),
        fc.date({ min: new Date('2024-01-01T00:00:00Z'), max: new Date('2030-01-01T00:00:00Z'), noInvalidDate: true }),
        (period, timeZone, now) => {
          const { startsAt, endsAt } = budgetWindow(period, timeZone, now);
          expect(startsAt.getTime()).toBeLessThanOrEqual(now.getTime());
          expect(endsAt.getTime()).toBeGreaterThan(now.getTime());
          expect(budgetWindow(period, timeZone, endsAt).startsAt).toEqual(endsAt);
          expect(budgetWindow(period, timeZone, new Date(endsAt.getTime() - 1)).startsAt).toEqual(startsAt);
        },
      ),
    );
  });
});
