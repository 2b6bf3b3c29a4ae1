import { isYounger } from './guardian-field';

it.each([
  ['', false],
  ['2010', false],
  ['2010-11-28', true],
  ['2010-11-27', false],
  ['1980-01-01', false],
])('a date of birth %j needs a guardian on 27 Nov 2026: %s', (birthDate, needed) => {
  expect(isYounger(birthDate, 16, new Date('2026-11-27T12:00:00Z'))).toBe(needed);
});
