import { hashPassword, isPassword, mintToken } from '@shipyard/auth';
import { HttpError, NO_RECORDER } from '@shipyard/http';
import { uuidv7 } from '@shipyard/platform/ids';
import { createLogger } from '@shipyard/platform/logger';
import { RateLimiter } from '@shipyard/platform/rate-limiter';
import { KeyRing } from '@shipyard/platform/sealing';
import { openSpecDatabase } from '@shipyard/testing';
import fc from 'fast-check';
import type { DataSource } from 'typeorm';
import { AccountRecovery, type Caller } from '../accounts';
import type { HttpConfig } from '../config';
import { submissionDataSource } from '../database/data-source';
import { migrateDatabase } from '../database/migrate-schema';
import { RateLimits } from '../limits/rate-limits';
import { ADDRESS_MAILS, WRONG_PASSWORDS } from '../limits/rates';
import { type LinkedMail, MailLinks } from '../mail';
import { PasswordResets } from './password-resets.service';
import { ResetMails } from './reset-mails.service';

const logger = createLogger('specs');
const keys = new KeyRing(new Map([['k1', Buffer.alloc(32, 1)]]));
const PUBLIC_URL = 'https://build.example';

type Step =
  | { kind: 'request'; times: number }
  | { kind: 'work' }
  | { kind: 'link' }
  | { kind: 'use'; which: number; times: number }
  | { kind: 'expire'; which: number }
  | { kind: 'change' }
  | { kind: 'suspend'; suspended: boolean };

/** Counted from the newest token. */
const which = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 9 }) },
);
const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('request' as const), times: fc.integer({ min: 1, max: 3 }) }),
    },
    { weight: 4, arbitrary: fc.constant({ kind: 'work' as const }) },
    { weight: 2, arbitrary: fc.constant({ kind: 'link' as const }) },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('use' as const), which, times: fc.integer({ min: 1, max: 3 }) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('expire' as const), which }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'change' as const }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('suspend' as const), suspended: fc.boolean() }) },
  ),
  { minLength: 1, maxLength: 25 },
);

interface KnownToken {
  token: string;
  byMail: boolean;
  /** What the database does not say of it any more. */
  isOver: boolean;
}

