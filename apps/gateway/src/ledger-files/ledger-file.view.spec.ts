import { percentOf } from './ledger-file.view';

const endsAt = new Date('2026-05-31T00:00:00Z');
const oldestAt = new Date('2026-05-21T00:00:00Z');

it.each([
  ['running', null, 0],
  ['running', '2026-05-31T00:00:00.000000Z', 0],
  ['running', '2026-05-28T12:00:00.000000Z', 25],
  ['running', '2026-05-21T00:00:00.000000Z', 99],
  ['succeeded', '2026-05-21T00:00:00.000000Z', 100],
] as const)('a file that is %s and has reached %s is written to %d %%', (status, lastCreatedAt, percent) => {
  expect(percentOf({ status, oldestAt, endsAt, lastCreatedAt })).toBe(percent);
});

it('a file of no time is at 0 % until it is whole', () => {
  expect(percentOf({ status: 'running', oldestAt: endsAt, endsAt, lastCreatedAt: endsAt.toISOString() })).toBe(0);
});
