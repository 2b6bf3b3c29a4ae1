import { Get, Query } from '@nestjs/common';
import { checkFields, type FormFields, NO_RECORDER } from '@shipyard/http';
import { ConsoleUsersService, CreateConsoleUserDto, type Operator, WithFreshSecondFactor } from '../operators';
import { ConsoleController, ConsoleForm } from './console-controller';
import { ConsolePages, ConsoleVisit, Visit } from './console-visit';
import { consoleUrl } from './console-parts';
import { cursorOf, conflicts } from './found';
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
    private readonly pages: ConsolePages,
    private readonly users: ConsoleUsersService,
  ) {}

  @Get()
  async list(@Visit() visit: ConsoleVisit, @Query() { after, done }: Record<string, unknown>): Promise<void> {
    await this.draw(visit, { after, done });
  }

  /** The password is never sent back. */
  @ConsoleForm('', ['email', 'role'])
  @WithFreshSecondFactor()
  async create(@Visit() visit: ConsoleVisit): Promise<void> {
    const sent = await this.pages.read(visit);
    const fields: UserFields = { email: (sent.email ?? '').trim(), role: sent.role ?? '' };
    const problems = await this.tryCreate(visit.operator, fields, sent);
    if (problems) return this.draw(visit.status(422), { fields, problems });
    visit.leadTo(consoleUrl('users'), 'added');
  }

  private async tryCreate(operator: Operator, fields: UserFields, sent: FormFields): Promise<UserProblems | null> {
    const { values, problems } = await checkFields(CreateConsoleUserDto, { ...fields, password: sent.password ?? '' });
    if (!values) return Object.fromEntries(problems.map(({ field }) => [field, 'invalid']));
    const isConflict = await conflicts(() => this.users.create(operator, NO_RECORDER, values));
    return isConflict ? { email: 'taken' } : null;
  }

  private async draw(visit: ConsoleVisit, { after, done, fields = EMPTY, problems = {} }: ShownForm): Promise<void> {
    const cursor = cursorOf(after);
    const { items, next_cursor: next } = await this.users.list({ cursor });
    const news = USER_NEWS.find((each) => each === done) ?? null;
    this.pages.send(visit, (page) =>
      UsersPage({ page, items, next, isFirst: cursor === undefined, form: { fields, problems }, news }),
    );
  }
}
