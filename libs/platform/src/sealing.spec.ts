import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { KeyRing, seal, sealByRing, unseal, unsealByRing } from './sealing';

const key = randomBytes(32);
const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array));

describe('a sealed value', () => {
  it('opens with its key and its purpose', () => {
    fc.assert(
      fc.property(bytes, fc.string(), (plain, boundTo) =>
        expect(unseal(seal(plain, key, boundTo), key, boundTo)).toEqual(plain),
      ),
    );
  });

  it('does not open after any change of a byte or of its length', () => {
    fc.assert(
      fc.property(bytes, fc.nat(), fc.integer({ min: 1, max: 255 }), (plain, place, change) => {
        const sealed = seal(plain, key, 'a');
        const at = place % sealed.length;
        const changed = Buffer.from(sealed);
        changed.writeUInt8(changed.readUInt8(at) ^ change, at);
        expect(unseal(changed, key, 'a')).toBeNull();
        expect(unseal(sealed.subarray(0, at), key, 'a')).toBeNull();
        expect(unseal(Buffer.concat([sealed, Buffer.of(change)]), key, 'a')).toBeNull();
      }),
    );
  });

  it('stays closed for another key and for anything else', () => {
    const sealed = seal('a', key, 'one');
    expect(unseal(sealed, randomBytes(32), 'one')).toBeNull();
    expect(unseal(sealed, key, 'other')).toBeNull();
    expect(unseal(Buffer.alloc(0), key, 'one')).toBeNull();
  });

  it('never looks the same twice', () => {
    expect(seal('a', key, 'one').equals(seal('a', key, 'one'))).toBe(false);
  });
});

describe('a value that a key ring sealed', () => {
  const ring = new KeyRing(
    new Map([
      ['b', randomBytes(32)],
      ['a', randomBytes(32)],
    ]),
  );
  const older = new KeyRing(new Map([['a', ring.find('a') ?? Buffer.alloc(0)]]));

  it('is so by the current key, and shows nothing before it is opened', () => {
    const sealed = sealByRing('sk-12345', 'openai', ring);
    expect(sealed.masterKeyId).toBe('b');
    expect(sealed.sealed.toString('latin1')).not.toContain('sk-12345');
    expect(unsealByRing(sealed, 'openai', ring)?.toString()).toBe('sk-12345');
  });

  it('opens after another key became the current one', () => {
    expect(unsealByRing(sealByRing('sk', 'openai', older), 'openai', ring)?.toString()).toBe('sk');
  });

  it('stays closed without its key, and under the name of another', () => {
    const sealed = sealByRing('sk', 'openai', ring);
    expect(unsealByRing(sealed, 'openai', older)).toBeNull();
    expect(unsealByRing({ ...sealed, masterKeyId: 'a' }, 'openai', ring)).toBeNull();
  });
});
