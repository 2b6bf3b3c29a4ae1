import { randomUUID } from 'node:crypto';
import { HttpError, NO_RECORDER } from '@shipyard/http';
import { createLogger } from '@shipyard/platform/logger';
import { openSpecDatabase } from '@shipyard/testing';
import type { DataSource } from 'typeorm';
import type { HttpConfig } from '../config';
import { submissionDataSource } from '../database/data-source';
import { migrateDatabase } from '../database/migrate-schema';
import { ADDRESS_MAILS } from '../limits/rates';
import { AccountsService } from './accounts.service';
import type { Caller } from './caller';

describe('an account', () => {
  let dataSource: DataSource;
  let accounts: AccountsService;

  beforeAll(async () => {
    const { servingUrl } = await openSpecDatabase('submission', migrateDatabase);
    dataSource = await submissionDataSource(servingUrl, createLogger('specs'), 'specs').initialize();
    const tokens = { mint: () => Promise.resolve({ token: 'pst_' }) };
    const config = { DEMO: false, REGISTRATION: 'open' } as HttpConfig;
    const rest = [tokens, {}, config] as unknown as [never, never, never];
    accounts = new AccountsService(dataSource, ...rest);
  }, 120_000);

  afterAll(() => dataSource.destroy());

  const register = (email: string) =>
    accounts.register({
      handle: randomUUID().slice(0, 30),
      display_name: 'your parcel waits: https://evil.example',
      email,
      password: 'a good password',
    });
  const close = (accountId: string) => dataSource.query(`SELECT FROM close_account($1, 'delete')`, [accountId]);

  it('is registered as often as its holder likes, but mails an address at most five times an hour', async () => {
    const email = `${randomUUID()}@example.org`;
    let mails = 0;
    for (let time = 0; time < ADDRESS_MAILS.anHour + 2; time += 1) {
      const { account } = await register(time % 2 ? email : email.toUpperCase());
      const sent = await dataSource.query<unknown[]>('SELECT FROM mail_outbox WHERE account_id = $1', [account.id]);
      mails += sent.length;
      await close(account.id);
    }
    expect(mails).toBe(ADDRESS_MAILS.anHour);
  });

  it('is not written any more when it is deleted during a change', async () => {
    const { account } = await register(`${randomUUID()}@example.org`);
    const transaction = dataSource.transaction.bind(dataSource) as (work: unknown) => Promise<unknown>;
    jest.spyOn(dataSource, 'transaction').mockImplementationOnce(async (work: unknown) => {
      await close(account.id);
      return transaction(work);
    });
    const changing = accounts.change({ accountId: account.id } as Caller, NO_RECORDER, { bio: 'Noor, born in 2010' });
    const error = await changing.catch((thrown: unknown) => thrown);
    expect(error instanceof HttpError ? error.code : error).toBe('AUTH_TOKEN_INVALID');
  });
});
