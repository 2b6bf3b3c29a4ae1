import { accountsFilterOf, accountsUrl } from './accounts-address';

describe('the address of the accounts', () => {
  it('keeps the filter on every page of the part', () => {
    const filter = accountsFilterOf({ q: ' a&b@example.com ', unknown: 'yes', offset: '40' });
    expect(filter).toEqual({ q: 'a&b@example.com', isUnknownOnly: true, offset: 40 });
    const url = accountsUrl(filter, 'some-id', 'roles');
    expect(url).toBe('/console/accounts/some-id/roles?q=a%26b%40example.com&unknown=yes&offset=40');
    expect(accountsFilterOf(Object.fromEntries(new URL(url, 'http://localhost').searchParams))).toEqual(filter);
  });

  it('reads nonsense as no filter', () => {
    for (const offset of ['-1', '1.5', 'x', '100001', ['20']])
      expect(accountsUrl(accountsFilterOf({ q: ['a'], unknown: 'no', offset }))).toBe('/console/accounts');
  });
});
