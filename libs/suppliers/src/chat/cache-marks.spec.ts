import { lifetimeOf, writesLongCache } from './cache-marks';

const LONG = { type: 'ephemeral', ttl: '1h' };

describe('a mark for the cache', () => {
  it.each([
    [{ type: 'ephemeral' }, '5m'],
    [{ type: 'ephemeral', ttl: null }, '5m'],
    [{ type: 'ephemeral', ttl: '5m' }, '5m'],
    [LONG, '1h'],
    [{ type: 'ephemeral', ttl: '1d' }, undefined],
    [{ type: 'ephemeral', scope: 'global' }, undefined],
    [{ type: 'persistent' }, undefined],
    [{}, undefined],
    ['ephemeral', undefined],
    [null, undefined],
  ])('%j asks for %s', (mark, lifetime) => {
    expect(lifetimeOf(mark)).toBe(lifetime);
  });

  const part = (mark: unknown) => ({ messages: [{ role: 'user', content: [{ type: 'text', cache_control: mark }] }] });

  it.each<[string, Record<string, unknown>]>([
    ['a part', part(LONG)],
    ['a message', { messages: [{ role: 'user', content: 'a', cache_control: LONG }] }],
    ['a tool', { tools: [{ type: 'function', cache_control: LONG }] }],
    ['a function', { tools: [{ type: 'function', function: { name: 'f', cache_control: LONG } }] }],
    ['the request', { cache_control: LONG }],
  ])('for an hour is seen at %s', (_, parameters) => {
    expect(writesLongCache(parameters)).toBe(true);
  });

  it('may be for an hour if its form is unknown, and is not where it is absent or short', () => {
    expect(writesLongCache(part({ type: 'ephemeral', ttl: '2h' }))).toBe(true);
    for (const mark of [undefined, null, { type: 'ephemeral' }]) expect(writesLongCache(part(mark))).toBe(false);
    expect(writesLongCache({})).toBe(false);
  });
});
