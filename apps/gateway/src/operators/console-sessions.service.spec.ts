import { randomUUID } from 'node:crypto';
import { hashPassword } from '@shipyard/auth';
import { HttpError, NO_RECORDER } from '@shipyard/http';
import { createLogger } from '@shipyard/platform/logger';
import { KeyRing } from '@shipyard/platform/sealing';
import { codeOf, openSpecDatabase } from '@shipyard/testing';
import type { DataSource } from 'typeorm';
import { ChangesService } from '../changes/changes.service';
import type { HttpConfig } from '../config';
import { createGatewayDataSource } from '../database/data-source';
import { migrateDatabase } from '../database/migrate-schema';
import { ConsoleSecondFactorService } from './console-second-factor.service';
import { ConsoleSession } from './console-session.entity';
import { ConsoleSessionsService } from './console-sessions.service';
import { ConsoleUser } from './console-user.entity';
import type { Operator } from './operator';

const PASSWORD = 'a good password';

describe('sign-in to the console', () => {
  let dataSource: DataSource;
  let sessions: ConsoleSessionsService;
  let secondFactors: ConsoleSecondFactorService;

  beforeAll(async () => {
    const { servingUrl } = await openSpecDatabase('gateway', migrateDatabase);
    dataSource = await createGatewayDataSource(servingUrl, 'specs', createLogger('specs')).initialize();
    const config = { SESSION_KEYS: new KeyRing(new Map([['k1', Buffer.alloc(32, 1)]])) } as HttpConfig;
    secondFactors = new ConsoleSecondFactorService(dataSource, new ChangesService(dataSource), config);
    sessions = new ConsoleSessionsService(dataSource, secondFactors, config);
  }, 120_000);

  afterAll(() => dataSource.destroy());

  const createUser = async () => {
    const user = { id: randomUUID(), email: `${randomUUID()}@example.com`, role: 'operator' as const };
    await dataSource.manager.insert(ConsoleUser, { ...user, passwordHash: await hashPassword(PASSWORD) });
    return user;
  };
  /** Makes the change after a password or code was checked, and before the transaction that relies on it. */
  const beforeWriting = (change: () => Promise<unknown>) => {
    const transaction = dataSource.transaction.bind(dataSource) as (work: unknown) => Promise<unknown>;
    jest.spyOn(dataSource, 'transaction').mockImplementationOnce(async (work: unknown) => {
      await change();
      return transaction(work);
    });
  };
  const codeOfError = (error: unknown) => (error instanceof HttpError ? error.code : error);
  const outcomeOf = ({ email }: { email: string }) =>
    sessions.signIn({ email, password: PASSWORD }).then(() => 'signed in', codeOfError);
  const countSessions = ({ id }: { id: string }) => dataSource.manager.countBy(ConsoleSession, { userId: id });

  it('opens a session', async () => {
    const user = await createUser();
    expect([await outcomeOf(user), await countSessions(user)]).toEqual(['signed in', 1]);
  });

  it('refuses a password that has changed since it was checked', async () => {
    const user = await createUser();
    const passwordHash = await hashPassword('another good password');
    beforeWriting(() => dataSource.manager.update(ConsoleUser, { id: user.id }, { passwordHash }));
    expect([await outcomeOf(user), await countSessions(user)]).toEqual(['LOGIN_INVALID', 0]);
  });

  it('refuses a user who was removed since the password was checked', async () => {
    const user = await createUser();
    beforeWriting(() => dataSource.manager.delete(ConsoleUser, { id: user.id }));
    expect([await outcomeOf(user), await countSessions(user)]).toEqual(['LOGIN_INVALID', 0]);
  });

  it('turns on no second factor from a session that has just ended', async () => {
    const user = await createUser();
    await outcomeOf(user);
    const { id: sessionId } = await dataSource.manager.findOneByOrFail(ConsoleSession, { userId: user.id });
    const operator: Operator = {
      ...user,
      kind: 'console_user',
      name: user.email,
      sessionId,
      lacks: null,
      hasFreshSecondFactor: true,
    };
    const { secret } = await secondFactors.begin(operator, NO_RECORDER, { password: PASSWORD });
    beforeWriting(() => sessions.signOut(sessionId));
    const confirming = secondFactors.confirm(operator, NO_RECORDER, { code: codeOf(secret) });
    expect(await confirming.catch(codeOfError)).toBe('FORBIDDEN');
    expect(await secondFactors.standing(operator)).toMatchObject({ totp: { enabled: false } });
  });
});
