import { isWellFormedToken, type TokenPrefix } from '@shipyard/contracts';
import fc from 'fast-check';
import { deriveToken, hashToken, mintToken } from './token';

const prefixes: TokenPrefix[] = ['pst_', 'gwk_', 'gwa_', 'prt_'];

describe('token', () => {
  it('has the prefix, 32 characters and a checksum of 6', () => {
    for (const prefix of prefixes) expect(mintToken(prefix)).toMatch(new RegExp(`^${prefix}[0-9A-Za-z]{38}$`));
  });

  it('ends with the CRC32 of the rest in base 62, padded with 0', () => {
    const known = `pst_${'0'.repeat(32)}`;
    const accepted = independentChecksum(known);
    expect(isWellFormedToken('pst_', known + accepted)).toBe(true);
    expect(accepted).toHaveLength(6);
  });

  it('is well-formed when minted, and not after a change of any character or the prefix', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...prefixes),
        fc.nat({ max: 41 }),
        fc.constantFrom(...'0Aa9Zz_'),
        (prefix, at, other) => {
          const token = mintToken(prefix);
          expect(isWellFormedToken(prefix, token)).toBe(true);
          for (const wrong of prefixes.filter((each) => each !== prefix))
            expect(isWellFormedToken(wrong, token)).toBe(false);
          const changed = token.slice(0, at) + other + token.slice(at + 1);
          expect(isWellFormedToken(prefix, changed)).toBe(changed === token);
        },
      ),
    );
  });

  it('refuses any other string without an error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => expect(isWellFormedToken('gwk_', value)).toBe(false)),
    );
  });

  it('can be derived: the same secret and subject always give it, and others never do', () => {
    const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((each) => Buffer.from(each));
    fc.assert(
      fc.property(bytes, bytes, fc.string(), fc.string(), (secret, other, subject, another) => {
        const token = deriveToken('prt_', secret, subject);
        expect(isWellFormedToken('prt_', token)).toBe(true);
        expect(deriveToken('prt_', secret, subject)).toBe(token);
        expect(deriveToken('prt_', secret, another) === token).toBe(subject === another);
        expect(deriveToken('prt_', other, subject) === token).toBe(secret.equals(other));
        expect(deriveToken('ivc_', secret, subject).slice(4)).not.toBe(token.slice(4));
      }),
    );
  });

  it('is looked up by its SHA-256', () => {
    expect(hashToken('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});

function independentChecksum(text: string): string {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  let value = BigInt((crc ^ 0xffffffff) >>> 0);
  let out = '';
  for (let place = 0; place < 6; place += 1) {
    out = digits.charAt(Number(value % 62n)) + out;
    value /= 62n;
  }
  return out;
}
