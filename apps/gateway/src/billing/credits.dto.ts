import { IsLine, Satisfies } from '@shipyard/http';
import { amountProblem } from '../money';

const LARGEST_NANO = 10n ** 17n;

export class CreditDto {
  /** CNY as a decimal string, ±100,000,000, at most 9 decimal places. A negative amount takes money away. */
  @Satisfies(
    (value) =>
      amountProblem(value, { min: -LARGEST_NANO, max: LARGEST_NANO }) ??
      (/^-?0+(\.0+)?$/.test(String(value)) ? 'must not be zero' : null),
    { type: 'string' },
  )
  amount_cny: string;

  @IsLine({ min: 1, max: 500 })
  reason: string;
}
