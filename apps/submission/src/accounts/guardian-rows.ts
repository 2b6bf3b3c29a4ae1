import { hashToken } from '@shipyard/auth';
import { type KeyRing } from '@shipyard/platform/sealing';
import { uuidv7 } from '@shipyard/platform/ids';
import type { EntityManager } from 'typeorm';
import { DEMO_FACTOR, GUARDIAN_MAILS_A_DAY } from '../limits/rates';
import type { Locale } from './account.entity';
import { guardianToken } from './guardian-token';
import type { GuardianStatus, GuardianView } from './guardian.view';

/** Each mail renews the link. */
const LINK_DAYS = 30;

const STATUS = `CASE WHEN guardian.withdrawn_at IS NOT NULL THEN 'withdrawn' WHEN guardian.agreed_at IS NOT NULL THEN 'agreed' ELSE 'asked' END`;
const HAS_AGREED = 'guardian.agreed_at IS NOT NULL AND guardian.withdrawn_at IS NULL';

export interface Guardian {
  accountId: string;
  email: string;
  name: string | null;
  status: GuardianStatus;
  indexing: boolean;
  askedAt: Date;
  agreedAt: Date | null;
  deletionRequestedAt: Date | null;
  linkId: string;
  keyId: string;
  linkExpiresAt: Date;
}

const COLUMNS = `guardian.account_id AS "accountId", guardian.email, guardian.name, ${STATUS} AS status, guardian.indexing,
  guardian.asked_at AS "askedAt", guardian.agreed_at AS "agreedAt", guardian.deletion_requested_at AS "deletionRequestedAt",
  guardian.link_id AS "linkId", guardian.key_id AS "keyId", guardian.link_expires_at AS "linkExpiresAt"`;

export async function readGuardian(manager: EntityManager, accountId: string): Promise<Guardian | null> {
  const [guardian] = await manager.query<Guardian[]>(
    `SELECT ${COLUMNS} FROM guardians guardian WHERE account_id = $1`,
    [accountId],
  );
  return guardian ?? null;
}

export const toGuardianView = (guardian: Guardian | null): GuardianView | null =>
  guardian && { status: guardian.status, asked_at: guardian.askedAt, agreed_at: guardian.agreedAt };

/** The holder of a link, with what decides whether the link is void. An expired one is found too. */
export interface LinkHolder {
  accountId: string;
  linkId: string;
  handle: string;
  birthDate: string | null;
  isExpired: boolean;
}

export async function findLinkHolder(manager: EntityManager, tokenHash: Buffer): Promise<LinkHolder | null> {
  const [holder] = await manager.query<LinkHolder[]>(
    `SELECT account.id AS "accountId", guardian.link_id AS "linkId", account.handle, account.birth_date::text AS "birthDate",
       guardian.link_expires_at <= now() AS "isExpired"
     FROM guardians guardian JOIN accounts account ON account.id = guardian.account_id WHERE guardian.token_hash = $1`,
    [tokenHash],
  );
  return holder ?? null;
}

export interface GuardianRequest {
  accountId: string;
  email: string;
  keys: KeyRing;
  isDemo: boolean;
}

export interface AskedGuardian {
  guardian: Guardian;
  /** Another address than before: whatever the one before agreed to is over. */
  isNew: boolean;
}

/**
 * Writes whom the account names as its guardian. A new address voids the link and the agreement of the one before. Lock
 * the account first. Returns null if the guardian of this account got too many mails today.
 */
export async function writeGuardian(
  manager: EntityManager,
  { accountId, email, keys, isDemo }: GuardianRequest,
): Promise<AskedGuardian | null> {
  const before = await readGuardian(manager, accountId);
  const isNew = before === null || before.email.toLowerCase() !== email.toLowerCase();
  const link = isNew ? newLink(keys) : linkAgain(before, keys);
  const most = GUARDIAN_MAILS_A_DAY * (isDemo ? DEMO_FACTOR : 1);
  const written = await manager.query<unknown[]>(
    `INSERT INTO guardians AS guardian (account_id, email, link_id, key_id, token_hash, link_expires_at, mailed_at)
     VALUES ($1, $2, $3, $4, $5, now() + make_interval(days => $6), ARRAY[now()])
     ON CONFLICT (account_id) DO UPDATE SET email = excluded.email, link_id = excluded.link_id, key_id = excluded.key_id,
       token_hash = excluded.token_hash, link_expires_at = excluded.link_expires_at, asked_at = now(),
       mailed_at = array(SELECT at FROM unnest(guardian.mailed_at) at WHERE at > now() - interval '1 day') || excluded.mailed_at,
       name = CASE WHEN $8 THEN NULL ELSE guardian.name END, locale = CASE WHEN $8 THEN NULL ELSE guardian.locale END,
       indexing = guardian.indexing AND NOT $8, shipments_agreed_ahead = guardian.shipments_agreed_ahead AND NOT $8,
       agreed_at = CASE WHEN $8 OR guardian.withdrawn_at IS NOT NULL THEN NULL ELSE guardian.agreed_at END,
       withdrawn_at = NULL, deletion_requested_at = CASE WHEN $8 THEN NULL ELSE guardian.deletion_requested_at END
     WHERE (SELECT count(*) FROM unnest(guardian.mailed_at) at WHERE at > now() - interval '1 day') < $7
     RETURNING account_id`,
    [accountId, email, link.linkId, link.keyId, link.tokenHash, LINK_DAYS, most, isNew],
  );
  if (written.length === 0) return null;
  const guardian = await readGuardian(manager, accountId);
  return guardian && { guardian, isNew };
}

