/** How the fake supplier handles one call. */
export type SupplierBehaviour =
  | FakeAnswer
  /** An HTTP error with a body in the supplier's format. */
  | { kind: 'status'; status: number; body?: unknown; headers?: Record<string, string> }
  /** Status 200 with an error, as the body or as the first event of a stream. */
  | { kind: 'error_in_200' }
  /** Status 200 with an HTML page. */
  | { kind: 'page' }
  /** The connection breaks before any response. */
  | { kind: 'reset' }
  /** The call is accepted and never answered. */
  | { kind: 'stall' };

export interface FakeAnswer {
  kind: 'answer';
  /** Delays the response until this resolves. */
  after?: Promise<void>;
  /** For a single choice, unless `choices` is set. */
  words?: string[];
  finishReason?: string | null;
  /** Default: the requested number of equal choices. */
  choices?: FakeChoice[];
  /** Usage in any dialect. Null: none. Default: 11 for the prompt and one per word. */
  usage?: object | null;
  stream?: StreamManners;
}

export interface FakeChoice {
  words?: string[];
  refusal?: string[];
  reasoning?: string[];
  toolCalls?: FakeToolCall[];
  /** One token per word, with its bytes. */
  logprobs?: boolean;
  /** Null: the choice never ends. */
  finishReason?: string | null;
}

export interface FakeToolCall {
  /** If absent, the supplier sends none. */
  id?: string;
  name: string;
  /** JSON, in the pieces of the stream. */
  arguments: string[];
}

/** How a stream is written, and where it breaks. */
export interface StreamManners {
  lineEnd?: '\n' | '\r\n';
  /** Adds comment lines between the events, such as keep-alives, and some inside an event. */
  comments?: boolean;
  /** Writes each byte separately, which splits characters and line ends. */
  bytewise?: boolean;
  /** Leaves out `[DONE]`. */
  withoutDone?: boolean;
  /** Adds a first event without choices, and one after the end. */
  emptyChoices?: boolean;
  /** Leaves out id, created, system_fingerprint and model. */
  withoutIds?: boolean;
  /**
   * After this many words: breaks the connection, stalls, sends an error event inside the 200, sends malformed JSON, or
   * ends.
   */
  breakAfter?: { words: number; how: 'reset' | 'stall' | 'error' | 'garbage' | 'end' | 'done' };
  /** Pauses after this many words. For the OpenAI protocol only. */
  pauseAfter?: { words: number; until: Promise<void> };
  /** The delay between words. For the OpenAI protocol only. */
  wordEveryMs?: number;
  /**
   * Where usage is sent: on a chunk after the last one, on every chunk, on the last one with a choice, inside its
   * choice, or never.
   */
  usageOn?: 'last' | 'every' | 'finish' | 'choice' | 'none';
  /** The index of tool calls. Parallel calls are interleaved, unless all have index 0. */
  toolIndexes?: 'proper' | 'zero' | 'none';
}

