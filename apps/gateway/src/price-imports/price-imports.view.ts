import { Describe, Holds, ListOf, OrNull } from '@shipyard/http';
import { IsDateString, IsIn, IsString, IsUUID } from 'class-validator';

export class PlannedUnitView {
  @Describe('CNY per unit, a decimal string.')
  @IsString()
  price_cny: string;

  @Describe('The unit in words.')
  @IsString()
  unit_name: string;
}

export class PriceChangeView {
  @Describe('Price list, model, unit with its qualifiers, and the start if it is not now.')
  @IsString()
  path: string;

  @Describe('What happens to the price of the unit in the list. After `remove`, the list inherits it.')
  @IsIn(['create', 'update', 'remove'])
  action: 'create' | 'update' | 'remove';

  @Describe('What the list has at that time. Null: no price of its own.')
  @OrNull()
  @Holds(() => PlannedUnitView)
  from: PlannedUnitView | null;

  @Describe('What the list will have. Null: no price of its own.')
  @OrNull()
  @Holds(() => PlannedUnitView)
  to: PlannedUnitView | null;

  @Describe('Since when. Null: as soon as it is applied.')
  @OrNull()
  @IsDateString()
  effective_from: string | null;
}

export class PriceEffectView {
  @Describe('A customer with charges.')
  @IsUUID()
  customer_id: string;

  @Describe('What it was charged, CNY, a decimal string.')
  @IsString()
  was_cny: string;

  @Describe('What it would have been charged, CNY, a decimal string.')
  @IsString()
  would_be_cny: string;
}

export class PricePlanView {
  @Describe('Send it to /admin/prices/apply, so that only these changes are written.')
  @IsString()
  plan_id: string;

  @Describe('What changes. Empty: the prices are already like this.')
  @ListOf(() => PriceChangeView)
  changes: PriceChangeView[];

  @Describe('The charges of the last 30 days for each customer, and what they would have been.')
  @ListOf(() => PriceEffectView)
  effect: PriceEffectView[];
}
