export type SupplierBehavior =
  | FakeAnswer
  | { kind: 'status'; status: number; body?: unknown; headers?: Record<string, string> }
  | { kind: 'error_in_200' }
  | { kind: 'page' }
  | { kind: 'reset' }
  | { kind: 'stall' };

export interface FakeAnswer {
  kind: 'answer';
  after?: Promise<void>;
  words?: string[];
  finishReason?: string | null;
  choices?: FakeChoice[];
  usage?: object | null;
  stream?: StreamManners;
}

export interface FakeChoice {
  words?: string[];
  refusal?: string[];
  reasoning?: string[];
  toolCalls?: FakeToolCall[];
  logprobs?: boolean;
  finishReason?: string | null;
}

export interface FakeToolCall {
  id?: string;
  name: string;
  arguments: string[];
}

/** How a fake sends a stream, and where it breaks it. */
export interface StreamManners {
  lineEnd?: '\n' | '\r\n';
  comments?: boolean;
  bytewise?: boolean;
  withoutDone?: boolean;
  emptyChoices?: boolean;
  withoutIds?: boolean;
  /** After this many words: breaks the connection, stalls, sends an error event or malformed JSON, or ends. */
  breakAfter?: { words: number; how: 'reset' | 'stall' | 'error' | 'garbage' | 'end' | 'done' };
  /** After the last choice has finished, and before its usage. */
  breakAfterFinish?: 'reset' | 'stall' | 'error' | 'garbage' | 'end';
  pauseAfter?: { words: number; until: Promise<void> };
  wordEveryMs?: number;
  /** On a chunk after the last one, on every chunk, on the last one with a choice, inside its choice, or never. */
  usageOn?: 'last' | 'every' | 'finish' | 'choice' | 'none';
  toolIndexes?: 'proper' | 'zero' | 'none';
}
