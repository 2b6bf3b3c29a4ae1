import { randomBytes } from 'node:crypto';
import { signFile } from '@shipyard/auth';
import { KeyRing } from '@shipyard/platform/sealing';
import fc from 'fast-check';
import { readOptOut, signOptOut } from './opt-out-token';

const ring = new KeyRing(
  new Map([
    ['new', randomBytes(32)],
    ['old', randomBytes(32)],
  ]),
);
const accountId = '019aa000-0000-7000-8000-000000000001';

describe('the token that stops mail', () => {
  it('names its account, with an older key too', () => {
    expect(readOptOut(signOptOut(accountId, ring), ring)).toBe(accountId);
    const older = new KeyRing(new Map([['old', ring.find('old') ?? Buffer.alloc(0)]]));
    expect(readOptOut(signOptOut(accountId, older), ring)).toBe(accountId);
  });

  it('is refused for another account, after a change of any character, and with a key that was dropped', () => {
    const token = signOptOut(accountId, ring);
    expect(readOptOut(token.replace(accountId, accountId.replace(/1$/, '2')), ring)).toBeNull();
    fc.assert(
      fc.property(fc.nat({ max: token.length - 1 }), fc.string({ minLength: 1, maxLength: 1 }), (at, other) => {
        const changed = token.slice(0, at) + other + token.slice(at + 1);
        expect(readOptOut(changed, ring)).toBe(changed === token ? accountId : null);
      }),
    );
    expect(readOptOut(token, new KeyRing(new Map([['gone', randomBytes(32)]])))).toBeNull();
  });

  it('is refused if the signature was made for an image, and accepts any text', () => {
    const ofImage = signFile({ fileId: accountId, extension: 'mail opt-out', expires: '' }, ring).replace(/^new\./, '');
    expect(readOptOut(`${accountId}.new.${ofImage}`, ring)).toBeNull();
    fc.assert(fc.property(fc.string(), (text) => expect(readOptOut(text, ring)).toBeNull()));
  });
});
