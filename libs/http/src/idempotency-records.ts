import { uuidv7 } from '@shipyard/platform/ids';
import type { Logger } from '@shipyard/platform/logger';
import type { KeyRing } from '@shipyard/platform/sealing';
import { inBatches, sweeper } from '@shipyard/platform/sweep';
import { DataSource, type EntityManager } from 'typeorm';
import { claimKey, KEPT_HOURS, type KeyedRequest, type KeyRows, OWNER_BYTES } from './key-claim';

/** Renewed during execution. A dead process's keys are free after this time. */
const LEASE_SECONDS = 30;
const RENEW_EVERY_MS = 10_000;
const SWEPT_AT_ONCE = 500;
/** Only responses of at least this size count against OWNER_BYTES. */
const LARGE_BYTES = 16 * 1024;

export interface StoredAnswer {
  answer: Buffer;
  isSealed: boolean;
  status: number | null;
  subjectId?: string;
}

export type KeyClaim =
  | { kind: 'mine'; claimId: string }
  | { kind: 'done'; stored: StoredAnswer }
  | { kind: 'running' }
  | { kind: 'reused' };

interface StoredRow {
  fingerprint: Buffer;
  fingerprintKeyId: string;
  answer: Buffer | null;
  isSealed: boolean;
  status: number | null;
}

/**
 * Requests by their Idempotency-Key, in the service's table `idempotency_keys`:
 * 1. `claimKey` claims a key in one statement, so that one of many concurrent requests executes. It also takes over expired
 *    keys and those of dead processes.
 * 2. `renew` extends all claims of this process during execution.
 * 3. `keep` stores the response, in the transaction of the work if there is one. `release` frees the key of a failed
 *    request.
 * 4. `trim` clears the oldest large responses of an owner with many. Their requests are not executed again and cannot
 *    be replayed.
 */
export class IdempotencyRecords {
  private readonly running = new Set<string>();
  private readonly renewal: NodeJS.Timeout;

  constructor(
    private readonly dataSource: DataSource,
    private readonly keys: KeyRing,
    private readonly logger: Logger,
  ) {
    this.renewal = setInterval(() => void this.renew(), RENEW_EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.renewal);
  }

  async claimKey(request: KeyedRequest): Promise<KeyClaim> {
    const claimId = uuidv7();
    const result = await claimKey(request, this.keys, this.rowsOf(request.ownerId, claimId));
    if (result.kind === 'mine') return { kind: 'mine', claimId };
    if (result.kind !== 'stored') return result;
    const { answer, isSealed, status } = result.stored;
    return answer === null ? { kind: 'running' } : { kind: 'done', stored: { answer, isSealed, status } };
  }

  /** Returns false if the lease has ended and another request has taken over the key. */
  async keep(
    claimId: string,
    { answer, isSealed, status, subjectId }: StoredAnswer,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<boolean> {
    const [, kept] = await manager.query<[unknown, number]>(
      `UPDATE idempotency_keys SET answer = $2, is_sealed = $3, status = $4, leased_until = NULL${subjectId === undefined ? '' : ', subject_id = $5'}
       WHERE claim_id = $1 AND answer IS NULL`,
      [claimId, answer, isSealed, status, ...(subjectId === undefined ? [] : [subjectId])],
    );
    return kept > 0;
  }

  /** Call it after `keep` was committed. */
  async trim(ownerId: string, { answer }: StoredAnswer): Promise<void> {
    if (answer.length < LARGE_BYTES) return;
    await this.dataSource.query(
      `UPDATE idempotency_keys SET answer = '' WHERE claim_id IN (
         SELECT claim_id FROM (
           SELECT claim_id, sum(octet_length(answer)) OVER (ORDER BY expires_at DESC, claim_id DESC) AS bytes
           FROM idempotency_keys WHERE owner_id = $1 AND octet_length(answer) >= ${LARGE_BYTES}
         ) large WHERE bytes > $2)`,
      [ownerId, OWNER_BYTES],
    );
  }

  end(claimId: string): void {
    this.running.delete(claimId);
  }

  async release(claimId: string): Promise<void> {
    await this.dataSource.query('DELETE FROM idempotency_keys WHERE claim_id = $1 AND answer IS NULL', [claimId]);
  }

  private rowsOf(ownerId: string, claimId: string): KeyRows<StoredRow> {
    return {
      insert: async ({ keyHash, fingerprintKeyId, fingerprint }) => {
        // Renewed from the start, because the statement may take long to answer.
        this.running.add(claimId);
        let isMine = false;
        try {
          const rows = await this.dataSource.query<unknown[]>(
            `INSERT INTO idempotency_keys AS held (owner_id, key_hash, fingerprint_key_id, fingerprint, claim_id, leased_until, expires_at)
             VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => $6), now() + make_interval(hours => $7))
             ON CONFLICT (owner_id, key_hash) DO UPDATE SET
               fingerprint_key_id = excluded.fingerprint_key_id, fingerprint = excluded.fingerprint, claim_id = excluded.claim_id,
               leased_until = excluded.leased_until, expires_at = excluded.expires_at, answer = NULL, is_sealed = false
             WHERE held.expires_at <= now() OR (held.leased_until <= now() AND held.fingerprint = excluded.fingerprint)
             RETURNING claim_id`,
            [ownerId, keyHash, fingerprintKeyId, fingerprint, claimId, LEASE_SECONDS, KEPT_HOURS],
          );
          isMine = rows.length > 0;
        } finally {
          if (!isMine) this.running.delete(claimId);
        }
        return isMine;
      },
      find: async (keyHash) => {
        const [row] = await this.dataSource.query<StoredRow[]>(
          `SELECT fingerprint, fingerprint_key_id AS "fingerprintKeyId", answer, is_sealed AS "isSealed", status
           FROM idempotency_keys WHERE owner_id = $1 AND key_hash = $2`,
          [ownerId, keyHash],
        );
        return row;
      },
    };
  }

  private async renew(): Promise<void> {
    if (this.running.size === 0) return;
    try {
      await this.dataSource.query(
        'UPDATE idempotency_keys SET leased_until = now() + make_interval(secs => $2) WHERE claim_id = ANY ($1::uuid[]) AND answer IS NULL',
        [[...this.running], LEASE_SECONDS],
      );
    } catch (error) {
      this.logger.warn({ err: error }, 'The leases of running requests were not renewed and are tried again');
    }
  }
}

/** Deletes expired keys. */
export const idempotencyKeysSweeper = (name: string) =>
  sweeper({
    name,
    everyMs: 10 * 60_000,
    inject: [DataSource],
    sweep: (dataSource) =>
      inBatches(SWEPT_AT_ONCE, async () => {
        const [, deleted] = await dataSource.query<[unknown, number]>(
          `DELETE FROM idempotency_keys WHERE claim_id IN (SELECT claim_id FROM idempotency_keys WHERE expires_at <= now() LIMIT ${SWEPT_AT_ONCE})`,
        );
        return deleted;
      }),
  });
