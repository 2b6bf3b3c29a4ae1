import { randomUUID } from 'node:crypto';
import { MailJobs, mailSweeper } from '@shipyard/mail';
import { uuidv7 } from '@shipyard/platform/ids';
import { createLogger } from '@shipyard/platform/logger';
import { KeyRing } from '@shipyard/platform/sealing';
import { openSpecDatabase, waitUntil } from '@shipyard/testing';
import type { Queue } from 'bullmq';
import type { DataSource } from 'typeorm';
import { submissionDataSource } from '../../database/data-source';
import { migrateDatabase } from '../../database/migrate-schema';
import { MailOptOut } from '../opt-out/mail-opt-out.service';
import { signOptOut } from '../opt-out/opt-out-token';
import { MAIL_KINDS, type MailKind, SECURITY_KINDS } from './mail-kinds';
import { MailOutbox } from './mail-outbox';
import { addDigests } from './staff-digests';

describe('rows of the outbox', () => {
  let dataSource: DataSource;

  beforeAll(async () => {
    const { servingUrl } = await openSpecDatabase('submission', migrateDatabase);
    dataSource = await submissionDataSource(servingUrl, createLogger('specs'), 'specs').initialize();
  }, 120_000);

  afterAll(() => dataSource.destroy());

  async function makeAccount(roles: string[], changes = 'handle = handle'): Promise<string> {
    const id = uuidv7();
    const handle = randomUUID().slice(0, 30);
    await dataSource.query(
      `INSERT INTO accounts (id, handle, display_name, email, password_hash, roles, email_confirmed_at)
       VALUES ($1, $2, 'A', $2 || '@example.com', 'none', $3, now())`,
      [id, handle, roles],
    );
    await dataSource.query(`UPDATE accounts SET ${changes} WHERE id = $1`, [id]);
    return id;
  }

  const kindsOf = async (accountId: string) =>
    (await dataSource.query<{ kind: string }[]>('SELECT kind FROM mail_outbox WHERE account_id = $1', [accountId])).map(
      ({ kind }) => kind,
    );

  it('hold one digest a day for each member of the staff, however many workers add it', async () => {
    const reviewer = await makeAccount(['participant', 'reviewer']);
    const others = [
      await makeAccount(['participant']),
      await makeAccount(['participant', 'admin'], 'mail_opt_out = true'),
      await makeAccount(['participant', 'admin'], 'email_confirmed_at = NULL'),
      await makeAccount(['participant', 'admin'], 'suspended_at = now()'),
      await makeAccount(['participant', 'admin'], 'mail_bounced_at = now()'),
    ];
    await addDigests(dataSource, new Date('2026-11-23T06:59:59Z'));
    expect(await kindsOf(reviewer)).toEqual([]);
    const day = new Date('2026-11-23T07:00:00Z');
    await Promise.all(Array.from({ length: 5 }, () => addDigests(dataSource, day)));
    await addDigests(dataSource, new Date('2026-11-23T23:59:59Z'));
    expect(await kindsOf(reviewer)).toEqual(['staff_digest']);
    await addDigests(dataSource, new Date('2026-11-24T07:00:00Z'));
    expect(await kindsOf(reviewer)).toEqual(['staff_digest', 'staff_digest']);
    for (const other of others) expect(await kindsOf(other)).toEqual([]);
  });

  it('are added once for a key, and only if the transaction commits', async () => {
    const accountId = await makeAccount(['participant']);
    const mail = { accountId, kind: 'confirm_email', key: `confirm_email-${accountId}` } as const;
    const failing = dataSource.transaction(async (manager) => {
      await MailOutbox.add(manager, mail);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await kindsOf(accountId)).toEqual([]);
    await Promise.all([1, 2, 3].map(() => dataSource.transaction((manager) => MailOutbox.add(manager, mail))));
    expect(await kindsOf(accountId)).toEqual(['confirm_email']);
  });

  it('are of security mail for the same kinds as in the code', async () => {
    const accountId = await makeAccount(['participant']);
    for (const kind of MAIL_KINDS)
      await MailOutbox.add(dataSource.manager, { accountId, kind, key: `${kind}-${accountId}` });
    const rows = await dataSource.query<{ kind: MailKind }[]>(
      'SELECT kind FROM mail_outbox WHERE account_id = $1 AND is_security',
      [accountId],
    );
    expect(rows.map(({ kind }) => kind).sort()).toEqual([...SECURITY_KINDS].sort());
  });

  it('are queued security mail first, in a queue of its own', async () => {
    await dataSource.query('DELETE FROM mail_outbox');
    const accountId = await makeAccount(['participant']);
    for (const kind of ['staff_digest', 'confirm_email', 'shipped', 'password_reset'] as const)
      await MailOutbox.add(dataSource.manager, { accountId, kind, key: `${kind}-${accountId}` });
    await dataSource.query(
      `UPDATE mail_outbox SET next_attempt_at = now() - CASE WHEN is_security THEN interval '1 s' ELSE interval '1 h' END`,
    );
    const added: string[] = [];
    const queue = (name: string) => ({ name, add: () => Promise.resolve(void added.push(name)) }) as unknown as Queue;
    const jobs = new MailJobs(queue('other'), queue('security'), createLogger('specs'));
    const sweep = await mailSweeper.useFactory(createLogger('specs'), dataSource, jobs);
    sweep.onApplicationBootstrap();
    await waitUntil(
      () => Promise.resolve(added.length),
      (count) => count >= 4,
    );
    await sweep.onModuleDestroy();
    expect(added.slice(0, 4)).toEqual(['security', 'security', 'other', 'other']);
  });

  it('stop for an account whose link was used, any number of times', async () => {
    const ring = new KeyRing(new Map([['a', Buffer.alloc(32, 1)]]));
    const optOut = new MailOptOut(dataSource, { URL_SIGNING_KEYS: ring });
    const accountId = await makeAccount(['participant']);
    const hasOptedOut = async () =>
      (
        await dataSource.query<{ optOut: boolean }[]>('SELECT mail_opt_out AS "optOut" FROM accounts WHERE id = $1', [
          accountId,
        ])
      )[0]?.optOut;
    expect(await optOut.stop(`${accountId}.a.${'A'.repeat(43)}`)).toBe(false);
    expect(await hasOptedOut()).toBe(false);
    for (let time = 0; time < 2; time += 1) expect(await optOut.stop(optOut.tokenFor(accountId))).toBe(true);
    expect(await hasOptedOut()).toBe(true);
    expect(await optOut.stop(signOptOut(uuidv7(), ring))).toBe(false);
  });
});
