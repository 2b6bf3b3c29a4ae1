import { uuidv7 } from '@shipyard/platform/ids';
import { checkedCny } from '../money';
import type { PriceUnit } from './models.dto';

/** The id of the first row is that of the dated price. Without a start it starts now, by the clock of Postgres. */
export function toPriceRows(modelId: string, priceListId: string, units: PriceUnit[], effectiveAt?: Date) {
  const listId = uuidv7();
  return units.map((unit, position) => ({
    id: position === 0 ? listId : uuidv7(),
    listId,
    modelId,
    priceListId,
    unitType: unit.unit_type,
    unitName: unit.unit_name,
    priceNano: checkedCny(unit.price_cny),
    aboveInputTokens: unit.above_input_tokens ?? null,
    size: unit.size ?? null,
    quality: unit.quality ?? null,
    depth: unit.depth ?? null,
    position,
    effectiveAt,
  }));
}
