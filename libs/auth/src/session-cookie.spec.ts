import fc from 'fast-check';
import { newSessionSecret, readSessionSecret, sessionCookie } from './session-cookie';

describe('the session cookie', () => {
  it.each([
    ['https://ship.example', '/', '__Host-session', true],
    ['https://ship.example', '/admin', '__Secure-session', true],
    ['http://127.0.0.1:3000', '/', 'session', false],
    [undefined, '/', 'session', false],
  ])('for %s%s is called %s', (publicUrl, path, name, secure) => {
    expect(sessionCookie(publicUrl, { name: 'session', path })).toEqual({
      name,
      options: { httpOnly: true, sameSite: 'lax', secure, path },
    });
  });

  it('is found among others by its full name', () => {
    const secret = newSessionSecret();
    expect(readSessionSecret(`a=b; session=${secret};  c=d`, 'session')).toBe(secret);
    for (const header of [
      undefined,
      '',
      `xsession=${secret}`,
      `session=${secret}x`,
      `session="${secret}"`,
      'session',
      'session=',
    ]) {
      expect(readSessionSecret(header, 'session')).toBeNull();
    }
  });

  it('is parsed from any header without an error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (header) => expect(readSessionSecret(header, 'session')).toBeNull()),
    );
  });
});
