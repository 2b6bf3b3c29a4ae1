import { Describe, Holds, OrNull } from '@shipyard/http';
import { IsDateString, IsIn, IsString } from 'class-validator';
import { BUDGET_PERIODS, type BudgetPeriod } from '../keys';

export class KeyBudgetView {
  @Describe('The most that the key may spend in a period.')
  @IsString()
  amount_cny: string;

  @Describe('What counts toward the budget in this period.')
  @IsString()
  used_cny: string;

  @Describe('How long a period is.')
  @IsIn(BUDGET_PERIODS)
  period: BudgetPeriod;

  @Describe('When the next period begins.')
  @IsDateString()
  resets_at: string;
}

export class KeyBalanceView {
  @Describe('Always `balance`.')
  @IsIn(['balance'])
  object: 'balance';

  @Describe('The currency of all amounts.')
  @IsIn(['CNY'])
  currency: 'CNY';

  @Describe('A decimal string, as all amounts here.')
  @IsString()
  balance_cny: string;

  @Describe('What running requests and tasks hold.')
  @IsString()
  held_cny: string;

  @Describe('The balance without what is held.')
  @IsString()
  available_cny: string;

  @Describe('Of this key. Null if it has none.')
  @OrNull()
  @Holds(() => KeyBudgetView)
  budget: KeyBudgetView | null;
}
