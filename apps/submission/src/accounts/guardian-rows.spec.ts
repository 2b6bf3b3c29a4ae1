import { randomUUID } from 'node:crypto';
import { createLogger } from '@shipyard/platform/logger';
import { KeyRing } from '@shipyard/platform/sealing';
import { openSpecDatabase } from '@shipyard/testing';
import type { DataSource } from 'typeorm';
import { submissionDataSource } from '../database/data-source';
import { migrateDatabase } from '../database/migrate-schema';
import { askGuardian } from './guardian-request';
import { lockAgreement, readGuardian, secondsUntilNextMail, writeAgreement, writeWithdrawal } from './guardian-rows';

jest.setTimeout(120_000);

describe('the guardian of an account', () => {
  let dataSource: DataSource;
  const config = { URL_SIGNING_KEYS: new KeyRing(new Map([['spec', Buffer.alloc(32, 1)]])), DEMO: false };

  beforeAll(async () => {
    const { servingUrl } = await openSpecDatabase('submission', migrateDatabase);
    dataSource = await submissionDataSource(servingUrl, createLogger('specs'), 'specs').initialize();
  });
  afterAll(() => dataSource.destroy());

  const newAccount = async () => {
    const id = randomUUID();
    await dataSource.query(
      `INSERT INTO accounts (id, handle, display_name, email, password_hash) VALUES ($1, $2, 'Kim', $3, '')`,
      [id, id.slice(0, 30), `${id}@example.org`],
    );
    return id;
  };
  const ask = (accountId: string, email: string) =>
    dataSource.transaction((manager) => askGuardian(manager, { accountId, email }, config));

  it('gets three mails a day, whatever the addresses, and more on the next day', async () => {
    const id = await newAccount();
    const asked = [];
    for (const name of ['robin', 'robin', 'alex', 'sasha']) asked.push(await ask(id, `${name}-${id}@example.org`));
    expect(asked.map((each) => each?.isNew ?? null)).toEqual([true, false, true, null]);
    expect(await readGuardian(dataSource.manager, id)).toMatchObject({ email: `alex-${id}@example.org` });
    expect(await secondsUntilNextMail(dataSource.manager, id)).toBeGreaterThan(86_000);
    await dataSource.query(
      `UPDATE guardians SET mailed_at = array(SELECT at - interval '1 day' FROM unnest(mailed_at) at) WHERE account_id = $1`,
      [id],
    );
    expect(await ask(id, `sasha-${id}@example.org`)).not.toBeNull();
  });

  it('who was replaced meanwhile decides nothing', async () => {
    const id = await newAccount();
    const first = await ask(id, `robin-${id}@example.org`);
    await ask(id, `alex-${id}@example.org`);
    const old = { accountId: id, linkId: first?.guardian.linkId ?? '' };
    const { manager } = dataSource;
    expect(await writeAgreement(manager, old, { name: 'Robin', indexing: true })).toBe(false);
    expect(await writeWithdrawal(manager, old, { asksForDeletion: true })).toBe(false);
    expect(await lockAgreement(manager, id)).toBeNull();
  });

  it('who agrees twice keeps the time of the agreement, and agrees anew after a withdrawal', async () => {
    const id = await newAccount();
    const asked = await ask(id, `robin-${id}@example.org`);
    const guardian = { accountId: id, linkId: asked?.guardian.linkId ?? '' };
    const agree = async () => {
      await writeAgreement(dataSource.manager, guardian, { name: 'Robin', indexing: false });
      return (await lockAgreement(dataSource.manager, id))?.agreedAt;
    };
    await agree();
    await dataSource.query(`UPDATE guardians SET agreed_at = now() - interval '1 hour' WHERE account_id = $1`, [id]);
    const [first, second] = [await agree(), await agree()];
    expect(second).toEqual(first);
    await writeWithdrawal(dataSource.manager, guardian, { asksForDeletion: false });
    expect(await lockAgreement(dataSource.manager, id)).toBeNull();
    expect((await agree())?.getTime()).toBeGreaterThan(first?.getTime() ?? Infinity);
  });
});
