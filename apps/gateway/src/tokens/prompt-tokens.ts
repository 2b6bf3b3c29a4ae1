import { isJsonObject } from '@shipyard/platform';
import type { Tokenizer } from '@shipyard/platform';
import { type ImagePartTokens, imageTokens } from './image-tokens';

/** What an image and a file in a message are held for, by models of which the operator has not said it. */
export const IMAGE_PART_TOKENS = 3_000;
export const FILE_PART_TOKENS = 20_000;
/** What a recording in a message is held for: its bytes are no text, so they cannot be counted. */
export const AUDIO_PART_TOKENS = 10_000;
/** The frame round each message, at OpenAI and at others, and the opening of the answer. */
const MESSAGE_TOKENS = 4;
const MOST_MESSAGE_TOKENS = 6;
const ANSWER_TOKENS = 3;

/** The parameters of a chat whose text a model reads besides the messages. */
const READ_PARAMETERS = ['tools', 'functions', 'response_format', 'prediction'];

/** What the parts of a message count that are no text, by the model that reads them. */
export interface MediaTokens {
  image: ImagePartTokens;
  file: number;
}

const USUAL_MEDIA: MediaTokens = { image: IMAGE_PART_TOKENS, file: FILE_PART_TOKENS };

/** By how much a supplier's own tokenizer may count more than ours. */
export interface TokenMargin {
  /** So many of its tokens, at most, where we count one. */
  factor: number;
  /** What it adds to a request with tools or a schema. */
  toolTokens: number;
}

/** For a supplier whose tokenizer is ours. */
export const NO_MARGIN: TokenMargin = { factor: 1, toolTokens: 0 };

/** So many characters are counted at once: a few milliseconds' work. */
const SLICE_CHARACTERS = 16_384;

/** How many tokens a chat's input has. To count them is dear: it is done when the exact figure matters, and once. */
export class PromptTokens {
  /** No fewer than there are by any tokenizer: text never has more tokens than bytes. */
  readonly most: number;
  /** What is known without counting: frames, images and files, by our tokenizer and by the supplier's. */
  private readonly fixed: number;
  private readonly mostFixed: number;
  private counted: number | undefined;

  constructor(
    private readonly tokenizer: Tokenizer,
    private readonly parameters: Record<string, unknown>,
    readonly media: MediaTokens = USUAL_MEDIA,
    private readonly margin: TokenMargin = NO_MARGIN,
  ) {
    const mediaTokens = countMediaTokens(parameters, media);
    this.fixed = mediaTokens + frameTokens(parameters, MESSAGE_TOKENS);
    this.mostFixed = margin === NO_MARGIN ? this.fixed : mediaTokens + frameTokens(parameters, MOST_MESSAGE_TOKENS) + addedTokens(parameters, margin);
    this.most = this.mostFixed + countPromptBytes(parameters);
  }

  /** By our tokenizer. */
  get exact(): number {
    return (this.counted ??= this.fixed + countText(this.tokenizer, this.parameters));
  }

  /** No fewer than the supplier's tokenizer counts, as far as is known of it: what is held for. */
  get held(): number {
    return Math.min(this.most, this.mostFixed + Math.ceil((this.exact - this.fixed) * this.margin.factor));
  }

  /**
   * Counts the tokens of messages and tools without images and files, and lets others work meanwhile. Stops soon after `limit`: the figure then only
   * says that there are more.
   */
  async countInSlices(limit: number): Promise<number> {
    const frame = frameTokens(this.parameters, MESSAGE_TOKENS);
    const counting = countSlices(this.tokenizer, this.parameters);
    for (;;) {
      const { done, value } = counting.next();
      if (done) this.counted = this.fixed + value;
      if (done || frame + value > limit) return frame + value;
      await new Promise(setImmediate);
    }
  }
}