/** At most a day. A limit of the address, which counts over all accounts, is over then too. */
export async function secondsUntilNextMail(manager: EntityManager, accountId: string): Promise<number> {
  const [wait] = await manager.query<{ seconds: number | null }[]>(
    `SELECT ceil(extract(epoch FROM min(at) + interval '1 day' - now()))::integer AS seconds
     FROM guardians guardian, unnest(guardian.mailed_at) at WHERE account_id = $1 AND at > now() - interval '1 day'`,
    [accountId],
  );
  return wait?.seconds ?? 86_400;
}

interface NewLink {
  linkId: string;
  keyId: string;
  tokenHash: Buffer;
}

function newLink(keys: KeyRing): NewLink {
  const link = { linkId: uuidv7(), keyId: keys.current.keyId };
  const token = guardianToken(link, keys);
  if (token === null) throw new Error('The current key of a ring is not in it');
  return { ...link, tokenHash: hashToken(token) };
}

/** A link that has expired stays so, because who found it later must not get in. */
function linkAgain({ linkId, keyId, linkExpiresAt }: Guardian, keys: KeyRing): NewLink {
  const token = linkExpiresAt.getTime() > Date.now() ? guardianToken({ linkId, keyId }, keys) : null;
  return token === null ? newLink(keys) : { linkId, keyId, tokenHash: hashToken(token) };
}

/** For a mail to the guardian, which holds the link: it works for another LINK_DAYS. Lock the account first. */
export async function renewLink(manager: EntityManager, guardian: Guardian, keys: KeyRing): Promise<string> {
  const link = linkAgain(guardian, keys);
  await manager.query(
    `UPDATE guardians SET link_id = $2, key_id = $3, token_hash = $4, link_expires_at = now() + make_interval(days => $5)
     WHERE account_id = $1`,
    [guardian.accountId, link.linkId, link.keyId, link.tokenHash, LINK_DAYS],
  );
  return link.linkId;
}

/** Who acts: the link names the address that was asked, so a guardian who was replaced meanwhile changes nothing. */
export interface ActingGuardian {
  accountId: string;
  linkId: string;
}

/** For the mails that follow. Nothing changes if the link is void meanwhile. */
export async function writeGuardianLocale(
  manager: EntityManager,
  { accountId, linkId }: ActingGuardian,
  locale: Locale,
): Promise<void> {
  await manager.query(
    'UPDATE guardians SET locale = $3 WHERE account_id = $1 AND link_id = $2 AND locale IS DISTINCT FROM $3',
    [accountId, linkId, locale],
  );
}

export async function writeAgreement(
  manager: EntityManager,
  { accountId, linkId }: ActingGuardian,
  { name, indexing }: { name: string; indexing: boolean },
): Promise<boolean> {
  const [, agreed] = await manager.query<[unknown[], number]>(
    `UPDATE guardians guardian SET name = $3, indexing = $4, withdrawn_at = NULL, deletion_requested_at = NULL,
       agreed_at = CASE WHEN ${HAS_AGREED} THEN agreed_at ELSE now() END
     WHERE account_id = $1 AND link_id = $2`,
    [accountId, linkId, name, indexing],
  );
  return agreed === 1;
}

/** `agreed_at` stays: it says that there was an agreement. */
export async function writeWithdrawal(
  manager: EntityManager,
  { accountId, linkId }: ActingGuardian,
  { asksForDeletion }: { asksForDeletion: boolean },
): Promise<boolean> {
  const [, withdrawn] = await manager.query<[unknown[], number]>(
    `UPDATE guardians SET withdrawn_at = coalesce(withdrawn_at, now()), indexing = false, shipments_agreed_ahead = false,
       deletion_requested_at = CASE WHEN $3 THEN coalesce(deletion_requested_at, now()) ELSE deletion_requested_at END
     WHERE account_id = $1 AND link_id = $2`,
    [accountId, linkId, asksForDeletion],
  );
  return withdrawn === 1;
}

/** Accounts that have a guardian and, born on this day or before, need none. */
export async function findGrownUp(manager: EntityManager, bornUntil: string): Promise<string[]> {
  const grown = await manager.query<{ id: string }[]>(
    `SELECT account.id FROM guardians guardian JOIN accounts account ON account.id = guardian.account_id
     WHERE account.birth_date <= $1::date LIMIT 100`,
    [bornUntil],
  );
  return grown.map(({ id }) => id);
}

export async function forgetGuardian(manager: EntityManager, accountId: string): Promise<void> {
  await manager.query('DELETE FROM guardians WHERE account_id = $1', [accountId]);
}

export interface Agreement {
  agreedAt: Date;
  /** Counts as an agreement to each shipment. Only the demo has it. */
  coversShipments: boolean;
}

/** Locks the agreement: a guardian who withdraws it waits for the transaction. Null if there is none. */
export async function lockAgreement(manager: EntityManager, accountId: string): Promise<Agreement | null> {
  const [agreement] = await manager.query<Agreement[]>(
    `SELECT guardian.agreed_at AS "agreedAt", guardian.shipments_agreed_ahead AS "coversShipments" FROM guardians guardian
     WHERE guardian.account_id = $1 AND ${HAS_AGREED} FOR SHARE`,
    [accountId],
  );
  return agreement ?? null;
}
