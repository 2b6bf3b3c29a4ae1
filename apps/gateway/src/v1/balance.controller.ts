import { Controller, Get } from '@nestjs/common';
import { BudgetWindowsService } from '../billing';
import { ApiAnswers } from '@shipyard/http';
import { CustomersService } from '../customers';
import { CalledBy, type Caller } from '../keys';
import { formatCny } from '../money';
import { KeyBalanceView } from './balance.view';
import { OpenAiRoute } from './openai-route.guard';

@Controller('v1/balance')
export class BalanceController {
  constructor(
    private readonly customers: CustomersService,
    private readonly windows: BudgetWindowsService,
  ) {}

  @Get()
  @OpenAiRoute()
  @ApiAnswers({
    summary: 'Read the balance and the budget of the key',
    answers: { 200: { description: 'The balance.', content: { 'application/json': KeyBalanceView } } },
  })
  async show(@CalledBy() caller: Caller): Promise<KeyBalanceView> {
    const { balanceNano, heldNano } = await this.customers.get(caller.customerId);
    const use = await this.windows.use(caller);
    return {
      object: 'balance',
      currency: 'CNY',
      balance_cny: formatCny(balanceNano),
      held_cny: formatCny(heldNano),
      available_cny: formatCny(balanceNano - heldNano),
      budget: caller.budget &&
        use && {
          amount_cny: formatCny(caller.budget.amountNano),
          used_cny: formatCny(use.usedNano),
          period: caller.budget.period,
          resets_at: use.endsAt.toISOString(),
        },
    };
  }
}
