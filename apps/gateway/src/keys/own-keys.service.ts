/*
 * The keys of a customer, managed by a key of its own with the scope `keys`, or by a member. Each change is one transaction:
 *
 * 1. lock    Locks the calling key, if there is one, and the key that changes, in the order of their ids, so that no change of an operator
 *            comes between the check and the write.
 * 2. check   Refuses terms that the operator did not allow (allowed-terms.ts). Only a key that is allowed no more than the
 *            calling one gets a new secret, because its holder would then have more than the calling key. A member makes a
 *            key after a key with the scope `keys`, which counts as the calling one.
 * 3. write   Keeps what the operator allowed beside the new terms, and records the change.
 */
import { Injectable } from '@nestjs/common';
import { hashToken, mintToken } from '@shipyard/auth';
import { inputInvalid, openAiErrors, type ResponseRecorder } from '@shipyard/http';
import { uuidv7 } from '@shipyard/platform/ids';
import { isUUID } from 'class-validator';
import { DataSource, type EntityManager, In, IsNull } from 'typeorm';
import { type Actor, type Change, ChangesService } from '../changes/changes.service';
import { NEWEST_FIRST, type Page, readPage } from '../database/page';
import type { PageQuery } from '../database/page.dto';
import { type AllowedTerms, allowedTermsOf, excessOf, TERM_NAMES, termsOf } from './allowed-terms';
import type { Caller } from './enterprise-key.guard';
import { EnterpriseKey } from './enterprise-key.entity';
import { recordOf, revokedColumns, rotatedColumns, toColumns } from './key-admin.service';
import { type KeyAnswer, type KeyView, type KeyWithSecret, toKeyView } from './key.view';
import { keyErrors } from './keys.errors';
import { type ChangeKeyDto, type CreateOwnKeyDto, GRACE_SECONDS, MAX_ABANDONED, type RotateKeyDto } from './keys.dto';

/** Bounds what a customer stores. */
const MOST_KEYS = 1_000;

type OwnCaller = Pick<Caller, 'customerId' | 'keyId'>;

/** A member has no key. */
export interface KeyManager {
  customerId: string;
  keyId: string | null;
  /** Whom the audit names. If absent: the key. */
  actor?: Actor;
}

@Injectable()
export class OwnKeysService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: ChangesService,
  ) {}

  list({ customerId }: Pick<OwnCaller, 'customerId'>, page: PageQuery): Promise<Page<KeyView>> {
    const query = this.dataSource.manager
      .createQueryBuilder(EnterpriseKey, 'key')
      .where('key.customer_id = :customerId', { customerId });
    return readPage(query, page, NEWEST_FIRST, toKeyView);
  }

  async find({ customerId }: Pick<OwnCaller, 'customerId'>, keyId: string): Promise<KeyAnswer> {
    const key = await this.dataSource.manager.findOneBy(EnterpriseKey, { id: knownId(keyId), customerId });
    if (!key) throw keyErrors.key_not_found();
    return { key: toKeyView(key) };
  }

  /** Absent terms are those of the calling key. */
  create(
    caller: OwnCaller & Pick<KeyManager, 'actor'>,
    recorder: ResponseRecorder,
    input: CreateOwnKeyDto,
  ): Promise<KeyWithSecret> {
    const secret = mintToken('gwk_');
    const id = uuidv7();
    return this.make(caller, caller.keyId, 'key.create', recorder, async (manager, { own }) => {
      await assertMayAdd(manager, caller.customerId);
      if (!own?.scopes.includes('keys')) throw keyErrors.insufficient_scope();
      const allowed = allowedTermsOf(own);
      const terms = withInput(termsOf(toKeyView(own)), input);
      assertAllowed(terms, allowed);
      await manager.insert(EnterpriseKey, {
        id,
        customerId: caller.customerId,
        name: input.name,
        scopes: terms.scopes,
        ...toColumns({ ...terms, fallback: input.fallback }),
        secretHash: hashToken(secret),
        last4: secret.slice(-4),
        allowedTerms: allowed,
        createdByKeyId: caller.actor ? null : caller.keyId,
      });
      const key = toKeyView(await manager.findOneByOrFail(EnterpriseKey, { id }));
      return { subjectId: id, before: null, after: key, answer: { key, secret } };
    });
  }

  /** An absent field does not change; null removes a limit, if the operator set none. */
  change(caller: KeyManager, recorder: ResponseRecorder, id: string, input: ChangeKeyDto): Promise<KeyAnswer> {
    return this.make(caller, id, 'key.update', recorder, async (manager, { target }) => {
      assertNotRevoked(target);
      const { name, scopes, ...terms } = input;
      const allowed = allowedTermsOf(target);
      assertAllowed(withInput(termsOf(toKeyView(target)), input), allowed);
      await manager.update(EnterpriseKey, { id }, { name, scopes, ...toColumns(terms), allowedTerms: allowed });
      return recordOf(manager, target);
    });
  }

  rotate(
    caller: KeyManager,
    recorder: ResponseRecorder,
    id: string,
    { grace_seconds = GRACE_SECONDS }: RotateKeyDto,
  ): Promise<KeyWithSecret> {
    const secret = mintToken('gwk_');
    return this.make(caller, id, 'key.rotate', recorder, async (manager, { own, target }) => {
      assertNotRevoked(target);
      if (own) assertAllowed(allowedTermsOf(target), allowedTermsOf(own));
      await manager.update(EnterpriseKey, { id }, rotatedColumns(target, secret, grace_seconds));
      const change = await recordOf(manager, target);
      return { ...change, answer: { ...change.answer, secret } };
    });
  }

  /** Safe to repeat. */
  revoke(caller: KeyManager, recorder: ResponseRecorder, id: string): Promise<KeyAnswer> {
    return this.make(caller, id, 'key.revoke', recorder, async (manager, { target }) => {
      if (target.revokedAt === null) await manager.update(EnterpriseKey, { id }, revokedColumns());
      return recordOf(manager, target);
    });
  }

  /** How the audit names the calling key. */
  async actorOf({ keyId }: Pick<OwnCaller, 'keyId'>): Promise<Actor> {
    const { name } = await this.dataSource.manager.findOneByOrFail(EnterpriseKey, { id: keyId });
    return { kind: 'enterprise_key', id: keyId, name };
  }

  private async make<Answer>(
    caller: KeyManager,
    keyId: string,
    action: string,
    recorder: ResponseRecorder,
    work: (manager: EntityManager, keys: LockedKeys) => Promise<Change<Answer>>,
  ): Promise<Answer> {
    const targetId = knownId(keyId);
    // The key is read once more in the transaction, for the check. The audit needs its name before.
    const actor = caller.actor ?? (await this.actorOf({ keyId: knownId(caller.keyId ?? '') }));
    return this.changes.make(actor, recorder, action, async (manager) =>
      work(manager, await lockKeys(manager, caller, targetId)),
    );
  }
}

