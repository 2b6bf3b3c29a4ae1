import { createHash } from 'node:crypto';
import type { KeyRing } from '@shipyard/platform/sealing';
import { fingerprint, type FingerprintRequest } from './request-fingerprint';

/** How long an Idempotency-Key is stored. */
export const KEPT_HOURS = 24;
/** Limits the stored responses of one owner. */
export const OWNER_BYTES = 64 * 1024 * 1024;

const TRIES = 3;

export interface KeyedRequest extends FingerprintRequest {
  ownerId: string;
  idempotencyKey: string;
}

interface StoredRequest {
  fingerprint: Buffer;
  fingerprintKeyId: string;
}

/** The statements on a table of Idempotency-Keys. */
export interface KeyRows<Stored extends StoredRequest> {
  /** Claims the key in one statement. False if another request holds it. */
  insert(claim: StoredRequest & { keyHash: Buffer }): Promise<boolean>;
  find(keyHash: Buffer): Promise<Stored | undefined>;
}

export type KeyClaimResult<Stored> =
  | { kind: 'mine'; fingerprintKeyId: string }
  /** The same request had the key before. */
  | { kind: 'stored'; stored: Stored }
  | { kind: 'running' }
  | { kind: 'reused' };

/** Claims the key of a request, or finds what the key was used for. One of many concurrent requests gets the key. */
export async function claimKey<Stored extends StoredRequest>(
  request: KeyedRequest,
  keys: KeyRing,
  rows: KeyRows<Stored>,
): Promise<KeyClaimResult<Stored>> {
  const keyHash = hashKey(request);
  let { keyId: fingerprintKeyId, secret } = keys.current;
  for (let left = TRIES; left > 0; left -= 1) {
    const print = fingerprint(request, secret);
    if (await rows.insert({ keyHash, fingerprintKeyId, fingerprint: print })) return { kind: 'mine', fingerprintKeyId };
    const stored = await rows.find(keyHash);
    // It was released between the two statements.
    if (!stored) continue;
    if (stored.fingerprintKeyId === fingerprintKeyId)
      return stored.fingerprint.equals(print) ? { kind: 'stored', stored } : { kind: 'reused' };
    // The row is older than a rotation of the keys, so its fingerprint needs the older key.
    const older = keys.find(stored.fingerprintKeyId);
    if (!older) return { kind: 'reused' };
    fingerprintKeyId = stored.fingerprintKeyId;
    secret = older;
  }
  return { kind: 'running' };
}

/** Unique per owner. The key itself is not stored. */
const hashKey = ({ ownerId, idempotencyKey }: KeyedRequest) =>
  createHash('sha256').update(`${ownerId}\n${idempotencyKey}`).digest();
