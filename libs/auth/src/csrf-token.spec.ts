import { KeyRing } from '@shipyard/platform/sealing';
import { csrfTokenOf, isCsrfToken } from './csrf-token';

const [old, current] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const before = new KeyRing(new Map([['k1', old]]));
const after = new KeyRing(
  new Map([
    ['k2', current],
    ['k1', old],
  ]),
);
const gone = new KeyRing(new Map([['k2', current]]));

describe('a CSRF token', () => {
  it('is valid for one session only', () => {
    const token = csrfTokenOf('a', after);
    expect(isCsrfToken(token, 'a', after)).toBe(true);
    expect(isCsrfToken(token, 'b', after)).toBe(false);
  });

  it('stays valid after a key rotation until its key is dropped', () => {
    const token = csrfTokenOf('a', before);
    expect(isCsrfToken(token, 'a', after)).toBe(true);
    expect(isCsrfToken(token, 'a', gone)).toBe(false);
    expect(csrfTokenOf('a', after)).not.toBe(token);
  });

  it.each([undefined, '', '.', 'k1', 'k1.', 'k1.é', 'k3.x', csrfTokenOf('a', before).slice(0, -1)])(
    'is not %s',
    (token) => {
      expect(isCsrfToken(token, 'a', after)).toBe(false);
    },
  );
});