interface LockedKeys {
  /** The calling key. Null: a member calls. */
  own: EnterpriseKey | null;
  target: EnterpriseKey;
}

async function lockKeys(manager: EntityManager, { customerId, keyId }: KeyManager, id: string): Promise<LockedKeys> {
  const keys = await manager.find(EnterpriseKey, {
    where: { id: In(keyId === null ? [id] : [keyId, id]), customerId },
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
  const own = keys.find((key) => key.id === keyId) ?? null;
  if (keyId !== null && (own === null || own.revokedAt !== null)) throw openAiErrors.invalid_api_key();
  const target = keys.find((key) => key.id === id);
  if (!target) throw keyErrors.key_not_found();
  return { own, target };
}

/** One transaction of a customer counts and adds at a time. */
async function assertMayAdd(manager: EntityManager, customerId: string): Promise<void> {
  await manager.query(`SELECT pg_advisory_xact_lock(hashtext('keys of ' || $1))`, [customerId]);
  const live = await manager.countBy(EnterpriseKey, { customerId, revokedAt: IsNull() });
  if (live >= MOST_KEYS) throw keyErrors.too_many_keys({ headers: { 'x-should-retry': 'false' } });
}

/** Other text is no id of a key, and Postgres does not accept every string. */
function knownId(keyId: string): string {
  if (!isUUID(keyId)) throw keyErrors.key_not_found();
  return keyId.toLowerCase();
}

function assertNotRevoked({ revokedAt }: EnterpriseKey): void {
  if (revokedAt !== null) throw keyErrors.key_revoked({ headers: { 'x-should-retry': 'false' } });
}

function withInput(terms: AllowedTerms, input: CreateOwnKeyDto | ChangeKeyDto): AllowedTerms {
  const given = Object.fromEntries(
    TERM_NAMES.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]])),
  );
  const merged = { ...terms, ...given };
  return { ...merged, max_abandoned: merged.max_abandoned ?? MAX_ABANDONED };
}

function assertAllowed(terms: AllowedTerms, allowed: AllowedTerms): void {
  const excess = excessOf(terms, allowed);
  if (!excess) return;
  const { field, problem } = excess;
  if (field === 'scopes') throw keyErrors.insufficient_scope({ param: field, message: `${field} ${problem}.` });
  if (field === 'models') throw keyErrors.model_not_allowed({ param: field, message: `${field} ${problem}.` });
  throw inputInvalid(field, problem);
}
