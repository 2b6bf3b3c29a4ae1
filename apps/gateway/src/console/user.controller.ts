import { Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { checkFields, NO_RECORDER } from '@shipyard/http';
import { SessionForms } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { changeErrors } from '../changes/changes.errors';
import {
  CalledBy,
  ChangeConsoleUserDto,
  ConsoleUserAccessService,
  ConsoleUsersService,
  type Operator,
  WithFreshSecondFactor,
} from '../operators';
import { PageRenderer } from '../pages';
import { ConsoleController, ConsoleForm } from './console-controller';
import { consoleUrl } from './console-parts';
import { assertUuid, noSuchPage, orNoPage, refusedAs } from './found';
import { USER_CHANGES, UserPage } from './user.views';

/** Sessions that the page of a user shows. */
const SESSIONS = 20;

/** The page of one user: role, sessions, second factor, and the end of all. */
@ConsoleController('users/:id', 'owner')
export class UserPageController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly forms: SessionForms,
    private readonly users: ConsoleUsersService,
    private readonly access: ConsoleUserAccessService,
  ) {}

  @Get()
  async show(
    @Req() request: Request,
    @Res() response: Response,
    @CalledBy() operator: Operator,
    @Param('id') id: string,
    @Query('done') done: unknown,
  ): Promise<void> {
    await this.draw(request, response, operator, { id, done });
  }

  @ConsoleForm(['role'])
  @Post('role')
  @HttpCode(200)
  @WithFreshSecondFactor()
  async changeRole(
    @Req() request: Request,
    @Res() response: Response,
    @CalledBy() operator: Operator,
    @Param('id') id: string,
  ): Promise<void> {
    const { role } = await this.forms.read(request, response);
    assertUuid(id);
    const { values } = await checkFields(ChangeConsoleUserDto, { role });
    if (!values) throw noSuchPage();
    const refusal = await refusedAs([changeErrors.CONFLICT.code], () =>
      orNoPage(() => this.access.changeRole(operator, NO_RECORDER, id, values)),
    );
    if (refusal) return this.draw(request, response.status(409), operator, { id, isLastOwner: true });
    response.redirect(303, `${consoleUrl('users', id)}?done=changed`);
  }

  @ConsoleForm()
  @Post('end-sessions')
  @HttpCode(200)
  @WithFreshSecondFactor()
  async endSessions(
    @Req() request: Request,
    @Res() response: Response,
    @CalledBy() operator: Operator,
    @Param('id') id: string,
  ): Promise<void> {
    await this.forms.read(request, response);
    assertUuid(id);
    await orNoPage(() => this.access.endSessions(operator, NO_RECORDER, id));
    response.redirect(303, `${consoleUrl('users', id)}?done=ended`);
  }

  /** Sent twice, there is nothing to reset the second time. */
  @ConsoleForm()
  @Post('reset-factor')
  @HttpCode(200)
  @WithFreshSecondFactor()
  async resetSecondFactor(
    @Req() request: Request,
    @Res() response: Response,
    @CalledBy() operator: Operator,
    @Param('id') id: string,
  ): Promise<void> {
    await this.forms.read(request, response);
    assertUuid(id);
    const refusal = await refusedAs([changeErrors.CONFLICT.code], () =>
      orNoPage(() => this.access.resetSecondFactor(operator, NO_RECORDER, id)),
    );
    response.redirect(303, consoleUrl('users', id) + (refusal ? '' : '?done=resetDone'));
  }

  @ConsoleForm()
  @Post('remove')
  @HttpCode(200)
  @WithFreshSecondFactor()
  async remove(
    @Req() request: Request,
    @Res() response: Response,
    @CalledBy() operator: Operator,
    @Param('id') id: string,
  ): Promise<void> {
    await this.forms.read(request, response);
    assertUuid(id);
    const refusal = await refusedAs([changeErrors.CONFLICT.code], () =>
      orNoPage(() => this.users.remove(operator, NO_RECORDER, id)),
    );
    if (refusal) return this.draw(request, response.status(409), operator, { id, isLastOwner: true });
    response.redirect(303, `${consoleUrl('users')}?done=removed`);
  }

  private async draw(
    request: Request,
    response: Response,
    operator: Operator,
    { id, done, isLastOwner = false }: { id: string; done?: unknown; isLastOwner?: boolean },
  ): Promise<void> {
    assertUuid(id);
    const [user, { totp }, sessions] = await orNoPage(() =>
      Promise.all([
        this.users.find(id),
        this.access.readSecondFactor(id),
        this.access.listSessions(operator, id, { limit: SESSIONS }),
      ]),
    );
    const news = USER_CHANGES.find((each) => each === done) ?? null;
    this.pages.send(request, response, (page) =>
      UserPage({
        page,
        user,
        totp,
        sessions: sessions.items,
        hasMore: sessions.next_cursor !== null,
        isOwn: operator.id === id,
        isLastOwner,
        news,
      }),
    );
  }
}
