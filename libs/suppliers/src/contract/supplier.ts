import type { FinishReason } from '@shipyard/contracts';
import type { MediaTokens } from './media-tokens';
import type { ImageMemoryShare } from './image-memory-share';
import type { SearchCall, SearchTerms, SupplierSearch } from './search-call';
import type { SupplierCall } from './supplier-call';
import type { SupplierError } from './supplier-error';

/** `parameters` are the customer's own, without model, stream and stream_options. */
export interface ChatCall extends SupplierCall {
  parameters: Record<string, unknown>;
  /** Whose call it is, so that nobody takes what all share. Suppliers never see it. */
  customerId?: string;
  /** The longest answer that the hold covers, in tokens. */
  maxOutputTokens: number;
  /** For a supplier that counts as we do. Default: the usual figures. */
  media?: MediaTokens;
}

/**
 * Tokens that were read from a cache or written to one are part of the prompt tokens, and reasoning tokens part of the
 * completion tokens.
 */
export interface TokenUsage {
  promptTokens: number;
  cachedTokens: number;
  /** Absent: none. */
  cacheWriteTokens?: number;
  /** Those of the written ones that stay for an hour. */
  longCacheWriteTokens?: number;
  /** Absent: none. Those of the prompt that encode sound or images. */
  audioInputTokens?: number;
  imageInputTokens?: number;
  completionTokens: number;
  reasoningTokens: number;
  /** Absent: none. Those of the answer that encode sound or images. */
  audioOutputTokens?: number;
  imageOutputTokens?: number;
}

/** A `cache_control`: where it stands, and how long what is before it shall stay in the cache. */
export interface CacheMark {
  place: 'part' | 'tool';
  lifetime: '5m' | '1h';
}

export type ChatContent = Record<string, unknown>;

/** A complete answer without anything that reveals the supplier. */
export interface SupplierCompletion {
  choices: { index: number; content: ChatContent; logprobs: unknown; finishReason: FinishReason }[];
  usage: TokenUsage | null;
}

export interface SupplierChunk {
  choices: { index: number; delta: ChatContent; logprobs: unknown; finishReason: FinishReason | null }[];
  usage: TokenUsage | null;
}

/** A purchase of images. The supplier may accept it as soon as it is sent, so a second request may buy twice. */
export interface ImageCall extends SupplierCall {
  prompt: string;
  width: number;
  height: number;
  count: number;
  user: string | undefined;
  /** Absent: the supplier decides. */
  quality?: string | undefined;
  signal: AbortSignal;
  memory: ImageMemoryShare;
}

/** Decoded and cleaned: the bytes match the extension and hold only the image. */
export interface SupplierImage {
  bytes: Buffer;
  extension: 'png' | 'jpg' | 'webp';
  /** Null if the supplier did not rewrite the prompt, or does not say so. */
  revisedPrompt: string | null;
}

export interface ImageJobCall extends Pick<ImageCall, keyof SupplierCall | 'memory'> {
  jobId: string;
}

/** `failed`: the supplier says so and bills nothing. `lost`: we assume that the supplier billed it. */
export type ImageJob =
  | { status: 'running' }
  | { status: 'succeeded'; images: SupplierImage[] }
  | { status: 'failed' | 'lost'; error: SupplierError };

/** A capability is a method that is present. Each fails with a SupplierError, or with the signal's reason. */
export interface SupplierAdapter {
  /** Absent: it takes no `cache_control`, so a chat with one goes to other routes. */
  takesCacheMark?(mark: CacheMark): boolean;
  unsupportedParameter?(parameters: Record<string, unknown>): string | undefined;
  /** Returns the first unsupported field of POST /v1/searches. Absent: it supports all. */
  unsupportedSearchField?(terms: SearchTerms): string | undefined;
  /** It can search at the depth `advanced`. */
  readonly takesSearchDepth?: true;
  readonly mostQueryCharacters?: number;
  /** May return too few results, and results of other sites, which the caller drops. */
  search?(call: SearchCall): Promise<SupplierSearch>;
  completeChat?(call: ChatCall): Promise<SupplierCompletion>;
  /** Groups pieces that arrived together. An answer that is cut short is an error, never an end. */
  streamChat?(call: ChatCall): AsyncIterable<SupplierChunk[]>;
  /** It may return fewer images than ordered. */
  generateImages?(call: ImageCall): Promise<SupplierImage[]>;
  /** Buys images that are ready later, and returns at once. Any process can collect them. */
  submitImages?(call: ImageCall): Promise<{ jobId: string }>;
  /** Is free. Throws if the call fails, and returns a failure of the work itself. */
  collectImages?(job: ImageJobCall): Promise<ImageJob>;
  readonly mostImagesPerCall?: number;
  /** It draws at the quality of the call. */
  readonly takesImageQuality?: true;
  close?(): Promise<void>;
}
