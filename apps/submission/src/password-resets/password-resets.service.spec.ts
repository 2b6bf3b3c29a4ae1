import { mintToken } from '@shipyard/auth';
import { NO_RECORDER } from '@shipyard/http';
import { openSpecDatabase } from '@shipyard/testing';
import { migrateDatabase } from '../database/migrate-schema';
import { WRONG_PASSWORDS } from '../limits/rates';
import { asAdmin, codeOf, openResets, tokenIn } from './__fixtures__/open-resets';

describe('a reset of the password', () => {
  let opened: Awaited<ReturnType<typeof openResets>>;

  beforeAll(async () => {
    const { ownerUrl } = await openSpecDatabase('submission', migrateDatabase);
    opened = await openResets(ownerUrl);
  });

  afterAll(() => opened.dataSource.destroy());

  it('is requested by the same statement for known, unknown, suspended and oddly written emails', async () => {
    const { dataSource, resets, register, work, mailsOf } = opened;
    const statements: string[] = [];
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
    const { dataSource, resets, register, work, mailsOf } = opened;
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
    const { dataSource, resets, register, work, mailsOf, linkOf } = opened;
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
    const { resets, register, work, mailsOf } = opened;
    const { id, email } = await register();
    const { reset_link: link } = await resets.issueLink(asAdmin(id), NO_RECORDER, id);
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
    const { dataSource, resets, ended, register, work, mailsOf, linkOf } = opened;
    const { id, email } = await register();
    await dataSource.query('UPDATE accounts SET roles = $2 WHERE id = $1', [id, roles]);
    const count = () => ({
      tokens: ended.tokens.filter((accountId) => accountId === id).length,
      secondFactors: ended.secondFactors.filter((accountId) => accountId === id).length,
    });
    const { reset_link: link } = await resets.issueLink(asAdmin(id), NO_RECORDER, id);
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
    const { dataSource, resets, register, work, mailsOf, linkOf } = opened;
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
    const { dataSource, resets, register, work, mailsOf } = opened;
    const { id, email } = await register();
    await resets.request(email);
    await dataSource.query(`UPDATE password_reset_requests SET requested_at = now() - interval '31 minutes'`);
    await work();
    expect(await mailsOf(id)).toEqual([]);
  });

  it('forgets the wrong passwords that were counted for the email', async () => {
    const { resets, limits, register } = opened;
    const { id, email } = await register();
    for (let guesses = 0; guesses < WRONG_PASSWORDS.limit; guesses += 1)
      await limits.guesses.count(email.toLowerCase());
    expect(await limits.guesses.areMany(email.toLowerCase())).toBe(true);
    const { reset_link: link } = await resets.issueLink(asAdmin(id), NO_RECORDER, id);
    await resets.reset({ resetToken: tokenIn(link.url) ?? '', password: 'a good password' });
    expect(await limits.guesses.areMany(email.toLowerCase())).toBe(false);
  });

  it('is refused without a look-up for a wrong checksum', async () => {
    const { dataSource, resets } = opened;
    const spy = jest.spyOn(dataSource, 'query');
    const token = mintToken('prt_');
    const wrong = token.slice(0, -1) + (token.endsWith('0') ? '1' : '0');
    for (const resetToken of [wrong, '', 'prt_', mintToken('pst_')])
      expect(await resets.reset({ resetToken, password: 'a good password' }).catch(codeOf)).toBe('RESET_TOKEN_INVALID');
    expect(spy).not.toHaveBeenCalled();
    spy.mockRestore();
  });

  async function countRows(): Promise<Record<string, number>> {
    const { dataSource } = opened;
    const tables = ['password_reset_requests', 'password_resets', 'mail_outbox', 'account_audit_entries', 'accounts'];
    const counts = await Promise.all(
      tables.map(async (table) => {
        const [row] = await dataSource.manager.query<{ count: number }[]>(`SELECT count(*)::integer FROM ${table}`);
        return [table, row?.count ?? 0] as const;
      }),
    );
    return Object.fromEntries(counts);
  }
});
