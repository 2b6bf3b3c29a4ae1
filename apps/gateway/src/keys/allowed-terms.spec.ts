import fc from 'fast-check';
import { type AllowedTerms, excessOf } from './allowed-terms';

const ALL: AllowedTerms = {
  scopes: ['text', 'image', 'search', 'keys'],
  models: null,
  rpm: null,
  tpm: null,
  max_concurrency: null,
  max_abandoned: 30,
  budget: null,
  allowed_ips: null,
  expires_at: null,
};

const few = <Item>(items: readonly Item[]) => fc.subarray([...items], { minLength: 1 });
const orNull = <Item>(items: fc.Arbitrary<Item>) => fc.option(items, { nil: null });
const limit = orNull(fc.integer({ min: 1, max: 3 }));
const terms: fc.Arbitrary<AllowedTerms> = fc.record({
  scopes: few(ALL.scopes),
  models: orNull(few(['a', 'b', 'c'])),
  rpm: limit,
  tpm: limit,
  max_concurrency: limit,
  max_abandoned: fc.integer({ min: 0, max: 2 }),
  budget: orNull(
    fc.record({ amount_cny: fc.constantFrom('0', '1.5', '20'), period: fc.constantFrom('day', 'month' as const) }),
  ),
  allowed_ips: orNull(few(['10.0.0.0/8', '10.1.0.0/16', '10.1.2.3', '2001:db8::/32', '2001:db8::1'])),
  expires_at: orNull(fc.constantFrom('2030-01-01T00:00:00Z', '2031-01-01T00:00:00.000Z')),
});

describe('what an operator allowed', () => {
  it.each<[string, Partial<AllowedTerms>, Partial<AllowedTerms>, string | null]>([
    ['the same', {}, {}, null],
    ['a scope more', { scopes: ['text', 'keys'] }, { scopes: ['text'] }, 'scopes'],
    ['fewer scopes', { scopes: ['text'] }, { scopes: ['text', 'keys'] }, null],
    ['all models instead of some', { models: null }, { models: ['a'] }, 'models'],
    ['another model', { models: ['a', 'b'] }, { models: ['a'] }, 'models'],
    ['a higher rate', { rpm: 11 }, { rpm: 10 }, 'rpm'],
    ['no rate instead of one', { tpm: null }, { tpm: 10 }, 'tpm'],
    ['a lower rate', { max_concurrency: 9 }, { max_concurrency: 10 }, null],
    ['more clients that leave', { max_abandoned: 31 }, {}, 'max_abandoned'],
    ['no budget', { budget: null }, { budget: { amount_cny: '1', period: 'day' } }, 'budget'],
    [
      'a nano more',
      { budget: { amount_cny: '1.000000001', period: 'day' } },
      { budget: { amount_cny: '1', period: 'day' } },
      'budget',
    ],
    [
      'the budget of a month within that of a day',
      { budget: { amount_cny: '1', period: 'month' } },
      { budget: { amount_cny: '1.00', period: 'day' } },
      null,
    ],
    [
      'the budget of a day, which comes again within a month',
      { budget: { amount_cny: '0.5', period: 'day' } },
      { budget: { amount_cny: '1', period: 'month' } },
      'budget',
    ],
    ['all addresses', { allowed_ips: null }, { allowed_ips: ['10.0.0.0/8'] }, 'allowed_ips'],
    ['addresses inside', { allowed_ips: ['10.1.0.0/16', '10.2.3.4'] }, { allowed_ips: ['10.0.0.0/8'] }, null],
    ['a range around the allowed one', { allowed_ips: ['10.0.0.0/7'] }, { allowed_ips: ['10.0.0.0/8'] }, 'allowed_ips'],
    ['an address of IPv6', { allowed_ips: ['::ffff:a00:0/104'] }, { allowed_ips: ['10.0.0.0/8'] }, 'allowed_ips'],
    ['a later end', { expires_at: '2031-01-01T00:00:00Z' }, { expires_at: '2030-01-01T00:00:00Z' }, 'expires_at'],
    ['no end', { expires_at: null }, { expires_at: '2030-01-01T00:00:00Z' }, 'expires_at'],
    ['the same end', { expires_at: '2030-01-01T08:00:00+08:00' }, { expires_at: '2030-01-01T00:00:00Z' }, null],
  ])('%s', (_, wanted, allowed, field) => {
    expect(excessOf({ ...ALL, ...wanted }, { ...ALL, ...allowed })?.field ?? null).toBe(field);
  });

  it('is an order: a key within a key within a third one is within the third', () => {
    fc.assert(
      fc.property(terms, terms, terms, (one, other, third) => {
        expect(excessOf(one, one)).toBeNull();
        if (excessOf(one, other) === null && excessOf(other, third) === null) expect(excessOf(one, third)).toBeNull();
        if (excessOf(one, other) === null) expect(excessOf(one, { ...other, rpm: null, models: null })).toBeNull();
      }),
      { numRuns: 2_000 },
    );
  });
});
