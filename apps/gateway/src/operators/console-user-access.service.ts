import { Injectable } from '@nestjs/common';
import { envelopeErrors, type ResponseRecorder } from '@shipyard/http';
import { DataSource, type EntityManager } from 'typeorm';
import { changeErrors } from '../changes/changes.errors';
import { ChangesService } from '../changes/changes.service';
import type { Page } from '../database/page';
import type { PageQuery } from '../database/page.dto';
import { ConsoleSecondFactorService } from './console-second-factor.service';
import { ConsoleSession } from './console-session.entity';
import { ConsoleSessionsService } from './console-sessions.service';
import { ConsoleUser } from './console-user.entity';
import { noSuchUser } from './console-users.service';
import type { Operator } from './operator';
import { type ConsoleSessionView, type ConsoleUserView, toConsoleUserView } from './operator.view';
import type { ChangeConsoleUserDto } from './operators.dto';
import { assertNotLastOwner } from './owners';
import type { TotpAnswer } from './totp.view';

/** What an owner decides about how another user gets in: role, sessions and second factor. */
@Injectable()
export class ConsoleUserAccessService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: ChangesService,
    private readonly sessions: ConsoleSessionsService,
    private readonly factors: ConsoleSecondFactorService,
  ) {}

  /** Acts at the next call, because each call reads the role. */
  changeRole(
    operator: Operator,
    recorder: ResponseRecorder,
    userId: string,
    { role }: ChangeConsoleUserDto,
  ): Promise<{ user: ConsoleUserView }> {
    return this.changes.make(operator, recorder, 'user.update', async (manager) => {
      if (role !== 'owner') await assertNotLastOwner(manager, userId);
      const user = await lockUser(manager, userId);
      const after = toConsoleUserView({ ...user, role });
      await manager.update(ConsoleUser, { id: userId }, { role });
      return {
        subjectId: userId,
        before: toConsoleUserView(user),
        after,
        answer: { user: after },
        isRepetition: user.role === role,
      };
    });
  }

  async listSessions(operator: Operator, userId: string, page: PageQuery): Promise<Page<ConsoleSessionView>> {
    await this.find(userId);
    return this.sessions.listOf(userId, page, operator.sessionId);
  }

  endSessions(operator: Operator, recorder: ResponseRecorder, userId: string): Promise<object> {
    return this.changes.make(operator, recorder, 'user.end_sessions', async (manager) => {
      await lockUser(manager, userId);
      const { affected } = await manager.delete(ConsoleSession, { userId });
      const ended = affected ?? 0;
      return {
        subjectId: userId,
        before: { sessions: ended },
        after: { sessions: 0 },
        answer: {},
        isRepetition: ended === 0,
      };
    });
  }

  async readSecondFactor(userId: string): Promise<TotpAnswer> {
    return this.factors.standingOf(await this.find(userId));
  }

  /** Ends the sessions too, because the lost device may be signed in. */
  resetSecondFactor(operator: Operator, recorder: ResponseRecorder, userId: string): Promise<object> {
    if (operator.id === userId)
      throw changeErrors.CONFLICT({
        message: 'This is your own second factor. Turn it off with DELETE /admin/totp, which asks for your password.',
      });
    return this.changes.make(operator, recorder, 'user.reset_totp', async (manager) => {
      await lockUser(manager, userId);
      if (!(await this.factors.removeFrom(manager, userId)))
        throw envelopeErrors.NOT_FOUND({ message: 'This user has no second factor. There is nothing to reset.' });
      await manager.delete(ConsoleSession, { userId });
      return {
        subjectId: userId,
        before: { second_factor: true },
        after: { second_factor: false },
        answer: {},
      };
    });
  }

  private async find(userId: string): Promise<ConsoleUser> {
    const user = await this.dataSource.manager.findOneBy(ConsoleUser, { id: userId });
    if (!user) throw noSuchUser();
    return user;
  }
}

/** A concurrent sign-in waits, and then sees what has changed. */
async function lockUser(manager: EntityManager, id: string): Promise<ConsoleUser> {
  const user = await manager.findOne(ConsoleUser, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (!user) throw noSuchUser();
  return user;
}
