import fc from 'fast-check';
import { birthDateProblem, isAdult } from './birth-date';

describe('birthDateProblem', () => {
  it.each(['1900-01-01', '2000-02-29', '2026-11-21'])('accepts %s', (value) => {
    expect(birthDateProblem(value, '2026-11-21')).toBeNull();
  });

  it.each([
    ['2001-02-29', /date that exists/],
    ['2001-13-01', /date that exists/],
    ['2001-00-10', /date that exists/],
    ['1899-12-31', /from 1900-01-01 to today/],
    ['2026-11-22', /from 1900-01-01 to today/],
    ['2001-2-3', /YYYY-MM-DD/],
    ['2001-02-03T00:00:00Z', /YYYY-MM-DD/],
    [20010203, /YYYY-MM-DD/],
    [null, /YYYY-MM-DD/],
  ])('refuses %s', (value, problem) => {
    expect(birthDateProblem(value, '2026-11-21')).toMatch(problem);
  });

  it('accepts every past calendar day', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('1900-01-01'), max: new Date('2026-11-21'), noInvalidDate: true }), (day) => {
        expect(birthDateProblem(day.toISOString().slice(0, 10), '2026-11-21')).toBeNull();
      }),
    );
  });
});

const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

function isAdultByCalendar(birthDate: string, today: string): boolean {
  const born = new Date(birthDate);
  return Date.UTC(born.getUTCFullYear() + 18, born.getUTCMonth(), born.getUTCDate()) <= Date.parse(today);
}

describe('isAdult', () => {
  it.each([
    ['2008-11-21', '2026-11-21', true],
    ['2008-11-22', '2026-11-21', false],
    ['2008-11-21', '2026-11-20', false],
    ['2008-12-31', '2026-12-31', true],
    ['2009-01-01', '2026-12-31', false],
    ['2008-02-29', '2026-02-28', false],
    ['2008-02-29', '2026-03-01', true],
    ['2010-02-28', '2028-02-28', true],
    ['2010-03-01', '2028-02-29', false],
    [null, '2026-11-21', false],
  ])('returns for birth date %s on %s: %s', (birthDate, today, adult) => {
    expect(isAdult(birthDate, today)).toBe(adult);
  });

  it('agrees with the calendar on every day', () => {
    fc.assert(
      fc.property(day, day, (birthDate, today) =>
        expect(isAdult(birthDate, today)).toBe(isAdultByCalendar(birthDate, today)),
      ),
      { numRuns: 2_000 },
    );
  });

  it('uses the day in UTC', () => {
    jest.useFakeTimers({ now: new Date('2026-11-20T23:59:59Z') });
    expect(isAdult('2008-11-21')).toBe(false);
    jest.setSystemTime(new Date('2026-11-21T00:00:00Z'));
    expect(isAdult('2008-11-21')).toBe(true);
    jest.useRealTimers();
  });
});
