import { hkdfSync } from 'node:crypto';
import { type KeyRing, seal, unseal } from '@shipyard/platform/sealing';
import type { DataSource, EntityManager } from 'typeorm';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-code';
import { newTotpSecret, totpStepOf } from './totp';

export const SECOND_FACTOR_REFUSALS = ['required', 'invalid'] as const;
export type SecondFactorRefusal = (typeof SECOND_FACTOR_REFUSALS)[number];
export const MAX_WRONG_CODES = 10;
const WINDOW_SECONDS = 15 * 60;

export type SecondFactorProof = { code: string } | { recoveryCode: string };

/** Each entrance counts its own attempts, so a thief of a session or token cannot lock the owner out of signing in. */
export type Entrance = 'log_in' | 'credential';

/** The column with the suffix `_since` holds the start of the window. */
const ATTEMPTS = { log_in: 'attempts', credential: 'credential_attempts' } as const;

interface AcceptedProof {
  kind: 'accepted';
  at: Date;
}

export type ProofRefusal = { kind: 'wrong' } | { kind: 'throttled'; retryAfterSeconds: number } | { kind: 'absent' };

interface RightCode {
  kind: 'right';
  step: number;
  keyId: string;
  sealedSecret: Buffer;
  secret: string;
}

interface SealedSecret {
  keyId: string;
  sealedSecret: Buffer;
}

/**
 * Second factors of the accounts of a service, in its tables `second_factors` and `recovery_codes`:
 * 1. `begin` stores a new encrypted secret, which has no effect yet.
 * 2. `checkPending` and `activate` turn it on with its first code, and create the recovery codes.
 * 3. `prove` accepts each code or recovery code once.
 * 4. `remove` turns it off.
 * Attempts with a code are counted before the code is verified, so parallel guesses do not get around the limit. A
 * correct code gives its attempt back. Recovery codes are too long to guess and are accepted beyond the limit.
 */
export class SecondFactors {
  constructor(
    private readonly dataSource: DataSource,
    private readonly keys: KeyRing,
  ) {}

  async standing(ownerId: string): Promise<{ confirmedAt: Date | null; recoveryCodesLeft: number }> {
    const [row] = await this.dataSource.query<{ confirmedAt: Date; recoveryCodesLeft: number }[]>(
      `SELECT confirmed_at AS "confirmedAt", (SELECT count(*)::integer FROM recovery_codes code WHERE code.owner_id = factor.owner_id) AS "recoveryCodesLeft"
       FROM second_factors factor WHERE owner_id = $1 AND confirmed_at IS NOT NULL`,
      [ownerId],
    );
    return row ?? { confirmedAt: null, recoveryCodesLeft: 0 };
  }

