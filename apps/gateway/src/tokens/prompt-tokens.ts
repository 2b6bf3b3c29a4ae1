import { isJsonObject } from '@shipyard/platform/json-object';
import type { Tokenizer } from '@shipyard/platform/tokenizer';
import { type MediaTokens, NO_MARGIN, type TokenMargin } from '@shipyard/suppliers';
import { imageTokens } from './image-tokens';
import { mostPartTokens, usualPartTokens } from './part-tokens';
import { NO_SIZES } from './part-sizes';

export { type MediaTokens, NO_MARGIN, type TokenMargin };

/** Defaults, if the operator sets none for the model. */
export const IMAGE_PART_TOKENS = 3_000;
export const FILE_PART_TOKENS = 20_000;
/** The framing of each message, and of the start of the answer. */
const MESSAGE_TOKENS = 4;
const MOST_MESSAGE_TOKENS = 6;
const ANSWER_TOKENS = 3;

/** Besides the messages, models read these parameters as text. */
const READ_PARAMETERS = ['tools', 'functions', 'response_format', 'prediction'];

const USUAL_MEDIA: MediaTokens = {
  image: IMAGE_PART_TOKENS,
  file: FILE_PART_TOKENS,
  longestPrompt: 0,
  sizes: NO_SIZES,
};

/** Counted at once: a few milliseconds of work. */
const SLICE_CHARACTERS = 16_384;

/** Counting is expensive, so it happens once and only if the exact figure matters. */
export class PromptTokens {
  /** An upper bound for any tokenizer: text never has more tokens than bytes. */
  readonly most: number;
  private readonly fixed: number;
  private readonly mostFixed: number;
  private counted: number | undefined;

  constructor(
    private readonly tokenizer: Tokenizer,
    private readonly parameters: Record<string, unknown>,
    readonly media: MediaTokens = USUAL_MEDIA,
    private readonly margin: TokenMargin = NO_MARGIN,
  ) {
    const usual = countMedia(parameters, media, margin);
    const countsAsWe = margin.factor === NO_MARGIN.factor && margin.toolTokens === NO_MARGIN.toolTokens;
    this.fixed = usual.tokens + frameTokens(parameters, MESSAGE_TOKENS);
    this.mostFixed =
      usual.mostTokens +
      (countsAsWe
        ? frameTokens(parameters, MESSAGE_TOKENS)
        : frameTokens(parameters, MOST_MESSAGE_TOKENS) + addedTokens(parameters, margin));
    this.most = this.mostFixed + countPromptBytes(parameters);
  }

  get exact(): number {
    return (this.counted ??= this.fixed + countText(this.tokenizer, this.parameters));
  }

  /** An upper bound for the supplier's tokenizer, as far as known. The hold uses it. */
  get held(): number {
    return Math.min(this.most, this.mostFixed + Math.ceil((this.exact - this.fixed) * this.margin.factor));
  }

  /** Counts in slices, so that other requests can run between them. Soon after `limit` it stops with a lower bound. */
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

export function countPromptTokens(
  tokenizer: Pick<Tokenizer, 'count'>,
  parameters: Record<string, unknown>,
  media: MediaTokens = USUAL_MEDIA,
): number {
  return (
    frameTokens(parameters, MESSAGE_TOKENS) +
    countMedia(parameters, media, NO_MARGIN).tokens +
    countText(tokenizer, parameters)
  );
}

function countText(tokenizer: Pick<Tokenizer, 'count'>, parameters: Record<string, unknown>): number {
  const counting = countSlices(tokenizer, parameters);
  for (;;) {
    const { done, value } = counting.next();
    if (done) return value;
  }
}

function* countSlices(
  tokenizer: Pick<Tokenizer, 'count'>,
  parameters: Record<string, unknown>,
): Generator<number, number> {
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

const frameTokens = ({ messages }: Record<string, unknown>, each: number) =>
  ANSWER_TOKENS + (Array.isArray(messages) ? messages.length * each : 0);

/** Suppliers bill the tokens that tell the model how to call tools and keep to a schema. */
function addedTokens(
  { tools, functions, response_format: format }: Record<string, unknown>,
  { toolTokens }: TokenMargin,
): number {
  return isJsonObject(format) || [tools, functions].some((list) => Array.isArray(list) && list.length > 0)
    ? toolTokens
    : 0;
}

interface CountedMedia {
  tokens: number;
  mostTokens: number;
}

function countMedia(
  { messages }: Record<string, unknown>,
  media: MediaTokens,
  { parts: rates }: TokenMargin,
): CountedMedia {
  let imagesTokens = 0;
  let partsTokens = 0;
  let mostPartsTokens = 0;
  for (const message of Array.isArray(messages) ? messages : []) {
    if (!isJsonObject(message) || !Array.isArray(message.content)) continue;
    for (const part of message.content) {
      if (!isJsonObject(part)) continue;
      if (part.type === 'image_url')
        imagesTokens += imageTokens(media.image, isJsonObject(part.image_url) ? part.image_url : {});
      else if (part.type === 'file' || part.type === 'input_audio') {
        partsTokens += usualPartTokens(part, media);
        mostPartsTokens += mostPartTokens(part, media, rates);
      }
    }
  }
  const mostTokens = Math.max(partsTokens, Math.min(mostPartsTokens, media.longestPrompt));
  return { tokens: imagesTokens + partsTokens, mostTokens: imagesTokens + mostTokens };
}

/** An upper bound for the tokens. Images, recordings and files do not count. */
export function countPromptBytes(parameters: Record<string, unknown>): number {
  let bytes = 0;
  for (const texts of readTexts(parameters)) for (const text of texts) bytes += Buffer.byteLength(text);
  return bytes;
}

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
