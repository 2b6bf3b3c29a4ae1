import { Describe, OrNull } from '@shipyard/http';
import { IsArray, IsInt, IsNumber, IsString } from 'class-validator';

export class SupplierUsageView {
  @Describe('The supplier.')
  @IsString()
  supplier_id: string;

  @Describe('The days that the export covers.')
  @IsString({ each: true })
  @IsArray()
  days: string[];

  @Describe('How many rows were stored.')
  @IsInt()
  items: number;
}

/** One unit of one model on one day. Null: that side reported nothing. Drift is theirs minus ours. */
export class SupplierDriftView {
  @Describe('The supplier.')
  @IsString()
  supplier_id: string;

  @Describe('The billing day of the supplier.')
  @IsString()
  day: string;

  @Describe('The name of the model at the supplier.')
  @IsString()
  upstream_model: string;

  @Describe('What was counted.')
  @IsString()
  unit_type: string;

  @Describe('The units that we counted. Null if there are none.')
  @OrNull()
  @IsNumber()
  our_units: number | null;

  @Describe('The units that the supplier reported. Null if there are none.')
  @OrNull()
  @IsNumber()
  their_units: number | null;

  @Describe('Theirs minus ours. Null if one side is not known.')
  @OrNull()
  @IsNumber()
  drift_units: number | null;

  @Describe('By the supplier prices of the routes at that time. Null if they have none.')
  @OrNull()
  @IsString()
  our_cost_cny: string | null;

  @Describe('What the supplier reported: CNY as a decimal string. Null if it reported no cost.')
  @OrNull()
  @IsString()
  their_cost_cny: string | null;

  @Describe('Theirs minus ours. Null if one side is not known.')
  @OrNull()
  @IsString()
  drift_cny: string | null;

  @Describe('Percent of their figure, in money if both sides know it, else in units.')
  @OrNull()
  @IsNumber()
  drift_percent: number | null;
}