  async isSetUp(manager: EntityManager, ownerId: string): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      'SELECT 1 FROM second_factors WHERE owner_id = $1 AND confirmed_at IS NOT NULL',
      [ownerId],
    );
    return rows.length > 0;
  }

  /** Whether a proof at that time (or none) does not satisfy the second factor, which may have been replaced since. */
  async needsProof(manager: EntityManager, ownerId: string, provedAt: Date | null): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      'SELECT 1 FROM second_factors WHERE owner_id = $1 AND confirmed_at IS NOT NULL AND (confirmed_at <= $2) IS NOT TRUE',
      [ownerId, provedAt],
    );
    return rows.length > 0;
  }

  async begin(manager: EntityManager, ownerId: string): Promise<string | null> {
    const secret = newTotpSecret();
    const { keyId, sealedSecret } = this.sealSecret(ownerId, secret);
    const begun = await manager.query<unknown[]>(
      `INSERT INTO second_factors (owner_id, key_id, sealed_secret) VALUES ($1, $2, $3)
       ON CONFLICT (owner_id) DO UPDATE SET key_id = excluded.key_id, sealed_secret = excluded.sealed_secret
         WHERE second_factors.confirmed_at IS NULL
       RETURNING owner_id`,
      [ownerId, keyId, sealedSecret],
    );
    return begun.length === 0 ? null : secret;
  }

  checkPending(ownerId: string, code: string): Promise<RightCode | ProofRefusal> {
    return this.check(ownerId, code, 'pending', 'credential');
  }

  async activate(manager: EntityManager, ownerId: string, { step, sealedSecret }: RightCode): Promise<string[] | null> {
    const [, activated] = await manager.query<[unknown, number]>(
      `UPDATE second_factors SET confirmed_at = now(), last_step = $2, ${giveBack('credential')}
       WHERE owner_id = $1 AND confirmed_at IS NULL AND sealed_secret = $3`,
      [ownerId, step, sealedSecret],
    );
    if (activated === 0) return null;
    const codes = newRecoveryCodes();
    await manager.query('INSERT INTO recovery_codes (owner_id, code_hash) SELECT $1, unnest($2::bytea[])', [
      ownerId,
      codes.map(hashRecoveryCode),
    ]);
    return codes;
  }

  async prove(ownerId: string, proof: SecondFactorProof, entrance: Entrance): Promise<AcceptedProof | ProofRefusal> {
    if ('recoveryCode' in proof) return this.proveByRecoveryCode(ownerId, proof.recoveryCode);
    const checked = await this.check(ownerId, proof.code, 'on', entrance);
    if (checked.kind !== 'right') return checked;
    const { keyId, sealedSecret } =
      checked.keyId === this.keys.current.keyId ? checked : this.sealSecret(ownerId, checked.secret);
    const [[used]] = await this.dataSource.query<[{ at: Date }[], number]>(
      `UPDATE second_factors SET last_step = $2, ${giveBack(entrance)}, key_id = $3, sealed_secret = $4
       WHERE owner_id = $1 AND sealed_secret = $5 AND last_step < $2 RETURNING now()::timestamptz(3) AS at`,
      [ownerId, checked.step, keyId, sealedSecret, checked.sealedSecret],
    );
    return used ? { kind: 'accepted', ...used } : { kind: 'wrong' };
  }

  async remove(manager: EntityManager, ownerId: string): Promise<void> {
    await manager.query('DELETE FROM second_factors WHERE owner_id = $1', [ownerId]);
  }

  private async proveByRecoveryCode(ownerId: string, recoveryCode: string): Promise<AcceptedProof | ProofRefusal> {
    const [[used]] = await this.dataSource.query<[{ at: Date }[], number]>(
      'DELETE FROM recovery_codes WHERE owner_id = $1 AND code_hash = $2 RETURNING now()::timestamptz(3) AS at',
      [ownerId, hashRecoveryCode(recoveryCode)],
    );
    if (used) return { kind: 'accepted', ...used };
    return { kind: (await this.isSetUp(this.dataSource.manager, ownerId)) ? 'wrong' : 'absent' };
  }

  private async check(
    ownerId: string,
    code: string,
    which: 'pending' | 'on',
    entrance: Entrance,
  ): Promise<RightCode | ProofRefusal> {
    const attempt = await this.countAttempt(ownerId, which, entrance);
    if ('kind' in attempt) return attempt;
    const secret = this.openSecret(ownerId, attempt);
    if (secret === null)
      throw new Error(`The second factor of ${ownerId} does not open with the key ${attempt.keyId} of SESSION_KEYS`);
    const step = totpStepOf(secret, code, Date.now());
    return step === null ? { kind: 'wrong' } : { kind: 'right', step, secret, ...attempt };
  }

  private async countAttempt(
    ownerId: string,
    which: 'pending' | 'on',
    entrance: Entrance,
  ): Promise<SealedSecret | ProofRefusal> {
    const attempts = ATTEMPTS[entrance];
    const since = `${attempts}_since`;
    const [[row]] = await this.dataSource.query<[SealedSecret[], number]>(
      `UPDATE second_factors SET
         ${attempts} = CASE WHEN ${since} > now() - make_interval(secs => $3) THEN ${attempts} + 1 ELSE 1 END,
         ${since} = CASE WHEN ${since} > now() - make_interval(secs => $3) THEN ${since} ELSE now() END
       WHERE owner_id = $1 AND (confirmed_at IS NOT NULL) = $2 AND (${attempts} < $4 OR ${since} <= now() - make_interval(secs => $3))
       RETURNING key_id AS "keyId", sealed_secret AS "sealedSecret"`,
      [ownerId, which === 'on', WINDOW_SECONDS, MAX_WRONG_CODES],
    );
    if (row) return row;
    const [throttled] = await this.dataSource.query<{ retryAfterSeconds: number }[]>(
      `SELECT greatest(1, ceil(extract(epoch FROM ${since} - now()) + $3))::integer AS "retryAfterSeconds"
       FROM second_factors WHERE owner_id = $1 AND (confirmed_at IS NOT NULL) = $2`,
      [ownerId, which === 'on', WINDOW_SECONDS],
    );
    return throttled ? { kind: 'throttled', ...throttled } : { kind: 'absent' };
  }

  private sealSecret(ownerId: string, secret: string): SealedSecret {
    const { keyId, secret: key } = this.keys.current;
    return { keyId, sealedSecret: seal(secret, purposeKey(key), boundTo(ownerId)) };
  }

  private openSecret(ownerId: string, { keyId, sealedSecret }: SealedSecret): string | null {
    const key = this.keys.find(keyId);
    return (key && unseal(sealedSecret, purposeKey(key), boundTo(ownerId))?.toString()) ?? null;
  }
}

const giveBack = (entrance: Entrance) => `${ATTEMPTS[entrance]} = greatest(${ATTEMPTS[entrance]} - 1, 0)`;

const purposeKey = (key: Buffer) => Buffer.from(hkdfSync('sha256', key, '', 'secret of a second factor', 32));
const boundTo = (ownerId: string) => `second factor of ${ownerId}`;
