import type { Tokenizer } from '@shipyard/platform';

/** What a picture in a message is held for, whatever its size. */
export const IMAGE_PART_TOKENS = 3_000;
/** What a recording or a document in a message is held for: its bytes are no text, so they cannot be counted. */
export const AUDIO_PART_TOKENS = 10_000;
export const FILE_PART_TOKENS = 20_000;
/** The frame round each message, and the opening of the answer. */
const MESSAGE_TOKENS = 4;
const ANSWER_TOKENS = 3;

/** The parameters of a chat whose text a model reads besides the messages. */
const READ_PARAMETERS = ['tools', 'functions', 'response_format', 'prediction'];

const MEDIA_TOKENS = new Map<unknown, number>([
  ['image_url', IMAGE_PART_TOKENS],
  ['input_audio', AUDIO_PART_TOKENS],
  ['file', FILE_PART_TOKENS],
]);

/** How many tokens a chat's input has. To count them is dear: it is done when the exact figure matters, and once. */
export class PromptTokens {
  /** No fewer than there are: text never has more tokens than bytes. */
  readonly most: number;
  private counted: number | undefined;

  constructor(
    private readonly tokenizer: Tokenizer,
    private readonly parameters: Record<string, unknown>,
  ) {
    this.most = countPromptTokens(BYTES, parameters);
  }

  get exact(): number {
    return (this.counted ??= countPromptTokens(this.tokenizer, this.parameters));
  }
}

const BYTES = { count: (text: string) => Buffer.byteLength(text) };

/** The tokens of a chat's input. Counting stops soon after `limit`: the figure then only says that there are more. */
export function countPromptTokens(tokenizer: Pick<Tokenizer, 'count'>, parameters: Record<string, unknown>, limit = Infinity): number {
  let tokens = ANSWER_TOKENS;
  for (const { texts, mediaTokens } of readParts(parameters)) {
    tokens += mediaTokens;
    for (const text of texts) {
      tokens += tokenizer.count(text, limit - tokens);
      if (tokens > limit) return tokens;
    }
  }
  return tokens + (Array.isArray(parameters.messages) ? parameters.messages.length * MESSAGE_TOKENS : 0);
}

/** The bytes of a chat's text: never fewer than its tokens. Pictures, recordings and documents do not count. */
export function countPromptBytes(parameters: Record<string, unknown>): number {
  let bytes = 0;
  for (const { texts } of readParts(parameters)) for (const text of texts) bytes += Buffer.byteLength(text);
  return bytes;
}

function* readParts(parameters: Record<string, unknown>): Generator<{ texts: string[]; mediaTokens: number }> {
  for (const message of Array.isArray(parameters.messages) ? parameters.messages : []) {
    if (isRecord(message)) yield* readMessage(message);
  }
  for (const name of READ_PARAMETERS) {
    if (parameters[name] !== undefined) yield { texts: [JSON.stringify(parameters[name])], mediaTokens: 0 };
  }
}

function* readMessage({ content, ...rest }: Record<string, unknown>): Generator<{ texts: string[]; mediaTokens: number }> {
  const { role: _role, ...others } = rest;
  const spoken = Object.values(others).filter((value) => value !== null && value !== undefined);
  yield { texts: spoken.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))), mediaTokens: 0 };
  if (typeof content === 'string') yield { texts: [content], mediaTokens: 0 };
  for (const part of Array.isArray(content) ? content : []) {
    if (!isRecord(part)) continue;
    const mediaTokens = MEDIA_TOKENS.get(part.type);
    if (mediaTokens !== undefined) yield { texts: [], mediaTokens };
    else yield { texts: [typeof part.text === 'string' ? part.text : JSON.stringify(part)], mediaTokens: 0 };
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