describe('a reset of the password', () => {
  let dataSource: DataSource;
  let resets: PasswordResets;
  let mails: ResetMails;
  let links: MailLinks;
  const limits = new RateLimits(new RateLimiter(null, logger), false);
  const statements: string[] = [];
  const ended = { tokens: [] as string[], secondFactors: [] as string[] };

  beforeAll(async () => {
    const { ownerUrl } = await openSpecDatabase('submission', migrateDatabase);
    dataSource = submissionDataSource(ownerUrl, logger, 'specs');
    await dataSource.initialize();
    const end = (kind: keyof typeof ended) => (_: unknown, accountId: string) =>
      Promise.resolve(ended[kind].push(accountId));
    const [tokens, secondFactors] = [{ revokeAllOf: end('tokens') }, { remove: end('secondFactors') }];
    const recovery = new AccountRecovery(
      ...([tokens, secondFactors] as unknown as ConstructorParameters<typeof AccountRecovery>),
    );
    const config = { SUBMISSION_PUBLIC_URL: PUBLIC_URL, URL_SIGNING_KEYS: keys, DEMO: false } as HttpConfig & {
      SUBMISSION_PUBLIC_URL: string;
    };
    resets = new PasswordResets(dataSource, recovery, limits, config);
    links = new MailLinks();
    mails = new ResetMails(dataSource, links, config);
    mails.onModuleInit();
  });

  afterAll(() => dataSource.destroy());

  async function register(changes: { suspended?: boolean } = {}) {
    const id = uuidv7();
    const email = `Ada.${id}@example.org`;
    await dataSource.query(
      `INSERT INTO accounts (id, handle, display_name, email, password_hash, suspended_at) VALUES ($1, $2, 'Ada', $3, $4, CASE WHEN $5 THEN now() END)`,
      [id, id.slice(-12), email, `hash of ${id}`, changes.suspended === true],
    );
    return { id, email };
  }

  const work = async () => {
    await mails.dropRequests();
    while (await mails.handleNext());
  };

  const mailsOf = (accountId: string) =>
    dataSource.query<LinkedMail[]>(
      `SELECT id, account_id AS "accountId", key, data, created_at AS "createdAt" FROM mail_outbox WHERE account_id = $1 ORDER BY id`,
      [accountId],
    );

  const linkOf = (mail: LinkedMail) => links.of('password_reset', mail);
  const tokenIn = (link: string | null) => (link === null ? null : new URL(link).searchParams.get('token'));

  it('follows its model, however requests, links, uses, expiry, changes and suspensions interleave', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (given) => {
        const { id, email } = await register();
        const known: KnownToken[] = [];
        const mailed: KnownToken[] = [];
        const state = { suspended: false, confirmed: false, pending: 0, password: null as string | null };
        const endAll = () => known.forEach((each) => (each.isOver = true));
        const live = () => known.filter(({ isOver }) => !isOver);
        const add = (token: string, byMail: boolean) => {
          endAll();
          const added = { token, byMail, isOver: false };
          known.push(added);
          return added;
        };
        const run = async (step: Step) => {
          if (step.kind === 'request') {
            for (let sent = 0; sent < step.times; sent += 1)
              await resets.request(sent % 2 ? email.toUpperCase() : email);
            state.pending += step.times;
          }
          if (step.kind === 'work') {
            await work();
            for (; state.pending > 0; state.pending -= 1) {
              const [valid] = live();
              const isOwed = !valid && state.confirmed;
              if (state.suspended || valid?.byMail === false) continue;
              if (mailed.length >= ADDRESS_MAILS.anHour && !isOwed) continue;
              mailed.push(valid ?? add('', true));
            }
            const sent = await mailsOf(id);
            expect(sent).toHaveLength(mailed.length);
            // Mails of one valid reset have the same link, at each attempt to send them. All others have none.
            for (const [at, reset] of mailed.entries()) {
              const mail = sent[at];
              if (!mail) throw new Error('A mail is expected');
              const token = tokenIn(await linkOf(mail));
              expect(token === null).toBe(reset.isOver || state.suspended);
              if (token === null) continue;
              expect([token, '']).toContain(reset.token === '' ? token : reset.token);
              reset.token = token;
            }
          }
          if (step.kind === 'link') {
            const issued = await resets.issueLink({ accountId: id } as Caller, NO_RECORDER, id).catch(codeOf);
            if (state.suspended) expect(issued).toBe('FORBIDDEN');
            else add(tokenIn((issued as { reset_link: { url: string } }).reset_link.url) ?? '', false);
          }
          if (step.kind === 'use') {
            const target = known.at(-1 - (step.which % Math.max(known.length, 1)));
            if (!target || target.token === '') return;
            const password = `a new password ${uuidv7()}`;
            const outcomes = await Promise.all(
              Array.from({ length: step.times }, () =>
                resets.reset({ resetToken: target.token, password }).then(() => 'done', codeOf),
              ),
            );
            const isDone = !target.isOver && !state.suspended;
            expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(isDone ? 1 : 0);
            expect(outcomes.filter((outcome) => outcome === 'RESET_TOKEN_INVALID')).toHaveLength(
              step.times - (isDone ? 1 : 0),
            );
            if (isDone) {
              target.isOver = true;
              state.password = password;
              state.confirmed ||= target.byMail;
            }
          }
          if (step.kind === 'expire') {
            const target = known.at(-1 - (step.which % Math.max(known.length, 1)));
            if (!target || target.token === '') return;
            await dataSource.query(
              `UPDATE password_resets SET expires_at = now() - interval '1 second', created_at = created_at - interval '1 minute' WHERE token_hash = sha256($1)`,
              [Buffer.from(target.token)],
            );
            target.isOver = true;
          }
          if (step.kind === 'change') {
            state.password = `changed ${uuidv7()}`;
            await dataSource.query('UPDATE accounts SET password_hash = $2 WHERE id = $1', [
              id,
              await hashPassword(state.password),
            ]);
            endAll();
          }
          if (step.kind === 'suspend') {
            state.suspended = step.suspended;
            await dataSource.query('UPDATE accounts SET suspended_at = CASE WHEN $2 THEN now() END WHERE id = $1', [
              id,
              step.suspended,
            ]);
          }
        };
        for (const step of given) await run(step);

        expect(live().length).toBeLessThanOrEqual(1);
        const [account] = await dataSource.query<{ passwordHash: string }[]>(
          'SELECT password_hash AS "passwordHash" FROM accounts WHERE id = $1',
          [id],
        );
        if (state.password === null) expect(account?.passwordHash).toBe(`hash of ${id}`);
        else expect(await isPassword(account?.passwordHash ?? '', state.password)).toBe(true);
        await dataSource.query('DELETE FROM password_reset_requests');
      }),
      { numRuns: 150 },
    );
  }, 240_000);

  it('is requested by the same statement for known, unknown, suspended and oddly written emails', async () => {
    const [known, suspended] = [await register(), await register({ suspended: true })];
    const emails = [known.email, known.email.toUpperCase(), suspended.email, 'nobody@example.org', 'x'.repeat(200)];
    const query = dataSource.query.bind(dataSource);
    const spy = jest.spyOn(dataSource, 'query').mockImplementation((...sent) => {
      statements.push(sent[0]);
      return query(...sent);
    });
    const begin = jest.spyOn(dataSource, 'transaction');
    for (const email of emails) {
      const before = await countRows();
      statements.length = 0;
      await resets.request(email);
      expect(statements).toHaveLength(1);
      expect(statements[0]).toMatch(/^INSERT INTO password_reset_requests /);
      expect(await countRows()).toEqual({
        ...before,
        password_reset_requests: (before.password_reset_requests ?? 0) + 1,
      });
    }
    expect(begin).not.toHaveBeenCalled();
    spy.mockRestore();
    begin.mockRestore();
    // Nothing follows the row for some accounts alone, such as the check of a foreign key.
    expect(
      await dataSource.query('SELECT tgname FROM pg_trigger WHERE tgrelid = $1::regclass', ['password_reset_requests']),
    ).toEqual([]);
    const stored = await dataSource.query<{ line: string }[]>('SELECT r::text AS line FROM password_reset_requests r');
    expect(stored.map(({ line }) => line).join()).not.toMatch(/@|example|xxx/i);
    await work();
    expect([(await mailsOf(known.id)).length, (await mailsOf(suspended.id)).length]).toEqual([2, 0]);
    expect(await dataSource.query('SELECT FROM password_reset_requests')).toEqual([]);
  });

  it('mails an address five times an hour and ten times a day, beyond that only its owner without a valid link', async () => {
    const { id, email } = await register();
    const sentAfter = async (statement?: string) => {
      if (statement !== undefined) await dataSource.manager.query(statement, [id]);
      await resets.request(email);
      await work();
      return (await mailsOf(id)).length;
    };
    const counts = [];
    for (let requests = 0; requests < 7; requests += 1) counts.push(await sentAfter());
    expect(counts).toEqual([1, 2, 3, 4, 5, 5, 5]);
    const use = 'UPDATE password_resets SET used_at = now() WHERE account_id = $1 AND superseded_at IS NULL';
    expect(await sentAfter(use)).toBe(5);
    expect(await sentAfter('UPDATE accounts SET email_confirmed_at = now() WHERE id = $1')).toBe(6);
    expect(await sentAfter()).toBe(6);
    expect(await sentAfter(`UPDATE accounts SET password_hash = 'changed' WHERE id = $1`)).toBe(7);
    expect(await sentAfter()).toBe(7);
    const earlier = `UPDATE mailed_addresses SET sent_at = ARRAY(SELECT sent - interval '61 minutes' FROM unnest(sent_at) sent)
      WHERE address_hash = (SELECT sha256(convert_to(lower(email), 'UTF8')) FROM accounts WHERE id = $1)`;
    expect([await sentAfter(earlier), await sentAfter(), await sentAfter(), await sentAfter()]).toEqual([8, 9, 10, 10]);
  });

  it('sends the valid link again, for 30 minutes more, and a new one in its second half hour', async () => {
    const { id, email } = await register();
    const tokenAfter = async (minutes: number) => {
      await dataSource.query(
        `UPDATE password_resets SET created_at = created_at - make_interval(mins => $2), expires_at = expires_at - make_interval(mins => $2) WHERE account_id = $1`,
        [id, minutes],
      );
      await resets.request(email);
      await work();
      const [last] = (await mailsOf(id)).slice(-1);
      if (!last) throw new Error('A mail is expected');
      const [live] = await dataSource.query<{ minutes: number }[]>(
        `SELECT round(extract(epoch FROM expires_at - now()) / 60)::integer AS minutes FROM password_resets
         WHERE account_id = $1 AND used_at IS NULL AND superseded_at IS NULL`,
        [id],
      );
      expect(live).toEqual({ minutes: 30 });
      return tokenIn(await linkOf(last)) ?? '';
    };
    const [first, again, later] = [await tokenAfter(0), await tokenAfter(20), await tokenAfter(15)];
    expect(first).toMatch(/^prt_/);
    expect(again).toBe(first);
    expect(later).not.toBe(first);
    const isDone = (resetToken: string) =>
      resets.reset({ resetToken, password: 'a good password' }).then(() => 'done', codeOf);
    expect([await isDone(first), await isDone(later)]).toEqual(['RESET_TOKEN_INVALID', 'done']);
  });

  it('leaves the link of an admin valid, however often a stranger asks for a mail', async () => {
    const { id, email } = await register();
    const { reset_link: link } = await resets.issueLink({ accountId: id } as Caller, NO_RECORDER, id);
    for (let requests = 0; requests < 10; requests += 1) {
      await resets.request(email);
      await work();
    }
    expect(await mailsOf(id)).toEqual([]);
    const done = await resets.reset({ resetToken: tokenIn(link.url) ?? '', password: 'a good password' });
    expect(done.account.id).toBe(id);
  });

  it.each([
    { who: 'a participant', roles: ['participant'], ends: { tokens: 1, secondFactors: 1 } },
    { who: 'staff, whom an admin knows', roles: ['participant', 'admin'], ends: { tokens: 1, secondFactors: 0 } },
  ])('ends what was there before the first proof of the mailbox, once, for $who', async ({ roles, ends }) => {
    const { id, email } = await register();
    await dataSource.query('UPDATE accounts SET roles = $2 WHERE id = $1', [id, roles]);
    const count = () => ({
      tokens: ended.tokens.filter((accountId) => accountId === id).length,
      secondFactors: ended.secondFactors.filter((accountId) => accountId === id).length,
    });
    const { reset_link: link } = await resets.issueLink({ accountId: id } as Caller, NO_RECORDER, id);
    await resets.reset({ resetToken: tokenIn(link.url) ?? '', password: 'a good password' });
    expect(count()).toEqual({ tokens: 0, secondFactors: 0 });
    for (let time = 0; time < 2; time += 1) {
      await resets.request(email);
      await work();
      const [mail] = (await mailsOf(id)).slice(-1);
      if (!mail) throw new Error('A mail is expected');
      await resets.reset({ resetToken: tokenIn(await linkOf(mail)) ?? '', password: `a good password ${time}` });
      expect(count()).toEqual(ends);
    }
  });

  it('keeps nothing in the outbox that gives the token away', async () => {
    const { id, email } = await register();
    await resets.request(email);
    await work();
    const [mail] = await mailsOf(id);
    if (!mail) throw new Error('A mail is expected');
    const token = tokenIn(await linkOf(mail)) ?? '';
    expect(token).toMatch(/^prt_[0-9A-Za-z]{38}$/);
    const stored = JSON.stringify([
      mail,
      await dataSource.query('SELECT r::text AS line FROM password_resets r WHERE account_id = $1', [id]),
    ]);
    expect(stored).not.toContain(token.slice(4, -6));
    expect(stored).not.toContain(email);
  });

  it('drops requests that the worker finds too late', async () => {
    const { id, email } = await register();
    await resets.request(email);
    await dataSource.query(`UPDATE password_reset_requests SET requested_at = now() - interval '31 minutes'`);
    await work();
    expect(await mailsOf(id)).toEqual([]);
  });

  it('forgets the wrong passwords that were counted for the email', async () => {
    const { id, email } = await register();
    for (let guesses = 0; guesses < WRONG_PASSWORDS.limit; guesses += 1)
      await limits.guesses.count(email.toLowerCase());
    expect(await limits.guesses.areMany(email.toLowerCase())).toBe(true);
    const { reset_link: link } = await resets.issueLink({ accountId: id } as Caller, NO_RECORDER, id);
    await resets.reset({ resetToken: tokenIn(link.url) ?? '', password: 'a good password' });
    expect(await limits.guesses.areMany(email.toLowerCase())).toBe(false);
  });

  it('is refused without a look-up for a wrong checksum', async () => {
    const spy = jest.spyOn(dataSource, 'query');
    const token = mintToken('prt_');
    const wrong = token.slice(0, -1) + (token.endsWith('0') ? '1' : '0');
    for (const resetToken of [wrong, '', 'prt_', mintToken('pst_')])
      expect(await resets.reset({ resetToken, password: 'a good password' }).catch(codeOf)).toBe('RESET_TOKEN_INVALID');
    expect(spy).not.toHaveBeenCalled();
    spy.mockRestore();
  });

  async function countRows(): Promise<Record<string, number>> {
    const tables = ['password_reset_requests', 'password_resets', 'mail_outbox', 'account_audit_entries', 'accounts'];
    const counts = await Promise.all(
      tables.map(async (table) => {
        const [row] = await dataSource.manager.query<{ count: number }[]>(`SELECT count(*)::integer FROM ${table}`);
        return [table, row?.count ?? 0] as const;
      }),
    );
    return Object.fromEntries(counts);
  }

  const codeOf = (error: unknown) => (error instanceof HttpError ? error.code : String(error));
});
