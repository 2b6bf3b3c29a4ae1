import { Injectable } from '@nestjs/common';
import { hashToken, mintToken } from '@shipyard/auth';
import { envelopeErrors, inputInvalid, type ResponseRecorder } from '@shipyard/http';
import { violatedConstraint } from '@shipyard/platform/database';
import { uuidv7 } from '@shipyard/platform/ids';
import { DataSource, type EntityManager } from 'typeorm';
import { Customer, type KeyDefaults } from '../customers';
import { changeErrors } from '../changes/changes.errors';
import { type Actor, ChangesService } from '../changes/changes.service';
import { NEWEST_FIRST, type Page, readPage } from '../database/page';
import type { PageQuery } from '../database/page.dto';
import { checkedCny } from '../money';
import { TERM_NAMES, type TermName } from './allowed-terms';
import { EnterpriseKey } from './enterprise-key.entity';
import { type KeyView, type KeyWithSecret, toKeyView } from './key.view';
import { type ChangeKeyDto, type CreateKeyDto, GRACE_SECONDS, MAX_ABANDONED, type RotateKeyDto } from './keys.dto';

const noSuchKey = () =>
  envelopeErrors.NOT_FOUND({ message: 'There is no key with this id. GET /admin/keys lists the keys.' });
const isRevoked = () => changeErrors.CONFLICT({ message: 'This key is revoked. Make a new one.' });
const isMade = () => changeErrors.CONFLICT({ message: 'This key is made already. Its secret was shown once.' });
const isRotated = () =>
  changeErrors.CONFLICT({ message: 'This key has another secret than the one shown. Look at the key again.' });

@Injectable()
export class KeyAdminService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: ChangesService,
  ) {}

  list(page: PageQuery, customerId: string | undefined): Promise<Page<KeyView>> {
    const query = this.dataSource.manager.createQueryBuilder(EnterpriseKey, 'key');
    if (customerId !== undefined) query.where('key.customer_id = :customerId', { customerId });
    return readPage(query, page, NEWEST_FIRST, toKeyView);
  }

  async find(keyId: string): Promise<KeyView> {
    const key = await this.dataSource.manager.findOneBy(EnterpriseKey, { id: keyId });
    if (!key) throw noSuchKey();
    return toKeyView(key);
  }

  /** Throws CONFLICT if a key with this id is made already. */
  async create(
    actor: Actor,
    recorder: ResponseRecorder,
    { customer_id, name, scopes, ...terms }: CreateKeyDto,
    id = uuidv7(),
  ): Promise<KeyWithSecret> {
    const secret = mintToken('gwk_');
    const secretColumns = { secretHash: hashToken(secret), last4: secret.slice(-4) };
    try {
      return await this.changes.make(actor, recorder, 'key.create', async (manager) => {
        const customer = await manager.findOneBy(Customer, { id: customer_id });
        await manager.insert(EnterpriseKey, {
          id,
          customerId: customer_id,
          name,
          scopes,
          ...toColumns(withDefaults(terms, customer?.keyDefaults ?? {})),
          ...secretColumns,
        });
        const key = toKeyView(await manager.findOneByOrFail(EnterpriseKey, { id }));
        return { subjectId: id, before: null, after: key, answer: { key, secret } };
      });
    } catch (error) {
      if (violatedConstraint(error) === 'enterprise_keys_customer_id_fkey')
        throw inputInvalid('customer_id', 'is not the id of a customer');
      if (violatedConstraint(error) === 'enterprise_keys_pkey') throw isMade();
      throw error;
    }
  }

  /** An absent field does not change; null removes a limit. Throws CONFLICT for a revoked key. */
  change(
    actor: Actor,
    recorder: ResponseRecorder,
    id: string,
    { name, scopes, ...terms }: ChangeKeyDto,
  ): Promise<{ key: KeyView }> {
    return this.changes.make(actor, recorder, 'key.update', async (manager) => {
      const before = await lockKey(manager, id);
      if (before.revokedAt !== null) throw isRevoked();
      const columns = { name, scopes, ...toColumns(terms), ...allowedColumns(before, { scopes, ...terms }) };
      if (Object.values(columns).some((value) => value !== undefined))
        await manager.update(EnterpriseKey, { id }, columns);
      return recordOf(manager, before);
    });
  }

  /**
   * The old secret stays valid for the grace period, and the one before it ends. Throws CONFLICT for a revoked key, and if
   * its secret does not end as the caller has seen.
   */
  rotate(
    actor: Actor,
    recorder: ResponseRecorder,
    id: string,
    { grace_seconds = GRACE_SECONDS }: RotateKeyDto,
    seenLast4?: string,
  ): Promise<KeyWithSecret> {
    const secret = mintToken('gwk_');
    return this.changes.make(actor, recorder, 'key.rotate', async (manager) => {
      const before = await lockKey(manager, id);
      if (before.revokedAt !== null) throw isRevoked();
      if (seenLast4 !== undefined && seenLast4 !== before.last4) throw isRotated();
      await manager.update(EnterpriseKey, { id }, rotatedColumns(before, secret, grace_seconds));
      const change = await recordOf(manager, before);
      return { ...change, answer: { ...change.answer, secret } };
    });
  }

  /** Ends the previous secret too. Safe to repeat. */
  revoke(actor: Actor, recorder: ResponseRecorder, id: string): Promise<{ key: KeyView }> {
    return this.changes.make(actor, recorder, 'key.revoke', async (manager) => {
      const before = await lockKey(manager, id);
      if (before.revokedAt === null) await manager.update(EnterpriseKey, { id }, revokedColumns());
      return recordOf(manager, before);
    });
  }
}

