import { Describe, OrNull } from '@shipyard/http';
import { IsIn, IsInt, IsString } from 'class-validator';
import { BUDGET_PERIODS, type BudgetPeriod } from './customer.entity';

/** What a customer, one of its keys or the default of its keys may do at most. */
export class RatesView {
  @Describe('Requests per 60 s. Null for no limit.')
  @OrNull()
  @IsInt()
  rpm: number | null;

  @Describe('Tokens per 60 s. Null for no limit.')
  @OrNull()
  @IsInt()
  tpm: number | null;

  @Describe('How many requests may run at once. Null for no limit.')
  @OrNull()
  @IsInt()
  max_concurrency: number | null;
}

export class BudgetView {
  @Describe('CNY as a decimal string.')
  @IsString()
  amount_cny: string;

  @Describe('How long the amount lasts.')
  @IsIn(BUDGET_PERIODS)
  period: BudgetPeriod;
}
