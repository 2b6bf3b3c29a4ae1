import { type ChargeLine, type HighestCost, lineCostNano, totalCostNano } from '../billing';
import { type CatalogModel, priceOf, requiredPrice } from '../models';
import { MOST_NANO } from '../money';
import type { TokenUsage } from '../suppliers';
import type { PromptTokens } from '../tokens/prompt-tokens';

/** A price list as of the start of a request. Later changes do not affect the request. */
export interface ChatPrices {
  inputNano: bigint;
  outputNano: bigint;
  cacheReadNano: bigint;
}

/** Tokens without their own price are billed as input. Throws service_unavailable without a price. */
export function chatPrices(model: CatalogModel): ChatPrices {
  const inputNano = requiredPrice(model, 'input_1k_tokens');
  return {
    inputNano,
    outputNano: priceOf(model, 'output_1k_tokens') ?? inputNano,
    cacheReadNano: priceOf(model, 'cache_read_1k_tokens') ?? inputNano,
  };
}

/** All input at the highest input price, and all answers at full length. */
export function highestChatCost(
  prices: ChatPrices,
  input: Pick<PromptTokens, 'most' | 'held'>,
  outputTokens: number,
): HighestCost {
  const dearestNano = prices.inputNano > prices.cacheReadNano ? prices.inputNano : prices.cacheReadNano;
  const inputNano = (units: number) => lineCostNano({ unitType: 'input_1k_tokens', units, unitPriceNano: dearestNano });
  const outputNano = lineCostNano({
    unitType: 'output_1k_tokens',
    units: outputTokens,
    unitPriceNano: prices.outputNano,
  });
  return {
    leastNano: outputNano,
    mostNano: outputNano + inputNano(input.most),
    exactNano: () => outputNano + inputNano(input.held),
  };
}

/** Tokens read from a cache are part of the prompt tokens and are billed once. */
export function chatCost(prices: ChatPrices, usage: TokenUsage): ChargeLine[] {
  const lines = [
    { unitType: 'input_1k_tokens', units: usage.promptTokens - usage.cachedTokens, unitPriceNano: prices.inputNano },
    { unitType: 'cache_read_1k_tokens', units: usage.cachedTokens, unitPriceNano: prices.cacheReadNano },
    { unitType: 'output_1k_tokens', units: usage.completionTokens, unitPriceNano: prices.outputNano },
  ];
  return lines.filter(({ unitType, units }) => units > 0 || unitType === 'input_1k_tokens');
}

/** Usage that is too large for the ledger is treated as missing. */
export function isPlausible(prices: ChatPrices, usage: TokenUsage): boolean {
  return totalCostNano(chatCost(prices, usage)) <= MOST_NANO;
}
