import { Body, Controller, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation, envelope, envelopeErrors, Recorder, type ResponseRecorder, SecretAnswer } from '@shipyard/http';
import {
  AccountsQuery,
  AccountStandingService,
  type Caller,
  ChangedAccountView,
  ChangeStandingDto,
  ConfirmRoleDto,
  CurrentCaller,
  StaffAccountView,
  StaffRolesService,
  StaffWithFreshSecondFactor,
} from '../accounts';

/** Emails of other people, and the roles that open addresses: a stolen token alone must not be enough for any of it. */
@StaffWithFreshSecondFactor('admin')
@Controller('api/v1/admin/accounts')
export class StaffAccountsController {
  constructor(
    private readonly accounts: AccountStandingService,
    private readonly staffRoles: StaffRolesService,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'Find accounts',
    description: 'The audit trail records each call.',
    data: { accounts: [StaffAccountView] },
  })
  async search(@CurrentCaller() caller: Caller, @Query() query: AccountsQuery) {
    return envelope({ accounts: await this.accounts.search(caller, query) });
  }

  // Another person's email, and whether they are a minor: the stored response is encrypted like a secret.
  @SecretAnswer()
  @Patch(':accountId')
  @ApiOperation({
    summary: 'Give roles, suspend, correct a date of birth, or set quotas',
    description:
      'The change takes effect at once. All admins get a mail when a role of staff is granted. Where second factors are required, a new fulfilment or admin role opens addresses and reset links after 24 hours, or once it is confirmed. The last admin must stay an admin: otherwise FORBIDDEN.',
    data: { account: ChangedAccountView },
    errors: [envelopeErrors.NOT_FOUND],
  })
  async change(
    @CurrentCaller() caller: Caller,
    @Recorder() recorder: ResponseRecorder,
    @Param('accountId') accountId: string,
    @Body() input: ChangeStandingDto,
  ) {
    return envelope(await this.accounts.change(caller, recorder, accountId, input));
  }

  @SecretAnswer()
  @Post(':accountId/confirm-role')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Confirm a new role of staff',
    description:
      'It opens addresses and reset links at once. Needs an admin who neither granted the role nor has it, and whose own role does not wait: otherwise FORBIDDEN. If no such role waits: NOT_FOUND.',
    data: { account: StaffAccountView },
    errors: [envelopeErrors.NOT_FOUND],
  })
  async confirmRole(
    @CurrentCaller() caller: Caller,
    @Recorder() recorder: ResponseRecorder,
    @Param('accountId') accountId: string,
    @Body() { role }: ConfirmRoleDto,
  ) {
    return envelope(await this.staffRoles.confirm(caller, recorder, accountId, role));
  }
}