/** The tokens of a chat's input. */
export function countPromptTokens(tokenizer: Pick<Tokenizer, 'count'>, parameters: Record<string, unknown>, media: MediaTokens = USUAL_MEDIA): number {
  return frameTokens(parameters, MESSAGE_TOKENS) + countMediaTokens(parameters, media) + countText(tokenizer, parameters);
}

function countText(tokenizer: Pick<Tokenizer, 'count'>, parameters: Record<string, unknown>): number {
  const counting = countSlices(tokenizer, parameters);
  for (;;) {
    const { done, value } = counting.next();
    if (done) return value;
  }
}

/** Yields what it has counted so far. */
function* countSlices(tokenizer: Pick<Tokenizer, 'count'>, parameters: Record<string, unknown>): Generator<number, number> {
  let tokens = 0;
  let characters = 0;
  for (const texts of readTexts(parameters)) {
    for (const text of texts) {
      for (let at = 0; at < text.length; at += SLICE_CHARACTERS) {
        const slice = text.slice(at, at + SLICE_CHARACTERS);
        tokens += tokenizer.count(slice);
        characters += slice.length;
        if (characters < SLICE_CHARACTERS) continue;
        characters = 0;
        yield tokens;
      }
    }
  }
  return tokens;
}

const frameTokens = ({ messages }: Record<string, unknown>, each: number) => ANSWER_TOKENS + (Array.isArray(messages) ? messages.length * each : 0);

/** A supplier tells its model how to call tools, and how to keep to a schema, in tokens that it bills. */
function addedTokens({ tools, functions, response_format: format }: Record<string, unknown>, { toolTokens }: TokenMargin): number {
  return isJsonObject(format) || [tools, functions].some((list) => Array.isArray(list) && list.length > 0) ? toolTokens : 0;
}

function countMediaTokens({ messages }: Record<string, unknown>, media: MediaTokens): number {
  let tokens = 0;
  for (const message of Array.isArray(messages) ? messages : []) {
    if (!isJsonObject(message) || !Array.isArray(message.content)) continue;
    for (const part of message.content) if (isJsonObject(part)) tokens += tokensOfMedia(part, media);
  }
  return tokens;
}

function tokensOfMedia(part: Record<string, unknown>, media: MediaTokens): number {
  switch (part.type) {
    case 'image_url':
      return imageTokens(media.image, isJsonObject(part.image_url) ? part.image_url : {});
    case 'file':
      return media.file;
    case 'input_audio':
      return AUDIO_PART_TOKENS;
    default:
      return 0;
  }
}

/** The bytes of a chat's text: never fewer than its tokens. Images, recordings and files do not count. */
export function countPromptBytes(parameters: Record<string, unknown>): number {
  let bytes = 0;
  for (const texts of readTexts(parameters)) for (const text of texts) bytes += Buffer.byteLength(text);
  return bytes;
}

/** The texts that a model reads: those of each message, and of each other parameter. */
function readTexts(parameters: Record<string, unknown>): string[][] {
  const read: string[][] = [];
  for (const message of Array.isArray(parameters.messages) ? parameters.messages : []) {
    if (isJsonObject(message)) read.push(readMessage(message));
  }
  for (const name of READ_PARAMETERS) {
    if (parameters[name] !== undefined) read.push([JSON.stringify(parameters[name])]);
  }
  return read;
}

function readMessage(message: Record<string, unknown>): string[] {
  const texts: string[] = [];
  for (const name of Object.keys(message)) {
    const value = message[name];
    if (name === 'role' || value === null || value === undefined) continue;
    if (name === 'content' && typeof value !== 'string') readContent(value, texts);
    else texts.push(typeof value === 'string' ? value : JSON.stringify(value));
  }
  return texts;
}

function readContent(content: unknown, texts: string[]): void {
  for (const each of Array.isArray(content) ? content : []) {
    if (!isJsonObject(each) || MEDIA.has(each.type)) continue;
    texts.push(typeof each.text === 'string' ? each.text : JSON.stringify(each));
  }
}

const MEDIA: ReadonlySet<unknown> = new Set(['image_url', 'file', 'input_audio']);
