import { Describe, IsLine, MayBeAbsent, Satisfies } from '@shipyard/http';
import { IsOptional, IsString, IsUUID, Matches } from 'class-validator';
import { effectiveFromProblem } from './models.dto';

/** At most 999.99999. */
const MULTIPLIER = /^\d{1,3}(\.\d{1,5})?$/;
const isMultiplier = { message: 'multiplier must be a decimal string such as "0.85000", with at most 5 places' };

export class CreatePriceListDto {
  @Describe('1-100 characters. No other list has the name.')
  @IsLine({ min: 1, max: 100 })
  name: string;

  @Describe('The list that it takes the prices from which it has no own. If absent or null: the base list.')
  @IsOptional()
  @IsUUID()
  inherits?: string | null;

  @Describe('What inherited prices are multiplied by: a decimal string with at most five places. If absent: 1.')
  @MayBeAbsent()
  @Matches(MULTIPLIER, isMultiplier)
  @IsString()
  multiplier?: string;
}

/** Absent fields stay as they are. */
export class ChangePriceListDto {
  @Describe('1-100 characters. No other list has the name.')
  @MayBeAbsent()
  @IsLine({ min: 1, max: 100 })
  name?: string;

  @Describe('The list that it takes the prices from which it has no own. Null: the base list.')
  @IsOptional()
  @IsUUID()
  inherits?: string | null;

  @Describe('What inherited prices are multiplied by: a decimal string with at most five places.')
  @MayBeAbsent()
  @Matches(MULTIPLIER, isMultiplier)
  @IsString()
  multiplier?: string;
}

export class PutPriceListDto {
  @Describe('The list that the customer shall be on. Null: the base list.')
  @IsOptional()
  @IsUUID()
  price_list_id: string | null;

  @Describe('A time with its offset, now or in the future. If absent: now.')
  @MayBeAbsent()
  @Satisfies(effectiveFromProblem, { type: 'string', format: 'date-time' })
  effective_from?: string;
}
