import { loadTokenizer, type Tokenizer } from '@shipyard/platform/tokenizer';
import type { HighestCost } from '../billing';
import type { CatalogModel, CatalogService, ChatModel } from '../models';
import type { SupplierAdapter } from '../suppliers';
import { type ChatPrices, highestChatCost } from './chat-cost';
import { assertCapable, measureInput } from './chat-limits';
import type { HeldFor } from './chat-meter';
import type { ChatRequest } from './chat-request';
import { possibleClasses } from './possible-classes';

/** What is known of a chat before it is admitted. */
export interface ChatPlan {
  /** With the routes that take the parameters. */
  found: ChatModel;
  tokenizer: Tokenizer;
  maxOutputTokens: number;
  held: Omit<HeldFor, 'prices'>;
  highest: (prices: ChatPrices) => HighestCost;
}

/** Throws unsupported_parameter, invalid_value or context_length_exceeded. */
export async function planChat(catalog: CatalogService, model: CatalogModel, request: ChatRequest): Promise<ChatPlan> {
  assertCapable(model.model, request);
  const found = await catalog.withRoutesFor(model, request.parameters);
  const tokenizer = await loadTokenizer();
  const input = await measureInput(found, request, tokenizer);
  const maxOutputTokens = request.limit?.tokens ?? found.model.maxOutputTokens;
  const held = { input, outputTokens: maxOutputTokens * request.choiceCount };
  const classes = possibleClasses(request.parameters, found.model);
  return {
    found,
    tokenizer,
    maxOutputTokens,
    held,
    highest: (prices) => highestChatCost(prices, { classes, ...held }),
  };
}

export const answersChats = (supplier: SupplierAdapter) => supplier.completeChat !== undefined;
export const streamsChats = (supplier: SupplierAdapter) => supplier.streamChat !== undefined;
