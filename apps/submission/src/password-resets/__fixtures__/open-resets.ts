import { HttpError } from '@shipyard/http';
import { uuidv7 } from '@shipyard/platform/ids';
import { createLogger } from '@shipyard/platform/logger';
import { RateLimiter } from '@shipyard/platform/rate-limiter';
import { KeyRing } from '@shipyard/platform/sealing';
import { AccountRecovery, type Caller } from '../../accounts';
import type { HttpConfig } from '../../config';
import { submissionDataSource } from '../../database/data-source';
import { RateLimits } from '../../limits/rate-limits';
import { type LinkedMail, MailLinks } from '../../mail';
import { PasswordResets } from '../password-resets.service';
import { ResetMails } from '../reset-mails.service';

const config = {
  SUBMISSION_PUBLIC_URL: 'https://build.example',
  URL_SIGNING_KEYS: new KeyRing(new Map([['k1', Buffer.alloc(32, 1)]])),
  DEMO: false,
} as HttpConfig & { SUBMISSION_PUBLIC_URL: string };

/** An admin whose role is settled. */
export const asAdmin = (accountId: string): Caller => ({
  accountId,
  credentialId: accountId,
  sessionId: null,
  handle: accountId.slice(-12),
  locale: null,
  roles: ['participant', 'admin'],
  scopes: null,
  withheldRoles: [],
  waitingRoles: [],
  hasSecondFactor: false,
  hasFreshSecondFactor: false,
});

/** Password resets as the service wires them, on a database of specs. `ended` collects the accounts whose tokens or second factor ended. */
export async function openResets(ownerUrl: string) {
  const logger = createLogger('specs');
  const dataSource = submissionDataSource(ownerUrl, logger, 'specs');
  await dataSource.initialize();

  const ended = { tokens: [] as string[], secondFactors: [] as string[] };
  const end = (kind: keyof typeof ended) => (_: unknown, accountId: string) =>
    Promise.resolve(ended[kind].push(accountId));
  const revokeWithPassword = (_: unknown, accountId: string, revokesTokens: boolean | undefined) =>
    revokesTokens === true ? end('tokens')(_, accountId) : Promise.resolve();
  const [tokens, secondFactors] = [{ revokeWithPassword }, { remove: end('secondFactors') }];
  const recovery = new AccountRecovery(
    ...([tokens, secondFactors] as unknown as ConstructorParameters<typeof AccountRecovery>),
  );
  const limits = new RateLimits(new RateLimiter(null, logger), false);
  const links = new MailLinks();
  const mails = new ResetMails(dataSource, links, config);
  mails.onModuleInit();

  async function register(changes: { suspended?: boolean } = {}) {
    const id = uuidv7();
    const email = `Ada.${id}@example.org`;
    await dataSource.query(
      `INSERT INTO accounts (id, handle, display_name, email, password_hash, suspended_at) VALUES ($1, $2, 'Ada', $3, $4, CASE WHEN $5 THEN now() END)`,
      [id, id.slice(-12), email, `hash of ${id}`, changes.suspended === true],
    );
    return { id, email };
  }

  async function work() {
    await mails.dropRequests();
    while (await mails.handleNext());
  }

  return {
    dataSource,
    limits,
    ended,
    resets: new PasswordResets(dataSource, recovery, limits, config),
    linkOf: (mail: LinkedMail) => links.of('password_reset', mail),
    mailsOf: (accountId: string) =>
      dataSource.query<LinkedMail[]>(
        `SELECT id, account_id AS "accountId", key, data, created_at AS "createdAt" FROM mail_outbox WHERE account_id = $1 ORDER BY id`,
        [accountId],
      ),
    register,
    work,
  };
}

export const tokenIn = (link: string | null) => (link === null ? null : new URL(link).searchParams.get('token'));

export const codeOf = (error: unknown) => (error instanceof HttpError ? error.code : String(error));
