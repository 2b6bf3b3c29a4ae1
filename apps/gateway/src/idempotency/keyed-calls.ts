import { claimKey, KEPT_HOURS, type KeyRows, openAnswer, OWNER_BYTES, sealAnswer } from '@shipyard/http';
import { poolOf } from '@shipyard/platform/database';
import type { KeyRing } from '@shipyard/platform/sealing';
import type { DataSource, EntityManager } from 'typeorm';
import { PreparedStatements } from '../database/prepared-statements';
import { StoredBytes } from './stored-bytes';

const MOST_ANSWER_BYTES = 1024 * 1024;
const LOOK_EVERY_BYTES = 1024 * 1024;
/** Trimming leaves room until the next check. */
const TRIMMED_BYTES = OWNER_BYTES - 8 * LOOK_EVERY_BYTES;

export interface KeyedCall {
  customerId: string;
  idempotencyKey: string;
  requestId: string;
  url: string;
  body: unknown;
}

export interface KeyClaim {
  kind: 'mine';
  claimId: string;
  masterKeyId: string;
}

export type KeyClaimResult =
  | KeyClaim
  /** `answer` is null if it cannot be replayed. `chargedNano` is null if there is no charge yet. */
  | { kind: 'done'; answer: string | null; chargedNano: bigint | null }
  | { kind: 'running' }
  | { kind: 'reused' };

interface StoredCall {
  fingerprint: Buffer;
  fingerprintKeyId: string;
  answer: Buffer | null;
  isFinal: boolean;
  charged: string | null;
}

export class KeyedCalls {
  private readonly statements: PreparedStatements;
  private readonly storedBytes = new StoredBytes(LOOK_EVERY_BYTES);
  private readonly untrimmed = new Set<string>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly masterKeys: KeyRing,
    private readonly processId: string,
    private readonly deadAfterSeconds: number,
  ) {
    this.statements = new PreparedStatements(() => poolOf(dataSource));
  }

  /** `claimId` must be new. The claim may have been written even if this throws. */
  async claimKey(call: KeyedCall, claimId: string): Promise<KeyClaimResult> {
    const { customerId: ownerId, idempotencyKey, url, body } = call;
    const request = { ownerId, idempotencyKey, method: 'POST', url, body: { kind: 'json' as const, value: body } };
    const result = await claimKey(request, this.masterKeys, this.rowsOf(call, claimId));
    if (result.kind === 'mine') return { kind: 'mine', claimId, masterKeyId: result.fingerprintKeyId };
    if (result.kind !== 'stored') return result;
    const { answer, isFinal, charged, fingerprintKeyId } = result.stored;
    if (!isFinal && charged === null) return { kind: 'running' };
    return {
      kind: 'done',
      answer: answer && openAnswer(answer, this.secretsOf(call, fingerprintKeyId)),
      chargedNano: charged === null ? null : BigInt(charged),
    };
  }

  /** Valid with its charge, or at once with `isFinal`. Omits answers above 1 MiB. False if the key was lost. */
  async record(
    call: KeyedCall,
    claim: KeyClaim,
    answer: object,
    isFinal: boolean,
    manager?: EntityManager,
  ): Promise<boolean> {
    const text = JSON.stringify(answer);
    const sealed =
      Buffer.byteLength(text) > MOST_ANSWER_BYTES ? null : sealAnswer(text, this.secretsOf(call, claim.masterKeyId));
    const values = [claim.claimId, sealed, isFinal];
    const stored = manager
      ? await manager.query<unknown[]>(RECORD, values)
      : await this.statements.query<{ claim_id: string }>(RECORD, values);
    if (sealed && stored.length > 0 && this.storedBytes.add(call.customerId, sealed.length))
      this.untrimmed.add(call.customerId);
    return stored.length > 0;
  }

  /** Clears the oldest answers, whose requests can no longer be executed or replayed. Call it after the commit. */
  async trim(customerId: string): Promise<void> {
    if (this.untrimmed.delete(customerId)) await this.dataSource.query(TRIM, [customerId, OWNER_BYTES, TRIMMED_BYTES]);
  }

  async isMine({ claimId }: KeyClaim): Promise<boolean> {
    return (await this.statements.query('SELECT FROM keyed_calls WHERE claim_id = $1', [claimId])).length > 0;
  }

  /** Keeps keys whose request was charged or is final. */
  async release(claimIds: string[]): Promise<void> {
    await this.dataSource.query(RELEASE, [claimIds]);
  }

  private rowsOf({ customerId, requestId }: KeyedCall, claimId: string): KeyRows<StoredCall> {
    return {
      insert: async ({ keyHash, fingerprintKeyId, fingerprint }) => {
        const claimed = await this.statements.query<{ claim_id: string }>(CLAIM, [
          customerId,
          keyHash,
          fingerprintKeyId,
          fingerprint,
          claimId,
          requestId,
          this.processId,
          KEPT_HOURS,
          this.deadAfterSeconds,
        ]);
        return claimed.length > 0;
      },
      find: async (keyHash) => (await this.statements.query<StoredCall>(FIND, [customerId, keyHash]))[0],
    };
  }

  private secretsOf({ customerId, idempotencyKey }: KeyedCall, masterKeyId: string) {
    const secret = this.masterKeys.find(masterKeyId);
    if (!secret) throw new Error(`GATEWAY_MASTER_KEYS lacks the key ${masterKeyId}, which an answer is sealed with`);
    return { credential: `${secret.toString('base64')} ${customerId}`, idempotencyKey };
  }
}

