import { Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { checkFields, type FormFields, NO_RECORDER } from '@shipyard/http';
import { SessionForms } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { changeErrors } from '../changes/changes.errors';
import {
  CalledBy,
  ConsoleUsersService,
  CreateConsoleUserDto,
  type Operator,
  WithFreshSecondFactor,
} from '../operators';
import { PageRenderer } from '../pages';
import { ConsoleController, ConsoleForm } from './console-controller';
import { consoleUrl } from './console-parts';
import { cursorOf, refusedAs } from './found';
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
  @WithFreshSecondFactor()
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
}
