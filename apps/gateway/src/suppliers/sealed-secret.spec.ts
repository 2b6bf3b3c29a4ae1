import { randomBytes } from 'node:crypto';
import { KeyRing } from '@shipyard/platform';
import { openSecret, sealSecret } from './sealed-secret';

const ring = new KeyRing(new Map([['b', randomBytes(32)], ['a', randomBytes(32)]]));

describe('a sealed secret', () => {
  it('opens with the key that sealed it, and shows nothing before', () => {
    const sealed = sealSecret('sk-12345', 'openai', ring);
    expect(sealed.masterKeyId).toBe('b');
    expect(sealed.sealed.toString('latin1')).not.toContain('sk-12345');
    expect(openSecret(sealed, 'openai', ring)).toBe('sk-12345');
  });

  it('still opens when another key has become the current one', () => {
    const older = new KeyRing(new Map([['a', ring.find('a') ?? Buffer.alloc(0)]]));
    expect(openSecret(sealSecret('sk', 'openai', older), 'openai', ring)).toBe('sk');
  });

  it('stays closed for another owner, after any change, and without its key', () => {
    const sealed = sealSecret('sk-12345', 'openai', ring);
    expect(openSecret(sealed, 'other', ring)).toBeNull();
    for (let at = 0; at < sealed.sealed.length; at += 1) {
      const changed = Buffer.from(sealed.sealed);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(openSecret({ ...sealed, sealed: changed }, 'openai', ring)).toBeNull();
    }
    expect(openSecret({ ...sealed, masterKeyId: 'c' }, 'openai', ring)).toBeNull();
  });
});