const CLAIM = `
  INSERT INTO keyed_calls AS held (customer_id, key_hash, master_key_id, fingerprint, claim_id, request_id, process_id, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(hours => $8))
  ON CONFLICT (customer_id, key_hash) DO UPDATE SET
    master_key_id = excluded.master_key_id, fingerprint = excluded.fingerprint, claim_id = excluded.claim_id, request_id = excluded.request_id,
    process_id = excluded.process_id, expires_at = excluded.expires_at, answer = NULL, is_final = false
  WHERE held.expires_at <= now() OR (
    NOT held.is_final AND held.fingerprint = excluded.fingerprint
    AND NOT EXISTS (SELECT FROM processes WHERE id = held.process_id AND beaten_at >= now() - make_interval(secs => $9))
    AND NOT EXISTS (SELECT FROM hold_blocks WHERE process_id = held.process_id)
    AND NOT EXISTS (SELECT FROM ledger_keys WHERE subject = held.request_id AND kind = 'charge')
  )
  RETURNING claim_id`;

const FIND = `
  SELECT fingerprint, master_key_id AS "fingerprintKeyId", answer, is_final AS "isFinal",
    (SELECT (-amount_nano)::text FROM ledger_keys JOIN ledger_entries USING (created_at, kind)
     WHERE subject = keyed_calls.request_id AND kind = 'charge' AND ledger_entries.request_id = subject AND account = 'customer') AS charged
  FROM keyed_calls WHERE customer_id = $1 AND key_hash = $2`;

// Ends in a SELECT, because TypeORM returns the rows of an UPDATE in another shape.
const RECORD = `
  WITH kept AS (
    UPDATE keyed_calls SET answer = $2, is_final = $3
    WHERE claim_id = $1
      AND NOT EXISTS (SELECT FROM ledger_keys WHERE subject = keyed_calls.request_id AND kind = 'charge')
    RETURNING claim_id
  ) SELECT claim_id FROM kept`;

const TRIM = `
  WITH kept AS (
    SELECT claim_id, sum(octet_length(answer)) OVER (ORDER BY expires_at DESC, claim_id DESC) AS bytes
    FROM keyed_calls WHERE customer_id = $1 AND answer IS NOT NULL
  )
  UPDATE keyed_calls SET answer = NULL WHERE claim_id IN (SELECT claim_id FROM kept WHERE bytes > $3) AND (SELECT max(bytes) FROM kept) > $2 - ${LOOK_EVERY_BYTES}`;

const RELEASE = `
  DELETE FROM keyed_calls WHERE claim_id = ANY ($1::uuid[]) AND NOT is_final AND NOT EXISTS (
    SELECT FROM ledger_keys WHERE subject = keyed_calls.request_id AND kind = 'charge'
  )`;
