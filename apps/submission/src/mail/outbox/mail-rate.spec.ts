import { randomUUID } from 'node:crypto';
import { mailRateSweeper } from '@shipyard/mail';
import { createLogger } from '@shipyard/platform/logger';
import { openSpecDatabase, waitUntil } from '@shipyard/testing';
import type { DataSource } from 'typeorm';
import { submissionDataSource } from '../../database/data-source';
import { migrateDatabase } from '../../database/migrate-schema';
import { ADDRESS_MAILS, DEMO_FACTOR } from '../../limits/rates';
import { MailRate } from './mail-rate';

const logger = createLogger('specs');

describe('the rate of mail to an address', () => {
  let dataSource: DataSource;

  beforeAll(async () => {
    const { servingUrl } = await openSpecDatabase('submission', migrateDatabase);
    dataSource = await submissionDataSource(servingUrl, logger, 'specs').initialize();
  }, 120_000);

  afterAll(() => dataSource.destroy());

  const newEmail = () => `Ada.${randomUUID()}@example.org`;
  const take = (email: string, changes: { isDemo?: boolean; isOwed?: boolean } = {}) =>
    MailRate.take(dataSource.manager, email, { isDemo: false, ...changes });
  const letPass = (email: string, time: string) =>
    dataSource.query(
      `UPDATE mailed_addresses SET last_sent_at = last_sent_at - $2::interval,
         sent_at = ARRAY(SELECT sent - $2::interval FROM unnest(sent_at) sent)
       WHERE address_hash = sha256(convert_to(lower($1), 'UTF8'))`,
      [email, time],
    );
  const countAllowed = (answers: boolean[]) => answers.filter(Boolean).length;

  it('allows five an hour, however the email is written and however many come at once', async () => {
    const email = newEmail();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => take(at % 2 ? email : email.toUpperCase())),
    );
    expect(countAllowed(answers)).toBe(ADDRESS_MAILS.anHour);
    expect(await take(newEmail())).toBe(true);
  });

  it('slides, and allows ten a day', async () => {
    const email = newEmail();
    const takeMany = async () => countAllowed(await Promise.all(Array.from({ length: 7 }, () => take(email))));
    expect(await takeMany()).toBe(5);
    await letPass(email, '59 minutes');
    expect(await takeMany()).toBe(0);
    await letPass(email, '2 minutes');
    expect(await takeMany()).toBe(5);
    await letPass(email, '22 hours');
    expect(await takeMany()).toBe(0);
    await letPass(email, '1 hour');
    expect(await takeMany()).toBe(5);
  });

  it('counts what is owed, and sends it beyond the rate', async () => {
    const email = newEmail();
    for (let mails = 0; mails < 12; mails += 1) expect(await take(email, { isOwed: true })).toBe(true);
    expect(await take(email)).toBe(false);
  });

  it('is higher in the demo', async () => {
    const email = newEmail();
    for (let mails = 0; mails < ADDRESS_MAILS.anHour; mails += 1) await take(email);
    expect([await take(email), await take(email, { isDemo: true })]).toEqual([false, true]);
    expect(DEMO_FACTOR).toBeGreaterThan(1);
  });

  it('is taken in the transaction of the mail', async () => {
    const email = newEmail();
    const failing = dataSource.transaction(async (manager) => {
      await MailRate.take(manager, email, { isDemo: false });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    const answers = await Promise.all(Array.from({ length: 9 }, () => take(email)));
    expect(countAllowed(answers)).toBe(ADDRESS_MAILS.anHour);
  });

  it('keeps no address, and forgets a hash after a day', async () => {
    const [old, fresh] = [newEmail(), newEmail()];
    for (const email of [old, fresh]) await take(email);
    const stored = await dataSource.query<{ line: string }[]>('SELECT a::text AS line FROM mailed_addresses a');
    expect(stored.map(({ line }) => line).join()).not.toMatch(/ada\.|@|example/i);
    await letPass(old, '24 hours');
    await letPass(fresh, '23 hours');
    const sweep = await mailRateSweeper.useFactory(logger, dataSource);
    sweep.onApplicationBootstrap();
    const left = await waitUntil(
      () =>
        dataSource.query<{ email: string }[]>(
          `SELECT email FROM unnest($1::text[]) email JOIN mailed_addresses ON address_hash = sha256(convert_to(lower(email), 'UTF8'))`,
          [[old, fresh]],
        ),
      (emails) => emails.length < 2,
    );
    await sweep.onModuleDestroy();
    expect(left).toEqual([{ email: fresh }]);
  });
});
