import { createCipheriv, createHmac, hkdfSync } from 'node:crypto';
import type { KeyRing } from '@shipyard/platform/sealing';
import { ownCallId } from '../../chat/own-call-id';
import type { ForeignCallId } from './foreign-call-id';
import { LONGEST_CALL_ID, PACKED_BYTES, packCallId, unpackCallId } from './packed-call-id';

const CIPHER = 'aes-256-ctr';
const KEY_BYTES = 32;
const BLOCK_BYTES = 16;
const TAG_BYTES = 7;
const PREFIX = 'call_';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = BigInt(DIGITS.length);
const VALUES = new Map([...DIGITS].map((digit, value) => [digit, BigInt(value)]));
const CODE_LENGTH = LONGEST_CALL_ID - PREFIX.length;
const CODE_BYTES = TAG_BYTES + PACKED_BYTES;

interface Keys {
  cipher: Buffer;
  tag: Buffer;
}

/**
 * Tool call ids for customers contain the supplier's id, encrypted: see
 * docs/decisions/routing-and-suppliers.md. The same id gives the same result. All have 40 characters.
 */
export class CallIds {
  private readonly keys: Keys[];

  constructor(
    ring: KeyRing,
    supplierId: string,
    private readonly toForeign: ForeignCallId,
  ) {
    this.keys = ring.keyIds.map((keyId) => {
      const purpose = `tool call ids of 40 characters of ${supplierId}`;
      const derived = Buffer.from(hkdfSync('sha256', ring.find(keyId) ?? '', '', purpose, 2 * KEY_BYTES));
      return { cipher: derived.subarray(0, KEY_BYTES), tag: derived.subarray(KEY_BYTES) };
    });
  }

  toOwn(id: string, functionName = ''): string {
    const [keys] = this.keys;
    if (!keys) return ownCallId();
    const packed = packCallId(id, functionName);
    // Suppliers with longer ids take any id. A hash is at least the same for a call and its result.
    if (!packed) return PREFIX + encode(hmac(`too long: ${id}`, keys).subarray(0, CODE_BYTES));
    const tag = tagOf(packed, keys);
    return PREFIX + encode(Buffer.concat([tag, crypt(packed, tag, keys)]));
  }

  /** Returns the supplier's id. An id that is not ours goes in a form that the supplier takes. */
  toSuppliers(id: string, functionName = ''): string {
    const code = id.startsWith(PREFIX) ? decode(id.slice(PREFIX.length)) : undefined;
    for (const keys of code ? this.keys : []) {
      const packed = code && open(code, keys);
      if (packed) return unpackCallId(packed, functionName) ?? this.toForeign(id);
    }
    return this.toForeign(id);
  }
}

const hmac = (text: string | Buffer, keys: Keys) => createHmac('sha256', keys.tag).update(text).digest();

const tagOf = (packed: Buffer, keys: Keys) => hmac(packed, keys).subarray(0, TAG_BYTES);

/** The tag is the initialization vector too, so equal ids look equal and others do not. */
function crypt(bytes: Buffer, tag: Buffer, keys: Keys): Buffer {
  const vector = Buffer.alloc(BLOCK_BYTES);
  tag.copy(vector);
  return createCipheriv(CIPHER, keys.cipher, vector).update(bytes);
}

function open(code: Buffer, keys: Keys): Buffer | undefined {
  const tag = code.subarray(0, TAG_BYTES);
  const packed = crypt(code.subarray(TAG_BYTES), tag, keys);
  return tagOf(packed, keys).equals(tag) ? packed : undefined;
}

/** Letters and digits only, because some clients accept nothing else. */
function encode(bytes: Buffer): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  for (; rest > 0n; rest /= BASE) text = (DIGITS[Number(rest % BASE)] ?? '') + text;
  return text.padStart(CODE_LENGTH, '0');
}

function decode(text: string): Buffer | undefined {
  if (text.length !== CODE_LENGTH) return undefined;
  let value = 0n;
  for (const character of text) {
    const digit = VALUES.get(character);
    if (digit === undefined) return undefined;
    value = value * BASE + digit;
  }
  const hex = value.toString(16).padStart(2 * CODE_BYTES, '0');
  return hex.length === 2 * CODE_BYTES ? Buffer.from(hex, 'hex') : undefined;
}
