import { type ChargeLine, type HighestCost, lineCostNano, totalCostNano } from '../billing/billing.service';
import { type CatalogModel, priceOf, requiredPrice } from '../models/catalog.service';
import { MOST_NANO } from '../money';
import type { TokenUsage } from '../suppliers/suppliers.service';
import type { PromptTokens } from '../tokens/prompt-tokens';

/** A price list at the start of a request: what the request is charged by, whatever changes meanwhile. */
export interface ChatPrices {
  inputNano: bigint;
  outputNano: bigint;
  cacheReadNano: bigint;
}

/** A class without a price of its own is billed as input. Throws service_unavailable when there is no price at all. */
export function chatPrices(model: CatalogModel): ChatPrices {
  const inputNano = requiredPrice(model, 'input_1k_tokens');
  return {
    inputNano,
    outputNano: priceOf(model, 'output_1k_tokens') ?? inputNano,
    cacheReadNano: priceOf(model, 'cache_read_1k_tokens') ?? inputNano,
  };
}

/** The most that a chat can cost, but for the rounding of a line: all input at the dearest price of input, all answers at their full length. */
export function highestChatCost(prices: ChatPrices, input: Pick<PromptTokens, 'most' | 'held'>, outputTokens: number): HighestCost {
  const dearestNano = prices.inputNano > prices.cacheReadNano ? prices.inputNano : prices.cacheReadNano;
  const inputNano = (units: number) => lineCostNano({ unitType: 'input_1k_tokens', units, unitPriceNano: dearestNano });
  const outputNano = lineCostNano({ unitType: 'output_1k_tokens', units: outputTokens, unitPriceNano: prices.outputNano });
  return { leastNano: outputNano, mostNano: outputNano + inputNano(input.most), exactNano: () => outputNano + inputNano(input.held) };
}

/** What a chat did cost. Tokens read from a cache are part of the prompt's: they are billed once. */
export function chatCost(prices: ChatPrices, usage: TokenUsage): ChargeLine[] {
  const lines = [
    { unitType: 'input_1k_tokens', units: usage.promptTokens - usage.cachedTokens, unitPriceNano: prices.inputNano },
    { unitType: 'cache_read_1k_tokens', units: usage.cachedTokens, unitPriceNano: prices.cacheReadNano },
    { unitType: 'output_1k_tokens', units: usage.completionTokens, unitPriceNano: prices.outputNano },
  ];
  return lines.filter(({ unitType, units }) => units > 0 || unitType === 'input_1k_tokens');
}

/** Whether a ledger has room for what a chat cost. A supplier that says of one that it had not did not count: nobody owes billions for an answer. */
export function isPlausible(prices: ChatPrices, usage: TokenUsage): boolean {
  return totalCostNano(chatCost(prices, usage)) <= MOST_NANO;
}
