import type { FinishReason } from '@shipyard/contracts';
import type { StopSignal } from '@shipyard/platform';
import type { MediaTokens } from './media-tokens';
import type { PictureRoom } from './picture-room';
import type { SearchCall, SearchTerms, SupplierSearch } from './search-call';
import type { SupplierError } from './supplier-error';

/**
 * A chat request as a supplier sees it. `parameters` are the customer's own, but for model, stream and stream_options.
 */
export interface ChatCall {
  upstreamModel: string;
  parameters: Record<string, unknown>;
  /** The most tokens of an answer that are paid for. */
  maxOutputTokens: number;
  /** What images and files count, for a supplier that counts as we do; left out: the usual. */
  media?: MediaTokens;
  /** Undefined for a supplier that takes none. */
  apiKey: string | undefined;
  signal: StopSignal;
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

/** A purchase of pictures. It may be accepted as soon as it was sent, so a second request may buy twice. */
export interface ImageCall {
  upstreamModel: string;
  prompt: string;
  width: number;
  height: number;
  /** At least 1, and at most `mostImagesPerCall`. */
  count: number;
  /** The customer's label of an end user. */
  user: string | undefined;
  /** Undefined for a supplier that takes none. */
  apiKey: string | undefined;
  signal: AbortSignal;
  /** When the pictures must be here, by performance.now(). */
  deadlineAt: number;
  /** Reserves memory for the images until the caller has used them. */
  room: PictureRoom;
}

/** A picture that has been looked at: its bytes are what the extension says, and hold nothing but the picture. */
export interface SupplierImage {
  bytes: Buffer;
  extension: 'png' | 'jpg' | 'webp';
  /** The prompt as the supplier rewrote it; null where it did not, or does not say. */
  revisedPrompt: string | null;
}

/** Work that a supplier took on, asked after. */
export interface ImageJobCall extends Pick<ImageCall, 'upstreamModel' | 'apiKey' | 'signal' | 'deadlineAt' | 'room'> {
  /** As submitImages() returned it. */
  jobId: string;
}

/**
 * What has become of it. The pictures may be fewer than were asked for, and are at least one.
 * Failed: by the supplier's word, and not paid for · lost: there is nothing to be had, and paid for it is for all we
 * know.
 */
export type ImageJob =
  | { status: 'running' }
  | { status: 'succeeded'; images: SupplierImage[] }
  | { status: 'failed' | 'lost'; error: SupplierError };

/**
 * Someone who answers. A capability is a method that is present. Each fails with a SupplierError, or with the signal's
 * reason.
 */
export interface Supplier {
  /** The first parameter of a chat, or field of one, that it cannot honour; left out: it hands all of OpenAI's on. */
  unsupportedParameter?(parameters: Record<string, unknown>): string | undefined;
  /** The first field of POST /v1/searches that it cannot honour; left out: it honours all. */
  unsupportedSearchField?(terms: SearchTerms): string | undefined;
  /** It refuses longer queries; left out: it takes all that POST /v1/searches takes. */
  readonly mostQueryCharacters?: number;
  /**
   * May find fewer than were asked for, and results of other sites than were asked for: the caller leaves those out.
   */
  search?(call: SearchCall): Promise<SupplierSearch>;
  completeChat?(call: ChatCall): Promise<SupplierCompletion>;
  /**
   * The pieces, those together that came together. Ends after the last; an answer that was cut short is an error, never
   * an end.
   */
  streamChat?(call: ChatCall): AsyncIterable<SupplierChunk[]>;
  /** Pictures in one call: at least one, and maybe fewer than were asked for. */
  generateImages?(call: ImageCall): Promise<SupplierImage[]>;
  /** For a supplier that draws in its own time: buys, and returns at once. Any process collects the images later. */
  submitImages?(call: ImageCall): Promise<{ jobId: string }>;
  /**
   * Costs nothing, however often it is asked. A failure of the asking is thrown, and says nothing of the work; one of
   * the work is returned.
   */
  collectImages?(job: ImageJobCall): Promise<ImageJob>;
  /** Left out: as many as the route says. */
  readonly mostImagesPerCall?: number;
  /** Lets its connections go, once the calls in flight have ended. */
  close?(): Promise<void>;
}
