import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Setting } from './config';

/** The current secret comes first. Older ones only open what they sealed or signed. */
export class KeyRing {
  constructor(private readonly keys: ReadonlyMap<string, Buffer>) {}

  get current(): { keyId: string; secret: Buffer } {
    const [first] = this.keys;
    if (!first) throw new Error('A key ring holds at least one key');
    return { keyId: first[0], secret: first[1] };
  }

  get keyIds(): string[] {
    return [...this.keys.keys()];
  }

  find(keyId: string): Buffer | undefined {
    return this.keys.get(keyId);
  }
}

const TAKES = 'id:base64,id:base64… with secrets of 32 bytes, the current one first (for one: openssl rand -base64 32)';

export function keyRing(): Setting<KeyRing> {
  return {
    takes: TAKES,
    parse: (value) => {
      const keys = new Map<string, Buffer>();
      for (const item of value.split(',')) {
        const match = /^([A-Za-z0-9_-]{1,64}):([A-Za-z0-9+/]{43}=)$/.exec(item.trim());
        if (!match?.[1] || !match[2] || keys.has(match[1])) return undefined;
        keys.set(match[1], Buffer.from(match[2], 'base64'));
      }
      return new KeyRing(keys);
    },
  };
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Returns nonce, tag and ciphertext. `boundTo` names the owner of the data: it is not stored, and needed to unseal. */
export function seal(plain: string | Buffer, key: Buffer, boundTo: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(boundTo));
  const ciphertext = Buffer.concat([
    cipher.update(typeof plain === 'string' ? Buffer.from(plain) : plain),
    cipher.final(),
  ]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
}

/** Returns null for another key, another `boundTo`, or modified data. */
export function unseal(sealed: Buffer, key: Buffer, boundTo: string): Buffer | null {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}

export interface SealedByRing {
  masterKeyId: string;
  sealed: Buffer;
}

export function sealByRing(plain: string | Buffer, boundTo: string, ring: KeyRing): SealedByRing {
  const { keyId, secret } = ring.current;
  return { masterKeyId: keyId, sealed: seal(plain, secret, boundTo) };
}

/** Also returns null if the ring lacks the key. */
export function unsealByRing({ masterKeyId, sealed }: SealedByRing, boundTo: string, ring: KeyRing): Buffer | null {
  const key = ring.find(masterKeyId);
  return key ? unseal(sealed, key, boundTo) : null;
}
