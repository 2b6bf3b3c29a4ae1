import { Get, Param, Query } from '@nestjs/common';
import { checkFields, NO_RECORDER } from '@shipyard/http';
import {
  ChangeConsoleUserDto,
  ConsoleUserAccessService,
  ConsoleUsersService,
  WithFreshSecondFactor,
} from '../operators';
import { ConsoleController, ConsoleForm } from './console-controller';
import { ConsolePages, ConsoleVisit, Visit } from './console-visit';
import { consoleUrl } from './console-parts';
import { assertUuid, noSuchPage, orNoPage, conflicts } from './found';
import { USER_CHANGES, UserPage } from './user.views';

/** Sessions that the page of a user shows. */
const SESSIONS = 20;

/** The page of one user: role, sessions, second factor, and the end of all. */
@ConsoleController('users/:id', 'owner')
export class UserPageController {
  constructor(
    private readonly pages: ConsolePages,
    private readonly users: ConsoleUsersService,
    private readonly access: ConsoleUserAccessService,
  ) {}

  @Get()
  async show(@Visit() visit: ConsoleVisit, @Param('id') id: string, @Query('done') done: unknown): Promise<void> {
    await this.draw(visit, { id, done });
  }

  @ConsoleForm('role', ['role'])
  @WithFreshSecondFactor()
  async changeRole(@Visit() visit: ConsoleVisit, @Param('id') id: string): Promise<void> {
    const { role } = await this.pages.read(visit);
    assertUuid(id);
    const { values } = await checkFields(ChangeConsoleUserDto, { role });
    if (!values) throw noSuchPage();
    const isConflict = await conflicts(() =>
      orNoPage(() => this.access.changeRole(visit.operator, NO_RECORDER, id, values)),
    );
    if (isConflict) return this.draw(visit.status(409), { id, isLastOwner: true });
    visit.leadTo(consoleUrl('users', id), 'changed');
  }

  @ConsoleForm('end-sessions')
  @WithFreshSecondFactor()
  async endSessions(@Visit() visit: ConsoleVisit, @Param('id') id: string): Promise<void> {
    await this.pages.read(visit);
    assertUuid(id);
    await orNoPage(() => this.access.endSessions(visit.operator, NO_RECORDER, id));
    visit.leadTo(consoleUrl('users', id), 'ended');
  }

  /** Sent twice, there is nothing to reset the second time. */
  @ConsoleForm('reset-factor')
  @WithFreshSecondFactor()
  async resetSecondFactor(@Visit() visit: ConsoleVisit, @Param('id') id: string): Promise<void> {
    await this.pages.read(visit);
    assertUuid(id);
    const isConflict = await conflicts(() =>
      orNoPage(() => this.access.resetSecondFactor(visit.operator, NO_RECORDER, id)),
    );
    visit.leadTo(consoleUrl('users', id), isConflict ? undefined : 'resetDone');
  }

  @ConsoleForm('remove')
  @WithFreshSecondFactor()
  async remove(@Visit() visit: ConsoleVisit, @Param('id') id: string): Promise<void> {
    await this.pages.read(visit);
    assertUuid(id);
    const isConflict = await conflicts(() => orNoPage(() => this.users.remove(visit.operator, NO_RECORDER, id)));
    if (isConflict) return this.draw(visit.status(409), { id, isLastOwner: true });
    visit.leadTo(consoleUrl('users'), 'removed');
  }

  private async draw(
    visit: ConsoleVisit,
    { id, done, isLastOwner = false }: { id: string; done?: unknown; isLastOwner?: boolean },
  ): Promise<void> {
    assertUuid(id);
    const [user, { totp }, sessions] = await orNoPage(() =>
      Promise.all([
        this.users.find(id),
        this.access.readSecondFactor(id),
        this.access.listSessions(visit.operator, id, { limit: SESSIONS }),
      ]),
    );
    const news = USER_CHANGES.find((each) => each === done) ?? null;
    this.pages.send(visit, (page) =>
      UserPage({
        page,
        user,
        totp,
        sessions: sessions.items,
        hasMore: sessions.next_cursor !== null,
        isOwn: visit.operator.id === id,
        isLastOwner,
        news,
      }),
    );
  }
}