export function rotatedColumns({ secretHash }: EnterpriseKey, secret: string, graceSeconds: number) {
  const isKept = graceSeconds > 0;
  return {
    secretHash: hashToken(secret),
    last4: secret.slice(-4),
    previousSecretHash: isKept ? secretHash : null,
    previousValidUntil: isKept ? () => `now() + make_interval(secs => ${Number(graceSeconds)})` : null,
  };
}

export const revokedColumns = () => ({
  revokedAt: () => 'now()',
  previousSecretHash: null,
  previousValidUntil: null,
});

type KeyTermsInput = Omit<ChangeKeyDto, 'name' | 'scopes'>;

/** An absent term is the customer's default. Null is a term of its own: no limit. */
const withDefaults = (terms: KeyTermsInput, defaults: KeyDefaults): KeyTermsInput => ({
  ...terms,
  models: terms.models === undefined ? defaults.models : terms.models,
  rpm: terms.rpm === undefined ? defaults.rpm : terms.rpm,
  tpm: terms.tpm === undefined ? defaults.tpm : terms.tpm,
  max_concurrency: terms.max_concurrency === undefined ? defaults.max_concurrency : terms.max_concurrency,
  budget: terms.budget === undefined ? defaults.budget : terms.budget,
});

/** What the operator allows now. The other terms stay what they were before the customer changed them. */
function allowedColumns({ allowedTerms }: EnterpriseKey, input: Pick<ChangeKeyDto, TermName>) {
  if (!allowedTerms) return {};
  const changed = Object.fromEntries(
    TERM_NAMES.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]])),
  );
  const merged = { ...allowedTerms, ...changed };
  return { allowedTerms: { ...merged, max_abandoned: merged.max_abandoned ?? MAX_ABANDONED } };
}

async function lockKey(manager: EntityManager, id: string): Promise<EnterpriseKey> {
  const key = await manager.findOne(EnterpriseKey, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (!key) throw noSuchKey();
  return key;
}

export async function recordOf(manager: EntityManager, before: EnterpriseKey) {
  const after = toKeyView(await manager.findOneByOrFail(EnterpriseKey, { id: before.id }));
  return { subjectId: before.id, before: toKeyView(before), after, answer: { key: after } };
}

export function toColumns({
  models,
  fallback,
  rpm,
  tpm,
  max_concurrency,
  max_abandoned,
  budget,
  allowed_ips,
  expires_at,
}: KeyTermsInput) {
  return {
    models,
    fallback,
    rpm,
    tpm,
    maxConcurrency: max_concurrency,
    maxAbandoned: max_abandoned === null ? MAX_ABANDONED : max_abandoned,
    budgetNano: budget ? checkedCny(budget.amount_cny) : budget,
    budgetPeriod: budget ? budget.period : budget,
    allowedIps: allowed_ips,
    expiresAt: typeof expires_at === 'string' ? new Date(expires_at) : expires_at,
  };
}
