import { isJsonObject, type JsonObject } from '@shipyard/platform/json-object';
import { loadTokenizer, type Tokenizer } from '@shipyard/platform/tokenizer';
import type { HighestCost } from '../billing';
import type { CatalogModel, CatalogService, ChatModel } from '../models';
import { type SupplierAdapter, writesLongCache } from '../suppliers';
import type { TokenClass } from '../unit-types';
import { type ChatPrices, highestChatCost } from './chat-cost';
import { assertCapable, measureInput } from './chat-limits';
import type { HeldFor } from './chat-meter';
import type { ChatRequest } from './chat-request';

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

/** The classes that the answer to a request may be billed in, beside those of every chat. The hold counts the dearest. */
export function possibleClasses(
  parameters: JsonObject & { messages: JsonObject[] },
  { outputModalities }: { outputModalities: string[] },
): TokenClass[] {
  const parts = new Set(parameters.messages.flatMap(kindsIn));
  const asked: unknown[] = Array.isArray(parameters.modalities) ? parameters.modalities : outputModalities;
  const classes: [TokenClass, boolean][] = [
    ['cache_write_1h_1k_tokens', writesLongCache(parameters)],
    ['audio_input_1k_tokens', parts.has('input_audio')],
    // Suppliers show the pages of a file to the model as images.
    ['image_input_1k_tokens', parts.has('image_url') || parts.has('file')],
    ['audio_output_1k_tokens', asked.includes('audio')],
    ['image_output_1k_tokens', asked.includes('image')],
  ];
  return classes.flatMap(([unitType, isPossible]) => (isPossible ? [unitType] : []));
}

function kindsIn({ content, audio }: JsonObject): unknown[] {
  const kinds: unknown[] = Array.isArray(content) ? content.filter(isJsonObject).map(({ type }) => type) : [];
  // An earlier answer that was spoken, by its id.
  return isJsonObject(audio) ? [...kinds, 'input_audio'] : kinds;
}
