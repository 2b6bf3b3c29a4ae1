import { Describe, Holds, OrNull } from '@shipyard/http';
import { IsDateString, IsIn, IsString } from 'class-validator';

export class KeyBudgetView {
  @IsString()
  amount_cny: string;

  @IsString()
  used_cny: string;

  @IsIn(['day', 'month'])
  period: 'day' | 'month';

  @IsDateString()
  resets_at: string;
}

export class KeyBalanceView {
  @IsIn(['balance'])
  object: 'balance';

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
