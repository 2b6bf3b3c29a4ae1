import { randomBytes, randomUUID } from 'node:crypto';
import { KeyRing } from '@shipyard/platform/sealing';
import fc from 'fast-check';
import { openRecipient, type Recipient, rewrapKey, sealRecipient } from './recipient';

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
const old = new KeyRing(new Map([['old', oldKey]]));
const both = new KeyRing(
  new Map([
    ['new', newKey],
    ['old', oldKey],
  ]),
);
const onlyNew = new KeyRing(new Map([['new', newKey]]));
const projectId = randomUUID();

const recipients = fc.record<Recipient>({
  name: fc.string({ unit: 'grapheme', maxLength: 100 }),
  phone: fc.string({ maxLength: 64 }),
  address: fc.string({ unit: 'grapheme', maxLength: 1_000 }),
  guardianConfirmed: fc.boolean(),
});
const somebody: Recipient = {
  name: 'Ada Weber',
  phone: '+49 30 1234',
  address: 'Hauptstr. 1\nBerlin',
  guardianConfirmed: false,
};

describe('an encrypted recipient', () => {
  it('opens for its project with the master key', () => {
    fc.assert(
      fc.property(recipients, (recipient) =>
        expect(openRecipient(sealRecipient(recipient, projectId, old), projectId, old)).toEqual(recipient),
      ),
    );
  });

  it('does not open after a change of any byte', () => {
    const sealed = sealRecipient(somebody, projectId, old);
    const changedAt = (bytes: Buffer, at: number, change: number) => {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(at % bytes.length) ^ change, at % bytes.length);
      return changed;
    };
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 255 }), (at, change) => {
        expect(
          openRecipient({ ...sealed, wrappedKey: changedAt(sealed.wrappedKey, at, change) }, projectId, old),
        ).toBeNull();
        expect(
          openRecipient({ ...sealed, recipient: changedAt(sealed.recipient, at, change) }, projectId, old),
        ).toBeNull();
      }),
    );
  });

  it('does not open for another project, or with parts of two rows', () => {
    const [one, other] = [sealRecipient(somebody, projectId, old), sealRecipient(somebody, projectId, old)];
    expect(openRecipient(one, randomUUID(), old)).toBeNull();
    expect(openRecipient({ ...one, recipient: other.recipient }, projectId, old)).toBeNull();
    expect(openRecipient({ ...one, recipient: one.wrappedKey }, projectId, old)).toBeNull();
  });

  it('has its own data key each time, and hides its content and length', () => {
    const [one, other] = [
      sealRecipient(somebody, projectId, old),
      sealRecipient({ ...somebody, address: 'a'.repeat(500) }, projectId, old),
    ];
    expect(one.wrappedKey).toHaveLength(60);
    expect(one.wrappedKey.equals(other.wrappedKey)).toBe(false);
    expect(one.recipient).toHaveLength(other.recipient.length);
    // A shorter piece could stand in the ciphertext by chance.
    expect(one.recipient.toString('latin1')).not.toContain(somebody.name);
  });
});

describe('a rewrapped data key', () => {
  it('uses the current master key, and opens the same recipient without the older key', () => {
    const sealed = sealRecipient(somebody, projectId, old);
    const wrapped = rewrapKey(sealed, projectId, both);
    expect(wrapped?.masterKeyId).toBe('new');
    expect(wrapped && openRecipient({ ...sealed, ...wrapped }, projectId, onlyNew)).toEqual(somebody);
  });

  it('needs the key that wraps it', () => {
    expect(rewrapKey(sealRecipient(somebody, projectId, old), projectId, onlyNew)).toBeNull();
  });
});
