import { Get, HttpCode, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import { checkFields, type HttpError, NO_RECORDER } from '@shipyard/http';
import { refusalOf, SessionForms } from '@shipyard/pages';
import type { Request, Response } from 'express';
import {
  AccountStandingService,
  assertFreshSecondFactor,
  type Caller,
  ChangeStandingDto,
  CurrentCaller,
  STAFF_ROLES,
  StaffRolesService,
} from '../../accounts';
import { CONFIG, type HttpConfig } from '../../config';
import { PasswordResets } from '../../password-resets';
import { ConsoleController } from '../console/console-controller';
import { PageRenderer } from '../page-renderer';
import { StudioForm } from '../studio/studio-form';
import { AccountPage, ResetLinkPage } from './account.views';
import { accountsFilterOf, accountsUrl, ROWS } from './accounts-address';
import { AccountsPage } from './accounts.views';

const KEEPS_ROLES = { reviewer: null, fulfilment: null, admin: null, role: null };

interface Drawn {
  caller: Caller;
  accountId: string;
  refusal?: HttpError;
  isBirthDateWrong?: boolean;
}

/** Emails of other people, and the roles that open addresses: as in the API, each step wants a fresh second factor. */
@ConsoleController('console/accounts', 'admin')
export class AccountPagesController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly forms: SessionForms,
    private readonly standing: AccountStandingService,
    private readonly staffRoles: StaffRolesService,
    private readonly resets: PasswordResets,
    @Inject(CONFIG) private readonly config: HttpConfig,
  ) {}

  @Get()
  async list(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Query() query: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    assertFreshSecondFactor(caller, this.config);
    const filter = accountsFilterOf(query);
    const { q, isUnknownOnly, after } = filter;
    const birthDate = isUnknownOnly ? 'unknown' : undefined;
    const found = await this.standing.search(caller, { q, birth_date: birthDate, offset: 0, limit: ROWS + 1 }, after);
    const list = { filter, accounts: found.slice(0, ROWS), hasMore: found.length > ROWS };
    this.pages.send(request, response, (page) => AccountsPage({ page, caller, ...list }), { hasScripts: true });
  }

  @Get(':accountId')
  async show(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('accountId') accountId: string,
  ): Promise<void> {
    assertFreshSecondFactor(caller, this.config);
    await this.draw(request, response, { caller, accountId });
  }

  @StudioForm({ keeps: KEEPS_ROLES })
  @Post(':accountId/roles')
  async setRoles(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('accountId') accountId: string,
  ): Promise<void> {
    const fields = await this.forms.read(request, response);
    const roles = STAFF_ROLES.filter((role) => fields[role] === 'yes');
    await this.step(request, response, { caller, accountId }, () =>
      this.standing.change(caller, NO_RECORDER, accountId, { roles }),
    );
  }

  @StudioForm({ keeps: KEEPS_ROLES })
  @Post(':accountId/confirm-role')
  async confirmRole(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('accountId') accountId: string,
  ): Promise<void> {
    const fields = await this.forms.read(request, response);
    const role = STAFF_ROLES.find((each) => each === fields.role);
    await this.step(request, response, { caller, accountId }, () =>
      this.staffRoles.confirm(caller, NO_RECORDER, accountId, role),
    );
  }

  @StudioForm()
  @Post(':accountId/suspend')
  async suspend(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('accountId') accountId: string,
  ): Promise<void> {
    await this.forms.read(request, response);
    await this.step(request, response, { caller, accountId }, () =>
      this.standing.change(caller, NO_RECORDER, accountId, { suspended: true }),
    );
  }

  @StudioForm()
  @Post(':accountId/lift')
  async lift(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('accountId') accountId: string,
  ): Promise<void> {
    await this.forms.read(request, response);
    await this.step(request, response, { caller, accountId }, () =>
      this.standing.change(caller, NO_RECORDER, accountId, { suspended: false }),
    );
  }

  @StudioForm({ keeps: { birth_date: null } })
  @Post(':accountId/birth-date')
  async setBirthDate(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('accountId') accountId: string,
  ): Promise<void> {
    const fields = await this.forms.read(request, response);
    const { values } = await checkFields(ChangeStandingDto, { birth_date: fields.birth_date ?? '' });
    if (!values) {
      assertFreshSecondFactor(caller, this.config);
      return this.draw(request, response.status(400), { caller, accountId, isBirthDateWrong: true });
    }
    await this.step(request, response, { caller, accountId }, () =>
      this.standing.change(caller, NO_RECORDER, accountId, values),
    );
  }

  @StudioForm()
  @Post(':accountId/reset-link')
  @HttpCode(200)
  async makeResetLink(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('accountId') accountId: string,
  ): Promise<void> {
    await this.forms.read(request, response);
    assertFreshSecondFactor(caller, this.config);
    try {
      const { reset_link: link } = await this.resets.issueLink(caller, NO_RECORDER, accountId);
      const back = accountsUrl(accountsFilterOf(request.query), accountId);
      this.pages.send(request, response, (page) => ResetLinkPage({ page, caller, back, link }), { hasScripts: true });
    } catch (error) {
      const refusal = refusalOf(error);
      await this.draw(request, response.status(refusal.row.status), { caller, accountId, refusal });
    }
  }

  private async step(
    request: Request,
    response: Response,
    { caller, accountId }: Pick<Drawn, 'caller' | 'accountId'>,
    work: () => Promise<unknown>,
  ): Promise<void> {
    assertFreshSecondFactor(caller, this.config);
    try {
      await work();
    } catch (error) {
      const refusal = refusalOf(error);
      return this.draw(request, response.status(refusal.row.status), { caller, accountId, refusal });
    }
    response.redirect(303, accountsUrl(accountsFilterOf(request.query), accountId));
  }

  /** The audit records the look. */
  private async draw(request: Request, response: Response, { caller, accountId, ...refused }: Drawn): Promise<void> {
    const { account } = await this.standing.change(caller, NO_RECORDER, accountId, {});
    const filter = accountsFilterOf(request.query);
    this.pages.send(request, response, (page) => AccountPage({ page, caller, account, filter, ...refused }), {
      hasScripts: true,
    });
  }
}
