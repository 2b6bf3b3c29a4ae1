import { Describe, ListOf, MayBeAbsent, Satisfies } from '@shipyard/http';
import { IsInt, IsObject, IsString, Matches, Max, MaxLength, Min, ValidateIf } from 'class-validator';
import { AMOUNT_SCHEMA, amountProblem } from '../money';
import { SUPPLIER_ID } from '../suppliers';
import { UNIT_TYPES } from '../unit-types';

const DAY = /^\d{4}-\d\d-\d\d$/;
/** Postgres and JavaScript parse these years alike. */
const dayProblem = (value: unknown) =>
  typeof value === 'string' && DAY.test(value) && value > '2000' && isDay(value)
    ? null
    : 'must be a day of the calendar, such as 2026-05-31';
const isDay = (text: string) => new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text);

export class SupplierUsageItem {
  @Describe("A day in the supplier's `usage_time_zone`, such as 2026-05-31.")
  @Satisfies(dayProblem, { type: 'string', format: 'date' })
  day: string;

  @Describe("The model's name at the supplier, as in a route's `upstream_model`: 1-200 characters without spaces.")
  @Matches(/^[^\s\p{Cc}\p{Cs}]{1,200}$/u, { message: 'upstream_model must be 1 to 200 characters without spaces' })
  upstream_model: string;

  @Describe(`${UNIT_TYPES.join(', ')}, or a name for something else.`)
  @Matches(/^[a-z][a-z0-9_]{0,63}$/, { message: 'unit_type must be a name such as input_1k_tokens' })
  unit_type: string;

  @Describe('Tokens (not thousands of them), images or requests.')
  @IsInt()
  @Min(0)
  @Max(Number.MAX_SAFE_INTEGER)
  units: number;

  @Describe('CNY as a decimal string such as "12.50", at least 0, with at most 9 decimal places.')
  @Satisfies((value) => amountProblem(value, { min: 0n }), AMOUNT_SCHEMA)
  cost_cny: string;
}

/** Items or the supplier's own CSV file. Replaces everything reported before for the same days. */
export class SupplierUsageDto {
  @Describe('The id of a supplier.')
  @Matches(SUPPLIER_ID, { message: 'supplier_id must be the id of a supplier' })
  supplier_id: string;

  @Describe('At most 1,500. What is missing from a day was not billed. Send `items` or `csv`.')
  @ValidateIf(({ items, csv }: SupplierUsageDto) => csv === undefined || items !== undefined)
  @ListOf(() => SupplierUsageItem)
  @IsObject({ each: true })
  items?: SupplierUsageItem[];

  @Describe("The text of the supplier's export, at most 4 MiB, read by the `usage_csv` of the supplier.")
  @MayBeAbsent()
  @IsString()
  @MaxLength(4 * 1024 * 1024)
  csv?: string;
}
