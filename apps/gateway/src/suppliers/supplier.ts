import type { FinishReason } from '@shipyard/contracts';
import type { SearchCall, SearchTerms, SupplierSearch } from './search-call';

/** A chat request as a supplier sees it. `parameters` are the customer's own, but for model, stream and stream_options. */
export interface ChatCall {
  upstreamModel: string;
  parameters: Record<string, unknown>;
  /** The most tokens of an answer that are paid for. */
  maxOutputTokens: number;
  /** Undefined for a supplier that takes none. */
  apiKey: string | undefined;
  signal: AbortSignal;
  /** When the answer must have come to its end, by performance.now(). */
  deadlineAt: number;
}

/** Tokens of an answer. The cached ones are part of the prompt's, the reasoning ones part of the completion's. */
export interface TokenUsage {
  promptTokens: number;
  cachedTokens: number;
  completionTokens: number;
  reasoningTokens: number;
}

/** What a choice says: the keys of OpenAI's message or delta that may reach a customer. */
export type ChatContent = Record<string, unknown>;

/** A whole answer, rid of everything that could tell whose it is. */
export interface SupplierCompletion {
  choices: { index: number; content: ChatContent; logprobs: unknown; finishReason: FinishReason }[];
  /** Null when the supplier gave none; zero is a figure. */
  usage: TokenUsage | null;
}

/** A piece of a streamed answer. Usage replaces what earlier pieces said. */
export interface SupplierChunk {
  choices: { index: number; delta: ChatContent; logprobs: unknown; finishReason: FinishReason | null }[];
  usage: TokenUsage | null;
}

export interface ImageCall {
  upstreamModel: string;
  prompt: string;
  width: number;
  height: number;
  count: number;
  /** The customer's label of an end user. */
  user: string | undefined;
}

export interface SupplierImage {
  bytes: Buffer;
  extension: 'png' | 'jpg' | 'webp';
}

/** Someone who answers. A capability is a method that is present. Each fails with a SupplierError, or with the signal's reason. */
export interface Supplier {
  /** The first parameter of a chat, or field of one, that it cannot honour; left out: it hands all of OpenAI's on. */
  unsupportedParameter?(parameters: Record<string, unknown>): string | undefined;
  /** The first field of POST /v1/searches that it cannot honour; left out: it honours all. */
  unsupportedSearchField?(terms: SearchTerms): string | undefined;
  /** May find fewer than were asked for, and results of other sites than were asked for: whoever asks leaves those out. */
  search?(call: SearchCall): Promise<SupplierSearch>;
  completeChat?(call: ChatCall): Promise<SupplierCompletion>;
  /** The pieces, those together that came together. Ends after the last; an answer that was cut short is an error, never an end. */
  streamChat?(call: ChatCall): AsyncIterable<SupplierChunk[]>;
  /** Pays for what it returns, and may return fewer than were asked for. */
  generateImages?(call: ImageCall): Promise<SupplierImage[]>;
  /** Lets its connections go, once the calls in flight have ended. */
  close?(): Promise<void>;
}
