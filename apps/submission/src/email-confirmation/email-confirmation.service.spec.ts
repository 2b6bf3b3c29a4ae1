import { NO_RECORDER } from '@shipyard/http';
import { uuidv7 } from '@shipyard/platform/ids';
import { createLogger } from '@shipyard/platform/logger';
import { KeyRing } from '@shipyard/platform/sealing';
import { openSpecDatabase } from '@shipyard/testing';
import type { DataSource } from 'typeorm';
import type { Caller } from '../accounts';
import { submissionDataSource } from '../database/data-source';
import { migrateDatabase } from '../database/migrate-schema';
import { type LinkedMail, MailLinks } from '../mail';
import { ConfirmationMails } from './confirmation-mails.service';
import { EmailConfirmation } from './email-confirmation.service';

const DAY_MS = 24 * 60 * 60_000;
const config = {
  URL_SIGNING_KEYS: new KeyRing(new Map([['k1', Buffer.alloc(32, 1)]])),
  SUBMISSION_PUBLIC_URL: 'https://build.example',
  DEMO: false,
};

describe('the confirmation of an email', () => {
  const links = new MailLinks();
  let dataSource: DataSource;
  let confirmation: EmailConfirmation;

  beforeAll(async () => {
    const { ownerUrl } = await openSpecDatabase('submission', migrateDatabase);
    dataSource = submissionDataSource(ownerUrl, createLogger('specs'), 'specs');
    await dataSource.initialize();
    confirmation = new EmailConfirmation(dataSource, config);
    new ConfirmationMails(dataSource, links, config).onModuleInit();
  });

  afterAll(() => dataSource.destroy());

  async function register() {
    const id = uuidv7();
    await dataSource.query(
      `INSERT INTO accounts (id, handle, display_name, email, password_hash) VALUES ($1, $2, 'Ada', $3, '')`,
      [id, id.slice(-12), `Ada.${id}@example.org`],
    );
    await confirmation.requestLink({ accountId: id } as Caller, NO_RECORDER);
    return id;
  }

  const change = (accountId: string, assignment: string) =>
    dataSource.manager.query(`UPDATE accounts SET ${assignment} WHERE id = $1`, [accountId]);
  const isConfirmed = async (accountId: string) => {
    const [account] = await dataSource.query<{ at: Date | null }[]>(
      'SELECT email_confirmed_at AS at FROM accounts WHERE id = $1',
      [accountId],
    );
    return account?.at ?? null;
  };

  async function linkOf(accountId: string, changes: Partial<LinkedMail> = {}): Promise<string | null> {
    const [mail] = await dataSource.query<LinkedMail[]>(
      `SELECT id, account_id AS "accountId", key, data, created_at AS "createdAt" FROM mail_outbox WHERE account_id = $1`,
      [accountId],
    );
    if (!mail) throw new Error('A mail is expected');
    return links.of('confirm_email', { ...mail, ...changes });
  }
  const tokenOf = async (accountId: string, changes: Partial<LinkedMail> = {}) =>
    new URL((await linkOf(accountId, changes)) ?? '').searchParams.get('token') ?? '';

  it('works with the link of its mail, which is the same for each attempt, and a second time', async () => {
    const id = await register();
    const link = await linkOf(id);
    expect(link).toMatch(/^https:\/\/build\.example\/confirm\?token=[\w.-]+$/);
    expect(await linkOf(id)).toBe(link);
    const token = await tokenOf(id);
    expect(await confirmation.confirm(token)).toBe(true);
    const confirmedAt = await isConfirmed(id);
    expect(confirmedAt).not.toBeNull();
    expect([await confirmation.confirm(token), await isConfirmed(id)]).toEqual([true, confirmedAt]);
  });

  it('is refused 7 days after the mail was asked for, and not before', async () => {
    const id = await register();
    const tokenAfter = (ms: number) => tokenOf(id, { createdAt: new Date(Date.now() - ms) });
    expect(await confirmation.confirm(await tokenAfter(7 * DAY_MS))).toBe(false);
    expect(await isConfirmed(id)).toBeNull();
    expect(await confirmation.confirm(await tokenAfter(7 * DAY_MS - 60_000))).toBe(true);
  });

  it('is refused for another account, another email, and when the account is gone', async () => {
    const [id, other] = [await register(), await register()];
    const token = await tokenOf(id);
    expect(await confirmation.confirm(token.replace(id, other))).toBe(false);
    await change(id, `email = 'other-' || email`);
    expect(await confirmation.confirm(token)).toBe(false);
    expect([await isConfirmed(id), await isConfirmed(other)]).toEqual([null, null]);
    const gone = await tokenOf(other);
    await dataSource.query('DELETE FROM accounts WHERE id = $1', [other]);
    expect(await confirmation.confirm(gone)).toBe(false);
  });

  it('is mailed five times an hour, and asked for beyond that with the same answer', async () => {
    const id = await register();
    for (let requests = 1; requests < 8; requests += 1)
      expect(await confirmation.requestLink({ accountId: id } as Caller, NO_RECORDER)).toEqual({ requested: true });
    expect(await dataSource.query('SELECT FROM mail_outbox WHERE account_id = $1', [id])).toHaveLength(5);
  });

  it('sends nothing when there is nothing left to confirm, or the account is suspended', async () => {
    const [confirmed, suspended] = [await register(), await register()];
    await change(confirmed, 'email_confirmed_at = now()');
    await change(suspended, 'suspended_at = now()');
    expect([await linkOf(confirmed), await linkOf(suspended)]).toEqual([null, null]);
  });
});
