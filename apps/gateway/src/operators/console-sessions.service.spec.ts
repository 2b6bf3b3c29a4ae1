import { randomUUID } from 'node:crypto';
import { hashPassword } from '@shipyard/auth';
import { HttpError } from '@shipyard/http';
import { createLogger } from '@shipyard/platform/logger';
import { KeyRing } from '@shipyard/platform/sealing';
import { openSpecDatabase } from '@shipyard/testing';
import type { DataSource } from 'typeorm';
import { ChangesService } from '../changes/changes.service';
import type { HttpConfig } from '../config';
import { createGatewayDataSource } from '../database/data-source';
import { migrateDatabase } from '../database/migrate-schema';
import { ConsoleSecondFactorService } from './console-second-factor.service';
import { ConsoleSession } from './console-session.entity';
import { ConsoleSessionsService } from './console-sessions.service';
import { ConsoleUser } from './console-user.entity';

const PASSWORD = 'a good password';

describe('sign-in to the console', () => {
  let dataSource: DataSource;
  let sessions: ConsoleSessionsService;

  beforeAll(async () => {
    const { servingUrl } = await openSpecDatabase('gateway', migrateDatabase);
    dataSource = await createGatewayDataSource(servingUrl, 'specs', createLogger('specs')).initialize();
    const config = { SESSION_KEYS: new KeyRing(new Map([['k1', Buffer.alloc(32, 1)]])) } as HttpConfig;
    const secondFactors = new ConsoleSecondFactorService(dataSource, new ChangesService(dataSource), config);
    sessions = new ConsoleSessionsService(dataSource, secondFactors, config);
  }, 120_000);

  afterAll(() => dataSource.destroy());

  const createUser = async () => {
    const user = { id: randomUUID(), email: `${randomUUID()}@example.com`, role: 'operator' as const };
    await dataSource.manager.insert(ConsoleUser, { ...user, passwordHash: await hashPassword(PASSWORD) });
    return user;
  };
  /** Changes the user after the password was checked and before the session is opened. */
  const beforeOpening = (change: () => Promise<unknown>) => {
    const transaction = dataSource.transaction.bind(dataSource) as (work: unknown) => Promise<unknown>;
    jest.spyOn(dataSource, 'transaction').mockImplementationOnce(async (work: unknown) => {
      await change();
      return transaction(work);
    });
  };
  const outcomeOf = ({ email }: { email: string }) =>
    sessions.signIn({ email, password: PASSWORD }).then(
      () => 'signed in',
      (error: unknown) => (error instanceof HttpError ? error.code : error),
    );
  const countSessions = ({ id }: { id: string }) => dataSource.manager.countBy(ConsoleSession, { userId: id });

  it('opens a session', async () => {
    const user = await createUser();
    expect([await outcomeOf(user), await countSessions(user)]).toEqual(['signed in', 1]);
  });

  it('refuses a password that has changed since it was checked', async () => {
    const user = await createUser();
    const passwordHash = await hashPassword('another good password');
    beforeOpening(() => dataSource.manager.update(ConsoleUser, { id: user.id }, { passwordHash }));
    expect([await outcomeOf(user), await countSessions(user)]).toEqual(['LOGIN_INVALID', 0]);
  });

  it('refuses a user who was removed since the password was checked', async () => {
    const user = await createUser();
    beforeOpening(() => dataSource.manager.delete(ConsoleUser, { id: user.id }));
    expect([await outcomeOf(user), await countSessions(user)]).toEqual(['LOGIN_INVALID', 0]);
  });
});
