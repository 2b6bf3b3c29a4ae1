import { Body, Controller, Get, Param, Patch, Query } from '@nestjs/common';
import { ApiOperation, envelope, envelopeErrors, Recorder, type ResponseRecorder, SecretAnswer } from '@shipyard/http';
import {
  AccountsQuery,
  AccountStandingService,
  type Caller,
  ChangedAccountView,
  ChangeStandingDto,
  CurrentCaller,
  StaffAccountView,
  StaffOnly,
} from '../accounts';

@StaffOnly('admin')
@Controller('api/v1/admin/accounts')
export class StaffAccountsController {
  constructor(private readonly accounts: AccountStandingService) {}

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
    description: 'The change takes effect at once. The last admin must stay an admin: otherwise FORBIDDEN.',
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
}
