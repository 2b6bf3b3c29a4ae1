import { isJsonObject } from '@shipyard/platform';
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

/** So many characters are counted at once: a few milliseconds' work. */
const TURN_CHARACTERS = 16_384;

/** How many tokens a chat's input has. To count them is dear: it is done when the exact figure matters, and once. */
export class PromptTokens {
  /** No fewer than there are: text never has more tokens than bytes. */
  readonly most: number;
  private counted: number | undefined;

  constructor(
    private readonly tokenizer: Tokenizer,
    private readonly parameters: Record<string, unknown>,
  ) {
    let most = frameTokens(parameters);
    for (const { texts, mediaTokens } of readParts(parameters)) {
      most += mediaTokens;
      for (const text of texts) most += Buffer.byteLength(text);
    }
    this.most = most;
  }

  get exact(): number {
    return (this.counted ??= countPromptTokens(this.tokenizer, this.parameters));
  }

  /** As `exact`, and lets others work meanwhile. Counting stops soon after `limit`: the figure then only says that there are more. */
  async countInTurns(limit: number): Promise<number> {
    const counting = countParts(this.tokenizer, this.parameters);
    for (;;) {
      const { done, value } = counting.next();
      if (done) return (this.counted = value);
      if (value > limit) return value;
      await new Promise(setImmediate);
    }
  }
}

/** The tokens of a chat's input. */
export function countPromptTokens(tokenizer: Pick<Tokenizer, 'count'>, parameters: Record<string, unknown>): number {
  const counting = countParts(tokenizer, parameters);
  for (;;) {
    const { done, value } = counting.next();
    if (done) return value;
  }
}

/** Yields what it has counted so far. */
function* countParts(tokenizer: Pick<Tokenizer, 'count'>, parameters: Record<string, unknown>): Generator<number, number> {
  let tokens = frameTokens(parameters);
  let characters = 0;
  for (const { texts, mediaTokens } of readParts(parameters)) {
    tokens += mediaTokens;
    for (const text of texts) {
      for (let at = 0; at < text.length; at += TURN_CHARACTERS) {
        const slice = text.slice(at, at + TURN_CHARACTERS);
        tokens += tokenizer.count(slice);
        characters += slice.length;
        if (characters < TURN_CHARACTERS) continue;
        characters = 0;
        yield tokens;
      }
    }
  }
  return tokens;
}

const frameTokens = ({ messages }: Record<string, unknown>) => ANSWER_TOKENS + (Array.isArray(messages) ? messages.length * MESSAGE_TOKENS : 0);

/** The bytes of a chat's text: never fewer than its tokens. Pictures, recordings and documents do not count. */
export function countPromptBytes(parameters: Record<string, unknown>): number {
  let bytes = 0;
  for (const { texts } of readParts(parameters)) for (const text of texts) bytes += Buffer.byteLength(text);
  return bytes;
}

/** What a model reads of one message, or of one other parameter. */
interface Part {
  texts: string[];
  mediaTokens: number;
}

function readParts(parameters: Record<string, unknown>): Part[] {
  const parts: Part[] = [];
  for (const message of Array.isArray(parameters.messages) ? parameters.messages : []) {
    if (isJsonObject(message)) parts.push(readMessage(message));
  }
  for (const name of READ_PARAMETERS) {
    if (parameters[name] !== undefined) parts.push({ texts: [JSON.stringify(parameters[name])], mediaTokens: 0 });
  }
  return parts;
}

function readMessage(message: Record<string, unknown>): Part {
  const part: Part = { texts: [], mediaTokens: 0 };
  for (const name of Object.keys(message)) {
    const value = message[name];
    if (name === 'role' || value === null || value === undefined) continue;
    if (name === 'content' && typeof value !== 'string') readContent(value, part);
    else part.texts.push(typeof value === 'string' ? value : JSON.stringify(value));
  }
  return part;
}

function readContent(content: unknown, part: Part): void {
  for (const each of Array.isArray(content) ? content : []) {
    if (!isJsonObject(each)) continue;
    const mediaTokens = MEDIA_TOKENS.get(each.type);
    if (mediaTokens !== undefined) part.mediaTokens += mediaTokens;
    else part.texts.push(typeof each.text === 'string' ? each.text : JSON.stringify(each));
  }
}
