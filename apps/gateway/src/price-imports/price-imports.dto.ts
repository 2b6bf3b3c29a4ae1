import { Describe, MayBeAbsent } from '@shipyard/http';
import { IsString, Matches, MaxLength, ValidateIf } from 'class-validator';

const TEXT_LIMIT = 2 * 1024 * 1024;

export class PriceFileDto {
  @Describe(
    'Rows with the columns price_list, model, unit_type, unit_name, price_cny, effective_from, and if you need them above_input_tokens, size, quality and depth. Send `csv` or `yaml`.',
  )
  @ValidateIf(({ csv, yaml }: PriceFileDto) => yaml === undefined || csv !== undefined)
  @IsString()
  @MaxLength(TEXT_LIMIT)
  csv?: string;

  @Describe('The same rows as a list under the key `prices`.')
  @MayBeAbsent()
  @IsString()
  @MaxLength(TEXT_LIMIT)
  yaml?: string;
}

export class ApplyPricesDto extends PriceFileDto {
  @Describe('The `plan_id` of the plan that you saw. If the changes would differ by now, nothing is written.')
  @MayBeAbsent()
  @Matches(/^[A-Za-z0-9_-]{43}$/, { message: 'plan_id must be the plan_id of a plan' })
  plan_id?: string;
}
