import { accountsFilterOf, accountsUrl } from './accounts-address';
import { readPlace } from '../console/place';

const AFTER = '2026-11-28T10:00:00.123Z 0195d5a0-0000-7000-8000-000000000000';

describe('the address of the accounts', () => {
  it('keeps the filter on every page of the part', () => {
    const filter = accountsFilterOf({ q: ' a&b@example.com ', unknown: 'yes', after: AFTER });
    expect(filter).toEqual({ q: 'a&b@example.com', isUnknownOnly: true, after: readPlace(AFTER) });
    const url = accountsUrl(filter, 'some-id', 'roles');
    expect(url).toBe(
      '/console/accounts/some-id/roles?q=a%26b%40example.com&unknown=yes&after=2026-11-28T10%3A00%3A00.123Z+0195d5a0-0000-7000-8000-000000000000',
    );
    expect(accountsFilterOf(Object.fromEntries(new URL(url, 'http://localhost').searchParams))).toEqual(filter);
  });

  it('reads nonsense as no filter', () => {
    for (const after of ['-1', 'x', `now ${AFTER}`, [AFTER]])
      expect(accountsUrl(accountsFilterOf({ q: ['a'], unknown: 'no', after }))).toBe('/console/accounts');
  });
});
