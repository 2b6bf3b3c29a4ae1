import { type ChargeLine, type HighestCost, lineCostNano, totalCostNano } from '../billing';
import { type CatalogModel, priceOf, requiredPrice } from '../models';
import { MOST_NANO } from '../money';
import type { TokenUsage } from '../suppliers';
import type { PromptTokens } from '../tokens/prompt-tokens';
import { priceOrParents, type TokenClass } from '../unit-types';

/** For each class, what 1,000 tokens cost as of the start of a request. Later changes do not affect the request. */
export type ChatPrices = Readonly<Record<TokenClass, bigint>>;

/** A class without a price costs as its parent. Throws service_unavailable without a price for input. */
export function chatPrices(model: CatalogModel): ChatPrices {
  const inputNano = requiredPrice(model, 'input_1k_tokens');
  const nanoOf = (unitType: TokenClass) => priceOrParents(unitType, (each) => priceOf(model, each)) ?? inputNano;
  return {
    input_1k_tokens: inputNano,
    output_1k_tokens: nanoOf('output_1k_tokens'),
    cache_read_1k_tokens: nanoOf('cache_read_1k_tokens'),
    cache_write_1k_tokens: nanoOf('cache_write_1k_tokens'),
    cache_write_1h_1k_tokens: nanoOf('cache_write_1h_1k_tokens'),
  };
}

/** Some suppliers write to their cache unasked, but never for an hour. */
const UNASKED_INPUT: readonly TokenClass[] = ['input_1k_tokens', 'cache_read_1k_tokens', 'cache_write_1k_tokens'];
const ANY_INPUT: readonly TokenClass[] = [...UNASKED_INPUT, 'cache_write_1h_1k_tokens'];

export interface HeldTokens {
  input: Pick<PromptTokens, 'most' | 'held'>;
  outputTokens: number;
  /** The request asks for a cache that lives longer than usual. */
  writesLongCache: boolean;
}

/** All input at the price of the dearest class that it may have, and all answers at full length. */
export function highestChatCost(prices: ChatPrices, { input, outputTokens, writesLongCache }: HeldTokens): HighestCost {
  const dearestNano = (writesLongCache ? ANY_INPUT : UNASKED_INPUT)
    .map((unitType) => prices[unitType])
    .reduce((dearest, each) => (each > dearest ? each : dearest));
  const inputNano = (units: number) => lineCostNano({ unitType: 'input_1k_tokens', units, unitPriceNano: dearestNano });
  const outputNano = lineCostNano({
    unitType: 'output_1k_tokens',
    units: outputTokens,
    unitPriceNano: prices.output_1k_tokens,
  });
  return {
    leastNano: outputNano,
    mostNano: outputNano + inputNano(input.most),
    exactNano: () => outputNano + inputNano(input.held),
  };
}

/** Each token of the prompt is billed once, in one class. */
export function chatCost(prices: ChatPrices, usage: TokenUsage): ChargeLine[] {
  const { promptTokens, cachedTokens, cacheWriteTokens = 0, longCacheWriteTokens = 0, completionTokens } = usage;
  const line = (unitType: TokenClass, units: number) => ({ unitType, units, unitPriceNano: prices[unitType] });
  return [
    line('input_1k_tokens', promptTokens - cachedTokens - cacheWriteTokens),
    line('cache_read_1k_tokens', cachedTokens),
    line('cache_write_1k_tokens', cacheWriteTokens - longCacheWriteTokens),
    line('cache_write_1h_1k_tokens', longCacheWriteTokens),
    line('output_1k_tokens', completionTokens),
  ].filter(({ unitType, units }) => units > 0 || unitType === 'input_1k_tokens');
}

/** Usage that is too large for the ledger is treated as missing. */
export function isPlausible(prices: ChatPrices, usage: TokenUsage): boolean {
  return totalCostNano(chatCost(prices, usage)) <= MOST_NANO;
}
