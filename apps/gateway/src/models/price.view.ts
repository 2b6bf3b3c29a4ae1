import { Describe, Holds, ListOf, MayBeAbsent, OrNull } from '@shipyard/http';
import { IsDateString, IsIn, IsInt, IsString, IsUUID } from 'class-validator';
import { formatCny } from '../money';
import { UNIT_TYPES, type UnitType } from '../unit-types';
import type { Price } from './price.entity';
import type { CustomerPriceList, PriceList } from './price-list.entity';

/** For which requests a price is. Absent: for all that no other price of the unit fits better. */
export class PriceQualifiersView {
  @Describe('For requests with more tokens of input than this. Absent: for any number.')
  @MayBeAbsent()
  @IsInt()
  above_input_tokens?: number;

  @Describe('For images of this size. Absent: for any.')
  @MayBeAbsent()
  @IsString()
  size?: string;

  @Describe('For images of this quality. Absent: for any.')
  @MayBeAbsent()
  @IsString()
  quality?: string;

  @Describe('For searches of this depth. Absent: for any.')
  @MayBeAbsent()
  @IsString()
  depth?: string;
}

export const toQualifiersView = ({
  aboveInputTokens,
  size,
  quality,
  depth,
}: Pick<Price, 'aboveInputTokens' | 'size' | 'quality' | 'depth'>): PriceQualifiersView => ({
  ...(aboveInputTokens && { above_input_tokens: aboveInputTokens }),
  ...(size && { size }),
  ...(quality && { quality }),
  ...(depth && { depth }),
});

export class PriceUnitView extends PriceQualifiersView {
  @Describe('What is counted.')
  @IsIn(UNIT_TYPES)
  unit_type: UnitType;

  @Describe('The unit in words, for customers.')
  @IsString()
  unit_name: string;

  @Describe('CNY per unit, a decimal string.')
  @IsString()
  price_cny: string;
}

/** A dated price of a model in a price list. The newest that has started applies. */
export class PriceView {
  @Describe('The id of the price.')
  @IsUUID()
  id: string;

  @Describe('The model that it prices.')
  @IsString()
  model: string;

  @Describe('The price list that it is of.')
  @IsUUID()
  price_list_id: string;

  @Describe('Since when it applies.')
  @IsDateString()
  effective_from: string;

  @Describe('The price of each unit.')
  @ListOf(() => PriceUnitView)
  units: PriceUnitView[];
}

export class PriceAnswer {
  @Describe('The price.')
  @Holds(() => PriceView)
  price: PriceView;
}

export function toPriceView(rows: [Price, ...Price[]]): PriceView {
  const [{ listId, modelId, priceListId, effectiveAt }] = rows;
  return {
    id: listId,
    model: modelId,
    price_list_id: priceListId,
    effective_from: effectiveAt.toISOString(),
    units: rows.map((row) => ({
      unit_type: row.unitType,
      unit_name: row.unitName,
      price_cny: formatCny(row.priceNano),
      ...toQualifiersView(row),
    })),
  };
}

/** A list of prices that customers can be on. */
export class PriceListView {
  @Describe('The id of the price list.')
  @IsUUID()
  id: string;

  @Describe('The name of the list. No other list has it.')
  @IsString()
  name: string;

  @Describe('The list that it takes the prices from which it has no own. Null for the base list.')
  @OrNull()
  @IsUUID()
  inherits: string | null;

  @Describe('What inherited prices are multiplied by: a decimal string with five places.')
  @IsString()
  multiplier: string;

  @Describe('When it was created.')
  @IsDateString()
  created_at: string;
}

export class PriceListAnswer {
  @Describe('The price list.')
  @Holds(() => PriceListView)
  price_list: PriceListView;
}

export function toPriceListView({ id, name, inheritsId, multiplierE5, createdAt }: PriceList): PriceListView {
  return {
    id,
    name,
    inherits: inheritsId,
    multiplier: `${Math.floor(multiplierE5 / 100_000)}.${String(multiplierE5 % 100_000).padStart(5, '0')}`,
    created_at: createdAt.toISOString(),
  };
}

export class CustomerPriceListView extends PriceListAnswer {
  @Describe('The customer.')
  @IsUUID()
  customer_id: string;

  @Describe('The list that the customer is on.')
  @IsUUID()
  price_list_id: string;

  @Describe('Since when.')
  @IsDateString()
  effective_from: string;
}

export const toCustomerPriceListView = (
  { customerId, priceListId, effectiveAt }: CustomerPriceList,
  list: PriceList,
): CustomerPriceListView => ({
  customer_id: customerId,
  price_list_id: priceListId,
  effective_from: effectiveAt.toISOString(),
  price_list: toPriceListView(list),
});
