import { Describe, OrNull } from '@shipyard/http';
import { IsArray, IsInt, IsNumber, IsString } from 'class-validator';

export class SupplierUsageView {
  @IsString()
  supplier_id: string;

  @IsString({ each: true })
  @IsArray()
  days: string[];

  @Describe('How many rows were stored.')
  @IsInt()
  items: number;
}

/** One unit of one model on one day. Null: that side reported nothing. Drift is theirs minus ours. */
export class SupplierDriftView {
  @IsString()
  supplier_id: string;

  @IsString()
  day: string;

  @IsString()
  upstream_model: string;

  @IsString()
  unit_type: string;

  @OrNull()
  @IsNumber()
  our_units: number | null;

  @OrNull()
  @IsNumber()
  their_units: number | null;

  @OrNull()
  @IsNumber()
  drift_units: number | null;

  @Describe('By the supplier prices of the routes at that time. Null if they have none.')
  @OrNull()
  @IsString()
  our_cost_cny: string | null;

  @OrNull()
  @IsString()
  their_cost_cny: string | null;

  @OrNull()
  @IsString()
  drift_cny: string | null;

  @Describe('Percent of their figure, in money if both sides know it, else in units.')
  @OrNull()
  @IsNumber()
  drift_percent: number | null;
}
