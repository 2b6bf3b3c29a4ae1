import { uuidv7 } from '@shipyard/platform/ids';
import type { EntityManager } from 'typeorm';
import { AccountAuditEntry } from './account-audit-entry.entity';

export const EMAIL_CHANGE_HOURS = 24;

/** The mailbox that a link was sent to. */
export const MAILBOXES = ['old', 'new'] as const;
export type Mailbox = (typeof MAILBOXES)[number];

/** A change of the email that waits for one or both mailboxes. */
export interface EmailChange {
  id: string;
  accountId: string;
  newEmail: string;
  requestedAt: Date;
  expiresAt: Date;
  oldConfirmedAt: Date | null;
  newConfirmedAt: Date | null;
}

const COLUMNS = `id, account_id AS "accountId", new_email AS "newEmail", requested_at AS "requestedAt", expires_at AS "expiresAt",
  old_confirmed_at AS "oldConfirmedAt", new_confirmed_at AS "newConfirmedAt"`;

export async function readEmailChange(manager: EntityManager, accountId: string): Promise<EmailChange | null> {
  const [change] = await manager.query<EmailChange[]>(
    `SELECT ${COLUMNS} FROM email_changes WHERE account_id = $1 AND expires_at > now()`,
    [accountId],
  );
  return change ?? null;
}

export async function findEmailChange(manager: EntityManager, id: string): Promise<EmailChange | null> {
  const [change] = await manager.query<EmailChange[]>(
    `SELECT ${COLUMNS} FROM email_changes WHERE id = $1 AND expires_at > now()`,
    [id],
  );
  return change ?? null;
}

/** Replaces the change that waits, whose links are void then. Lock the account first. */
export async function writeEmailChange(
  manager: EntityManager,
  accountId: string,
  newEmail: string,
): Promise<EmailChange> {
  const [written] = await manager.query<EmailChange[]>(
    `INSERT INTO email_changes (account_id, id, new_email, expires_at) VALUES ($1, $2, $3, now() + make_interval(hours => $4))
     ON CONFLICT (account_id) DO UPDATE SET id = excluded.id, new_email = excluded.new_email, requested_at = now(),
       expires_at = excluded.expires_at, old_confirmed_at = NULL, new_confirmed_at = NULL
     RETURNING ${COLUMNS}`,
    [accountId, uuidv7(), newEmail, EMAIL_CHANGE_HOURS],
  );
  if (!written) throw new Error('A change of an email was written and is not there');
  await manager.insert(AccountAuditEntry, { accountId, actorId: accountId, action: 'ask_email_change' });
  return written;
}

/** Null if the change has ended meanwhile. */
export async function confirmMailbox(
  manager: EntityManager,
  id: string,
  mailbox: Mailbox,
): Promise<EmailChange | null> {
  const [[confirmed]] = await manager.query<[EmailChange[], number]>(
    `UPDATE email_changes SET
       old_confirmed_at = CASE WHEN $2 = 'old' THEN coalesce(old_confirmed_at, now()) ELSE old_confirmed_at END,
       new_confirmed_at = CASE WHEN $2 = 'new' THEN coalesce(new_confirmed_at, now()) ELSE new_confirmed_at END
     WHERE id = $1 AND expires_at > now() RETURNING ${COLUMNS}`,
    [id, mailbox],
  );
  return confirmed ?? null;
}

/** Who ends a change before it is made. A mailbox is not a signed-in person, so its entry names nobody. */
export async function endEmailChange(
  manager: EntityManager,
  { accountId, by }: { accountId: string; by: Mailbox | 'holder' },
): Promise<boolean> {
  const [, ended] = await manager.query<[unknown[], number]>('DELETE FROM email_changes WHERE account_id = $1', [
    accountId,
  ]);
  if (ended === 0) return false;
  await manager.insert(
    AccountAuditEntry,
    by === 'holder'
      ? { accountId, actorId: accountId, action: 'cancel_email_change' }
      : { accountId, action: 'refuse_email_change', details: { mailbox: by } },
  );
  return true;
}

/**
 * Gives the account its new email, which is confirmed. Returns false if another account has it. The unique index decides
 * a race, and then throws.
 */
export async function makeEmailChange(manager: EntityManager, change: EmailChange): Promise<boolean> {
  const { accountId, newEmail } = change;
  await manager.query('DELETE FROM email_changes WHERE id = $1', [change.id]);
  const [, made] = await manager.query<[unknown[], number]>(
    `UPDATE accounts SET email = $2, email_confirmed_at = now(), mail_bounced_at = NULL
     WHERE id = $1 AND NOT EXISTS (SELECT FROM accounts other WHERE lower(other.email) = lower($2) AND other.id <> $1)`,
    [accountId, newEmail],
  );
  if (made === 0) return false;
  await manager.insert(AccountAuditEntry, { accountId, actorId: accountId, action: 'change_email' });
  return true;
}

/** Whether mail about the change goes to somebody who has an account with this email already. */
export async function isEmailTaken(manager: EntityManager, { accountId, newEmail }: EmailChange): Promise<boolean> {
  const taken = await manager.query<unknown[]>('SELECT FROM accounts WHERE lower(email) = lower($1) AND id <> $2', [
    newEmail,
    accountId,
  ]);
  return taken.length > 0;
}

export async function forgetExpiredEmailChanges(manager: EntityManager): Promise<void> {
  await manager.query('DELETE FROM email_changes WHERE expires_at <= now()');
}
