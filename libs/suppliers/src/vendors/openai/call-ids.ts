import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync } from 'node:crypto';
import type { KeyRing } from '@shipyard/platform/sealing';
import { ownCallId } from '../../chat/own-call-id';

const CIPHER = 'aes-256-cbc';
const KEY_BYTES = 32;
const TAG_BYTES = 16;
const PREFIX = 'call_';
const LONGEST_PLAIN_BYTES = 128;
const LONGEST_CODE = 240;
/** OpenAI refuses longer ids. */
const LONGEST_FOREIGN = 40;

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = BigInt(DIGITS.length);
const BITS_OF_DIGIT = Math.log2(DIGITS.length);
const VALUES = new Map([...DIGITS].map((digit, value) => [digit, BigInt(value)]));

interface Keys {
  cipher: Buffer;
  tag: Buffer;
}

/**
 * Tool call ids for customers contain the supplier's id, encrypted: see docs/decisions/0105. The same id gives the same
 * result.
 */
export class CallIds {
  private readonly keys: Keys[];

  constructor(ring: KeyRing, supplierId: string) {
    this.keys = ring.keyIds.map((keyId) => {
      const derived = Buffer.from(
        hkdfSync('sha256', ring.find(keyId) ?? '', '', `tool call ids of ${supplierId}`, 2 * KEY_BYTES),
      );
      return { cipher: derived.subarray(0, KEY_BYTES), tag: derived.subarray(KEY_BYTES) };
    });
  }

  toOwn(id: string): string {
    const plain = Buffer.from(id);
    const [keys] = this.keys;
    if (!keys || plain.length > LONGEST_PLAIN_BYTES) return ownCallId();
    const tag = tagOf(plain, keys);
    const cipher = createCipheriv(CIPHER, keys.cipher, tag);
    return PREFIX + encode(Buffer.concat([tag, cipher.update(plain), cipher.final()]));
  }

  /** Returns the supplier's id. An id that is not ours passes unchanged, or shortened to what suppliers accept. */
  toSuppliers(id: string): string {
    const bytes = id.startsWith(PREFIX) && id.length <= LONGEST_CODE ? decode(id.slice(PREFIX.length)) : undefined;
    for (const keys of bytes && bytes.length > TAG_BYTES ? this.keys : []) {
      const plain = bytes && open(bytes, keys);
      if (plain) return plain.toString();
    }
    return id.length <= LONGEST_FOREIGN ? id : PREFIX + createHash('sha256').update(id).digest('hex').slice(0, 32);
  }
}

const tagOf = (plain: Buffer, keys: Keys) =>
  createHmac('sha256', keys.tag).update(plain).digest().subarray(0, TAG_BYTES);

function open(bytes: Buffer, keys: Keys): Buffer | undefined {
  const tag = bytes.subarray(0, TAG_BYTES);
  try {
    const cipher = createDecipheriv(CIPHER, keys.cipher, tag);
    const plain = Buffer.concat([cipher.update(bytes.subarray(TAG_BYTES)), cipher.final()]);
    return tagOf(plain, keys).equals(tag) ? plain : undefined;
  } catch {
    // Wrong block size or padding: not our id.
    return undefined;
  }
}

/** Letters and digits only, because some clients accept nothing else. All texts of so many bytes have one length. */
function encode(bytes: Buffer): string {
  let rest = BigInt(`0x01${bytes.toString('hex')}`);
  let text = '';
  for (; rest > 0n; rest /= BASE) text = (DIGITS[Number(rest % BASE)] ?? '') + text;
  return text.padStart(Math.ceil((8 * bytes.length + 1) / BITS_OF_DIGIT), '0');
}

function decode(text: string): Buffer | undefined {
  let value = 0n;
  for (const character of text) {
    const digit = VALUES.get(character);
    if (digit === undefined) return undefined;
    value = value * BASE + digit;
  }
  const hex = value.toString(16);
  return hex.length % 2 === 1 && hex.startsWith('1') ? Buffer.from(hex.slice(1), 'hex') : undefined;
}
