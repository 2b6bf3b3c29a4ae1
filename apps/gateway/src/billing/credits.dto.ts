import { Describe, IsLine, MayBeAbsent, Satisfies } from '@shipyard/http';
import { AMOUNT_SCHEMA, amountProblem } from '../money';

const LARGEST_NANO = 10n ** 17n;

export class RefundDto {
  @Describe('CNY as a decimal string, above 0, with at most 9 decimal places. If absent: what is left of the charge.')
  @MayBeAbsent()
  @Satisfies((value) => amountProblem(value, { min: 1n }), AMOUNT_SCHEMA)
  amount_cny?: string;

  @Describe('1-500 characters for the audit.')
  @IsLine({ min: 1, max: 500 })
  reason: string;
}

export class CreditDto {
  @Describe(
    'CNY as a decimal string, ±100,000,000, with at most 9 decimal places, not zero. A negative amount takes money away.',
  )
  @Satisfies(
    (value) =>
      amountProblem(value, { min: -LARGEST_NANO, max: LARGEST_NANO }) ??
      (/^-?0+(\.0+)?$/.test(String(value)) ? 'must not be zero' : null),
    { type: 'string', pattern: AMOUNT_SCHEMA.pattern.replace('^', '^-?') },
  )
  amount_cny: string;

  @Describe('1-500 characters for the ledger and the audit.')
  @IsLine({ min: 1, max: 500 })
  reason: string;
}
