import { Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { checkFields, type FormFields, NO_RECORDER } from '@shipyard/http';
import { SessionForms } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { changeErrors } from '../changes/changes.errors';
import { CalledBy, ConsoleUsersService, CreateConsoleUserDto, type Operator } from '../operators';
import { PageRenderer } from '../pages';
import { ConsoleController, ConsoleForm } from './console-controller';
import { consoleUrl } from './console-parts';
import { assertUuid, cursorOf, orNoPage, refusedAs } from './found';
import { UserPage } from './user.views';
import { USER_NEWS, type UserFields, type UserProblems, UsersPage } from './users.views';

const EMPTY: UserFields = { email: '', role: 'viewer' };

interface ShownForm {
  after?: unknown;
  done?: unknown;
  fields?: UserFields;
  problems?: UserProblems;
}

@ConsoleController('users', 'owner')
export class UserPagesController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly forms: SessionForms,
    private readonly users: ConsoleUsersService,
  ) {}

  @Get()
  async list(
    @Req() request: Request,
    @Res() response: Response,
    @Query() { after, done }: Record<string, unknown>,
  ): Promise<void> {
    await this.draw(request, response, { after, done });
  }

  /** The password is never sent back. */
  @ConsoleForm(['email', 'role'])
  @Post()
  @HttpCode(200)
  async create(@Req() request: Request, @Res() response: Response, @CalledBy() operator: Operator): Promise<void> {
    const sent = await this.forms.read(request, response);
    const fields: UserFields = { email: (sent.email ?? '').trim(), role: sent.role ?? '' };
    const problems = await this.tryCreate(operator, fields, sent);
    if (problems) return this.draw(request, response.status(422), { fields, problems });
    response.redirect(303, `${consoleUrl('users')}?done=added`);
  }

  private async tryCreate(operator: Operator, fields: UserFields, sent: FormFields): Promise<UserProblems | null> {
    const { values, problems } = await checkFields(CreateConsoleUserDto, { ...fields, password: sent.password ?? '' });
    if (!values) return Object.fromEntries(problems.map(({ field }) => [field, 'invalid']));
    const refusal = await refusedAs([changeErrors.CONFLICT.code], () =>
      this.users.create(operator, NO_RECORDER, values),
    );
    return refusal ? { email: 'taken' } : null;
  }

  @Get(':id')
  async show(
    @Req() request: Request,
    @Res() response: Response,
    @CalledBy() operator: Operator,
    @Param('id') id: string,
  ): Promise<void> {
    await this.drawOne(request, response, operator, id, false);
  }

  @ConsoleForm()
  @Post(':id/remove')
  @HttpCode(200)
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
    if (refusal) return this.drawOne(request, response.status(409), operator, id, true);
    response.redirect(303, `${consoleUrl('users')}?done=removed`);
  }

  private async draw(
    request: Request,
    response: Response,
    { after, done, fields = EMPTY, problems = {} }: ShownForm,
  ): Promise<void> {
    const cursor = cursorOf(after);
    const { items, next_cursor: next } = await this.users.list({ cursor });
    const news = USER_NEWS.find((each) => each === done) ?? null;
    this.pages.send(request, response, (page) =>
      UsersPage({ page, items, next, isFirst: cursor === undefined, form: { fields, problems }, news }),
    );
  }

  private async drawOne(
    request: Request,
    response: Response,
    operator: Operator,
    id: string,
    isLastOwner: boolean,
  ): Promise<void> {
    assertUuid(id);
    const user = await orNoPage(() => this.users.find(id));
    this.pages.send(request, response, (page) => UserPage({ page, user, isOwn: operator.id === user.id, isLastOwner }));
  }
}
