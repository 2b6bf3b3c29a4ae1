import fc from 'fast-check';
import { birthDateProblem } from './birth-date';

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
