import { Body, Controller, Get, Param, Patch, Query } from '@nestjs/common';
import { ApiOperation, envelope, envelopeErrors, SecretAnswer } from '@shipyard/http';
import { AccountsQuery, ChangeStandingDto } from '../accounts/account-standing.dto';
import { AccountStandingService } from '../accounts/account-standing.service';
import { StaffAccountView } from '../accounts/account.view';
import { type Caller, CurrentCaller } from '../accounts/caller.view';
import { StaffOnly } from '../accounts/staff.guard';

@StaffOnly('admin')
@Controller('api/v1/admin/accounts')
export class StaffAccountsController {
  constructor(private readonly accounts: AccountStandingService) {}

  @Get()
  @ApiOperation({ summary: 'Find accounts', data: { accounts: [StaffAccountView] } })
  async search(@Query() query: AccountsQuery) {
    return envelope({ accounts: await this.accounts.search(query) });
  }

  // Somebody else's address and date of birth: they are kept for a replay like a secret.
  @SecretAnswer()
  @Patch(':accountId')
  @ApiOperation({
    summary: 'Give roles, suspend, or correct a date of birth',
    description: 'Acts at once. The last admin stays one: FORBIDDEN.',
    data: { account: StaffAccountView },
    errors: [envelopeErrors.NOT_FOUND],
  })
  async change(@CurrentCaller() caller: Caller, @Param('accountId') accountId: string, @Body() input: ChangeStandingDto) {
    return envelope(await this.accounts.change(caller, accountId, input));
  }
}
