import { randomBytes } from 'node:crypto';
import { KeyRing } from '@shipyard/platform/sealing';
import fc from 'fast-check';
import { isSigned, signFile } from './file-signature';

const ring = new KeyRing(
  new Map([
    ['new', randomBytes(32)],
    ['old', randomBytes(32)],
  ]),
);
const file = { fileId: '019aa000-0000-7000-8000-000000000001', extension: 'png', expires: '1800000000' };

describe('the signature of a file', () => {
  it('is valid for what was signed, with an older key too', () => {
    expect(isSigned(file, signFile(file, ring), ring)).toBe(true);
    const older = new KeyRing(new Map([['old', ring.find('old') ?? Buffer.alloc(0)]]));
    expect(isSigned(file, signFile(file, older), ring)).toBe(true);
  });

  it.each([
    { fileId: 'other' },
    { extension: 'jpg' },
    { expires: '1800000001' },
    { fileId: '', extension: '', expires: '' },
  ])('is not valid for %j', (change) => {
    expect(isSigned({ ...file, ...change }, signFile(file, ring), ring)).toBe(false);
  });

  it('is not valid with a key that was dropped', () => {
    const other = new KeyRing(new Map([['gone', randomBytes(32)]]));
    expect(isSigned(file, signFile(file, other), ring)).toBe(false);
  });

  it('is not valid after a change of any character, and accepts any text', () => {
    const signature = signFile(file, ring);
    fc.assert(
      fc.property(fc.nat({ max: signature.length - 1 }), fc.string({ minLength: 1, maxLength: 1 }), (at, other) => {
        const changed = signature.slice(0, at) + other + signature.slice(at + 1);
        expect(isSigned(file, changed, ring)).toBe(changed === signature);
      }),
    );
    fc.assert(fc.property(fc.string(), (text) => expect(isSigned(file, text, ring)).toBe(false)));
  });
});
