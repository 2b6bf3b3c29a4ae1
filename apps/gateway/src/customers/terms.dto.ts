import { lineProblem } from '@shipyard/contracts';
import { Describe, type JsonSchema, Satisfies } from '@shipyard/http';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { AMOUNT_SCHEMA, amountProblem } from '../money';
import { BUDGET_PERIODS, type BudgetPeriod } from './customer.entity';

export const COUNT = { min: 1, max: 1_000_000_000 };
export const LIST_MAX = 200;
const MODEL_ID = { min: 1, max: 200 };

export const isAmount = (value: unknown) => amountProblem(value, { min: 0n });

/** What a customer, one of its keys or the default of its keys may do at most. */
export class RatesDto {
  @Describe('Requests per 60 s; null: no limit.')
  @IsOptional()
  @IsInt()
  @Min(COUNT.min)
  @Max(COUNT.max)
  rpm?: number | null;

  @Describe('Tokens per 60 s; null: no limit.')
  @IsOptional()
  @IsInt()
  @Min(COUNT.min)
  @Max(COUNT.max)
  tpm?: number | null;

  @Describe('Concurrent calls; null: no limit.')
  @IsOptional()
  @IsInt()
  @Min(COUNT.min)
  @Max(COUNT.max)
  max_concurrency?: number | null;
}

export class BudgetDto {
  @Describe('CNY as a decimal string, at least 0, with at most 9 decimal places.')
  @Satisfies(isAmount, AMOUNT_SCHEMA)
  amount_cny: string;

  @Describe("Day or month in the customer's time zone.")
  @IsIn(BUDGET_PERIODS)
  period: BudgetPeriod;
}

export const listOf = (items: JsonSchema) => ({
  type: 'array',
  items,
  minItems: 1,
  maxItems: LIST_MAX,
  uniqueItems: true,
});

export const MODELS_SCHEMA = listOf({ type: 'string', minLength: MODEL_ID.min, maxLength: MODEL_ID.max });

export const modelsProblem = (value: unknown): string | null =>
  listProblem(value, (member) => lineProblem(member, MODEL_ID));

export function listProblem(value: unknown, problemOf: (member: unknown) => string | null): string | null {
  if (!Array.isArray(value) || value.length === 0 || value.length > LIST_MAX)
    return `must be a list of 1 to ${LIST_MAX} strings`;
  if (new Set(value).size < value.length) return 'must not contain the same item twice';
  const at = value.findIndex((member: unknown) => problemOf(member) !== null);
  return at < 0 ? null : `is wrong at [${at}]: that item ${problemOf(value[at])}`;
}
