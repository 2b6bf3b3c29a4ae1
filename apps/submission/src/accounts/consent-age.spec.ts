import { isAtLeast } from './birth-date';
import { childrenBornAfter, mayHaveGuardian, needsGuardian } from './consent-age';

const below = (years: number) => ({ GUARDIAN_CONSENT_BELOW: years });

it('a known age below the limit needs a guardian, an unknown one only may have one, and 0 turns it off', () => {
  const child = `${new Date().getUTCFullYear() - 10}-01-01`;
  expect([needsGuardian(child, below(16)), needsGuardian('1990-01-01', below(16))]).toEqual([true, false]);
  expect([needsGuardian(null, below(16)), mayHaveGuardian(null, below(16))]).toEqual([false, true]);
  expect([needsGuardian(child, below(0)), mayHaveGuardian(child, below(0))]).toEqual([false, false]);
});

it('statements and code agree about every birthday, also in leap years', () => {
  const apart: string[] = [];
  for (const today of ['2028-02-28', '2028-02-29', '2028-03-01', '2027-02-28', '2027-03-01', '2026-12-31'])
    for (let day = Date.parse('2010-01-01'); day < Date.parse('2016-12-31'); day += 86_400_000) {
      const born = new Date(day).toISOString().slice(0, 10);
      for (const years of [13, 16])
        if (born > childrenBornAfter(below(years), today) === isAtLeast(years, born, today))
          apart.push(`${today} ${born} ${years}`);
    }
  expect(apart).toEqual([]);
});
