import fc from 'fast-check';
import { isRedirectUri, isSameRedirectUri, REDIRECT_URI_LENGTH, targetOf, withParameters } from './redirect-uri';

describe('a redirect URI', () => {
  it.each([
    { uri: 'https://assistant.example/back' },
    { uri: 'https://assistant.example:8443/back?a=1' },
    { uri: 'https://assistant.example' },
    { uri: 'http://127.0.0.1/back' },
    { uri: 'http://127.0.0.1:49152/back' },
    { uri: 'http://[::1]:8080/' },
    { uri: 'http://localhost:3000/oauth/callback?x=y' },
    { uri: 'http://localhost' },
    { uri: 'com.example.app:/back' },
    { uri: 'com.example.app://back' },
  ])('may be $uri', ({ uri }) => {
    expect(isRedirectUri(uri)).toBe(true);
  });

  it.each([
    { uri: 'http://assistant.example/back' },
    { uri: 'http://127.0.0.1.evil.example/back' },
    { uri: 'http://127.0.0.2/back' },
    { uri: 'http://localhost.evil.example/' },
    { uri: 'http://localhost@evil.example/' },
    { uri: 'http://localhost:80@evil.example/' },
    { uri: 'https://user:secret@assistant.example/back' },
    { uri: 'https://@evil.example/' },
    { uri: 'https://assistant.example/back#part' },
    { uri: 'https:assistant.example' },
    { uri: "https://a;script-src'self'.example/" },
    { uri: 'https://a,b.example/' },
    { uri: 'https:///assistant.example' },
    { uri: 'https://assistant.example\\@evil.example/' },
    { uri: 'https://assistant.example/a b' },
    { uri: 'https://assistant.example/\n' },
    { uri: 'https://例子.example/' },
    { uri: 'javascript:alert(1)' },
    { uri: 'data:text/html,a' },
    { uri: 'file:///etc/passwd' },
    { uri: 'myapp:/back' },
    { uri: '.example:/back' },
    { uri: '/back' },
    { uri: '' },
    { uri: `https://assistant.example/${'a'.repeat(REDIRECT_URI_LENGTH)}` },
    { uri: undefined },
    { uri: ['https://assistant.example/back'] },
  ])('may not be $uri', ({ uri }) => {
    expect(isRedirectUri(uri)).toBe(false);
  });

  it.each([
    { registered: 'https://a.example/back', asked: 'https://a.example/back', same: true },
    { registered: 'https://a.example/back', asked: 'https://a.example/back/', same: false },
    { registered: 'https://a.example/back', asked: 'https://a.example/back?x', same: false },
    { registered: 'https://a.example/back', asked: 'https://A.example/back', same: false },
    { registered: 'https://a.example/back', asked: 'https://a.example:443/back', same: false },
    { registered: 'https://a.example/', asked: 'https://a.example.evil.example/', same: false },
    { registered: 'http://127.0.0.1/back', asked: 'http://127.0.0.1:49152/back', same: true },
    { registered: 'http://127.0.0.1:1/back', asked: 'http://127.0.0.1:2/back', same: true },
    { registered: 'http://127.0.0.1/back', asked: 'http://127.0.0.1:49152/other', same: false },
    { registered: 'http://127.0.0.1/back', asked: 'http://localhost/back', same: false },
    { registered: 'http://127.0.0.1/back', asked: 'http://127.0.0.1:1@evil.example/back', same: false },
    { registered: 'com.example.app:/back', asked: 'com.example.app:/other', same: false },
  ])('$registered is $asked: $same', ({ registered, asked, same }) => {
    expect(isSameRedirectUri(registered, asked)).toBe(same);
  });

  it('never leads elsewhere, whatever is asked', () => {
    const pieces = fc.constantFrom(
      'http://',
      '127.0.0.1',
      'localhost',
      ':',
      '80',
      '@',
      '/',
      '\\',
      '?',
      '#',
      '.',
      'evil.example',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 10 }), (parts) => {
        const asked = parts.join('');
        if (!isSameRedirectUri('http://127.0.0.1/back', asked)) return true;
        return new URL(asked).hostname === '127.0.0.1' && new URL(asked).pathname === '/back';
      }),
      { numRuns: 5_000 },
    );
  });

  it('keeps its own query beside the parameters of the answer', () => {
    expect(withParameters('https://a.example/back', { code: 'a&b' })).toBe('https://a.example/back?code=a%26b');
    expect(withParameters('https://a.example/back?x=1', { state: '水' })).toBe(
      'https://a.example/back?x=1&state=%E6%B0%B4',
    );
  });

  it('names where the answer goes', () => {
    expect(targetOf('https://a.example:8443/back').name).toBe('a.example:8443');
    expect(targetOf('http://localhost:3000/back')).toEqual({
      name: 'localhost',
      isThisComputer: true,
      source: 'http://localhost:3000',
    });
    expect(targetOf('com.example.app:/back').source).toBe('com.example.app:');
  });
});
