import { type ChargeLine, type HighestCost, totalCostNano } from '../billing/billing.service';
import { type CatalogModel, priceOf, requiredPrice } from '../models/catalog.service';
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

/** The most that a chat can cost. */
export function highestChatCost(prices: ChatPrices, input: PromptTokens, outputTokens: number): HighestCost {
  const costNano = (promptTokens: number) => totalCostNano(highestChatLines(prices, promptTokens, outputTokens));
  return { leastNano: costNano(0), mostNano: costNano(input.most), exactNano: () => costNano(input.exact) };
}

/** All input at the dearest price of input, all answers at their full length. */
export function highestChatLines(prices: ChatPrices, promptTokens: number, outputTokens: number): ChargeLine[] {
  const dearestInput = prices.inputNano > prices.cacheReadNano ? prices.inputNano : prices.cacheReadNano;
  return [
    { unitType: 'input_1k_tokens', units: promptTokens, unitPriceNano: dearestInput },
    { unitType: 'output_1k_tokens', units: outputTokens, unitPriceNano: prices.outputNano },
  ];
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
