/** What the fake supplier does with one call. */
export type SupplierBehaviour =
  | FakeAnswer
  /** An HTTP failure with a body of the supplier's own. */
  | { kind: 'status'; status: number; body?: unknown; headers?: Record<string, string> }
  /** Status 200, and an error: as the body, or as the first event of a stream. */
  | { kind: 'error_in_200' }
  /** Status 200, and a page that is no JSON. */
  | { kind: 'page' }
  /** The connection breaks before any answer. */
  | { kind: 'reset' }
  /** The call is taken and never answered. */
  | { kind: 'stall' };

export interface FakeAnswer {
  kind: 'answer';
  /** Answers when this has come. */
  after?: Promise<void>;
  /** Of the one choice, where `choices` says nothing else. */
  words?: string[];
  finishReason?: string | null;
  /** Left out: as many as were asked for, all alike. */
  choices?: FakeChoice[];
  /** Figures in any dialect; null: none are given; left out: 11 for the prompt and one a word. */
  usage?: object | null;
  stream?: StreamManners;
}

export interface FakeChoice {
  words?: string[];
  refusal?: string[];
  reasoning?: string[];
  toolCalls?: FakeToolCall[];
  /** One token a word, with its bytes. */
  logprobs?: boolean;
  /** Null: the choice never ends. */
  finishReason?: string | null;
}

export interface FakeToolCall {
  /** Left out: the supplier gives none. */
  id?: string;
  name: string;
  /** JSON, in the pieces that a stream sends it in. */
  arguments: string[];
}

/** How a stream is written, and where it breaks. */
export interface StreamManners {
  lineEnd?: '\n' | '\r\n';
  /** Comment lines between the events, as keep-alives are, and some wrapped into an event. */
  comments?: boolean;
  /** Each byte in a write of its own, so that characters and line ends are cut. */
  bytewise?: boolean;
  /** Leaves out `[DONE]`. */
  withoutDone?: boolean;
  /** A first event without choices, and one after the end. */
  emptyChoices?: boolean;
  /** Leaves out id, created, system_fingerprint and model. */
  withoutIds?: boolean;
  /** After so many words: the connection breaks, nothing more comes, an error event comes inside the 200, text that is no JSON, or the end. */
  breakAfter?: { words: number; how: 'reset' | 'stall' | 'error' | 'garbage' | 'end' | 'done' };
  /** After so many words nothing more comes until then. Of the OpenAI protocol only. */
  pauseAfter?: { words: number; until: Promise<void> };
  /** Each word comes so long after the one before. Of the OpenAI protocol only. */
  wordEveryMs?: number;
  /** On a chunk after the last (as asked), on every chunk, on the last one with a choice, in its choice, or never. */
  usageOn?: 'last' | 'every' | 'finish' | 'choice' | 'none';
  /** What stands as the index of tool calls. Pieces of parallel calls come in turns, unless all have index 0. */
  toolIndexes?: 'proper' | 'zero' | 'none';
}

