import { Controller, Get } from '@nestjs/common';
import { CustomersService } from '../customers/customers.service';
import { CalledBy, type Caller } from '../keys/enterprise-key.guard';
import { formatCny } from '../money';
import { OpenAiRoute } from './openai-route.guard';

@Controller('v1/balance')
export class BalanceController {
  constructor(private readonly customers: CustomersService) {}

  /** Decimal strings. A key has no budget of its own yet, so `budget` is null. */
  @Get()
  @OpenAiRoute()
  async show(@CalledBy() { customerId }: Caller) {
    const { balanceNano, heldNano } = await this.customers.get(customerId);
    return {
      object: 'balance',
      currency: 'CNY',
      balance_cny: formatCny(balanceNano),
      held_cny: formatCny(heldNano),
      available_cny: formatCny(balanceNano - heldNano),
      budget: null,
    };
  }
}
