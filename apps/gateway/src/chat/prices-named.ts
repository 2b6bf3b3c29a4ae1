import type { CatalogModel } from '../models';
import type { UnitType } from '../unit-types';

type ModelPrice = CatalogModel['prices'][number];

/** Prices of a model, for specs: a name such as `input_1k_tokens`, with a bound as `input_1k_tokens above 200000`. */
export function pricesNamed(prices: Record<string, bigint>): Pick<CatalogModel, 'prices'> {
  return {
    prices: Object.entries(prices).map(([name, priceNano]): ModelPrice => {
      const [unitType = '', above] = name.split(' above ');
      return {
        unitType: unitType as UnitType,
        unitName: unitType,
        priceNano,
        aboveInputTokens: above === undefined ? null : Number(above),
        size: null,
        quality: null,
        depth: null,
      };
    }),
  };
}
