import fc from 'fast-check';
import { toHostname } from './hostname';

describe('a requested site', () => {
  it.each([
    ['example.com', 'example.com'],
    ['News.Example.COM', 'news.example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['例え.jp', 'xn--r8jz45g.jp'],
    ['a-b.co.uk', 'a-b.co.uk'],
  ])('%s is %s', (value, host) => {
    expect(toHostname(value)).toBe(host);
  });

  it.each([
    '',
    'localhost',
    'https://example.com',
    'example.com/',
    'example.com/path',
    '*.example.com',
    '.example.com',
    'example.com.',
    'a..b',
    'example.com:80',
    'user@example.com',
    '127.0.0.1',
    '2130706433',
    '[::1]',
    '-a.example',
    'a-.example',
    'a b.example',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(130)}example`,
    'a.b%2ec',
    'site:a.example OR b',
  ])('%s is refused', (value) => expect(toHostname(value)).toBeNull());

  it('contains nothing with a meaning in a query', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.domain()), (value) =>
        expect(toHostname(value) ?? 'a').toMatch(/^[a-z0-9.-]+$/),
      ),
    );
  });
});
