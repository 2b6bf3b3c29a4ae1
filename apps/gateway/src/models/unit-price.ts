import { openAiErrors } from '@shipyard/http';
import type { LineTerms, UnitType } from '../unit-types';
import type { CatalogModel } from './catalog';
import type { ModelPrice } from './price-book';
import { BASE_LIST } from './price-list.entity';

/** What the qualifiers of a price are compared with. A price with a qualifier that is absent here does not fit. */
export interface PricedFacts {
  inputTokens?: number;
  size?: string;
  quality?: string;
  depth?: string;
}

export interface UnitPrice {
  unitPriceNano: bigint;
  terms: LineTerms | undefined;
}

type Priced = Pick<CatalogModel, 'prices'> & Partial<Pick<CatalogModel, 'priceList'>>;

/** The most special price that fits: more qualifiers before fewer, size before quality, and the highest step of input. */
export function unitPriceOf(
  { prices, priceList = BASE_LIST.name }: Priced,
  unitType: string,
  facts: PricedFacts = {},
): UnitPrice | undefined {
  let best: ModelPrice | undefined;
  for (const price of prices)
    if (price.unitType === unitType && fits(price, facts) && (!best || specialityOf(price) > specialityOf(best)))
      best = price;
  return best && { unitPriceNano: best.priceNano, terms: termsOf(best, priceList) };
}

/** Throws service_unavailable without a price, so that an answer is never free by accident. */
export function requiredPrice(model: Priced, unitType: UnitType, facts?: PricedFacts): UnitPrice {
  const price = unitPriceOf(model, unitType, facts);
  if (price === undefined) {
    throw openAiErrors.service_unavailable({
      message: 'This model has no price yet, so it cannot be used. Choose another model.',
      headers: { 'retry-after': '60', 'retry-after-ms': '60000' },
    });
  }
  return price;
}

const fits = ({ aboveInputTokens, size, quality, depth }: ModelPrice, facts: PricedFacts) =>
  (!aboveInputTokens || (facts.inputTokens ?? 0) > aboveInputTokens) &&
  (!size || size === facts.size) &&
  (!quality || quality === facts.quality) &&
  (!depth || depth === facts.depth);

/** A number of tokens has fewer digits than the first qualifier counts. */
const specialityOf = ({ aboveInputTokens, size, quality, depth }: ModelPrice) =>
  ((size ? 4 : 0) + (quality ? 2 : 0) + (depth ? 1 : 0)) * 1e10 + (aboveInputTokens ?? 0);

function termsOf({ aboveInputTokens, size, quality, depth }: ModelPrice, priceList: string): LineTerms | undefined {
  const terms: LineTerms = {
    ...(priceList !== BASE_LIST.name && { price_list: priceList }),
    ...(aboveInputTokens && { above_input_tokens: aboveInputTokens }),
    ...(size && { size }),
    ...(quality && { quality }),
    ...(depth && { depth }),
  };
  return Object.keys(terms).length === 0 ? undefined : terms;
}
