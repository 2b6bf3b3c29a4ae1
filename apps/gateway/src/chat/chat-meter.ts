import { isJsonObject } from '@shipyard/platform/json-object';
import type { Tokenizer } from '@shipyard/platform/tokenizer';
import type { ChatContent, SupplierChunk, TokenUsage } from '../suppliers';
import type { PromptTokens } from '../tokens/prompt-tokens';
import { type ChatPrices, isPlausible } from './chat-cost';

/** Estimates base64 audio if the supplier gives no usage: 128 kbit/s at 20 tokens per second. */
const AUDIO_CHARACTERS_PER_TOKEN = 1_000;

/** Other tokenizers make as few as half as many tokens of a text as ours. */
const MIN_SUPPLIER_TOKENS_PER_OURS = 0.5;
/** Text with more bytes per token than this is rare. Shorter streams need not be counted while they run. */
const MAX_BYTES_PER_TOKEN = 8;
const USUAL_BYTES_PER_TOKEN = 4;
const SLACK_TOKENS = 16;

/** Text beyond the hold is counted up to this multiple of it. Counting more is not worth the time. */
const MAX_COUNTED_HOLDS = 4;

export interface MeteredUsage extends TokenUsage {
  /** Counted by us, because the supplier gave no usage that can be charged. */
  estimated: boolean;
  /** Counted beyond the hold, and not charged. */
  excessTokens: number;
}

export interface HeldFor {
  prices: ChatPrices;
  input: PromptTokens;
  outputTokens: number;
}

export class ChatMeter {
  private readonly texts: string[] = [];
  private audioCharacters = 0;
  private bytes = 0;
  private countedTexts = 0;
  private countedTokens = 0;
  /** Up to this many bytes are covered by the hold. Undefined until the first check. */
  private bytesAllowed: number | undefined;
  private reported: TokenUsage | null = null;

  get hasUsage(): boolean {
    return this.reported !== null;
  }

  get hasProduced(): boolean {
    return this.texts.length > 0 || this.audioCharacters > 0;
  }

  addChunk(chunk: SupplierChunk): void {
    this.addContents(chunk);
    this.addUsage(chunk.usage);
  }

  addContents({ choices }: SupplierChunk): void {
    for (const { delta } of choices) this.addContent(delta);
  }

  addContent(content: ChatContent): void {
    this.addText(content.content);
    this.addText(content.refusal);
    this.addText(content.reasoning_content);
    this.addCalled(content.function_call);
    for (const call of Array.isArray(content.tool_calls) ? content.tool_calls.filter(isJsonObject) : []) {
      this.addCalled(call.function);
      this.addCalled(call.custom);
    }
    if (!isJsonObject(content.audio)) return;
    this.addText(content.audio.transcript);
    if (typeof content.audio.data === 'string') this.audioCharacters += content.audio.data.length;
  }

  /** The client has disconnected, so the content is not delivered. */
  addUndelivered(chunks: SupplierChunk[]): void {
    for (const { usage } of chunks) this.addUsage(usage);
  }

  /** Later figures replace earlier ones, because suppliers that report usage with every chunk count up. */
  addUsage(usage: TokenUsage | null): void {
    this.reported = usage ?? this.reported;
  }

  /** Cheap enough to call after every piece of a stream. */
  exceedsHold({ outputTokens }: HeldFor, tokenizer: Tokenizer): boolean {
    if (this.reported !== null && this.reported.completionTokens > outputTokens) return true;
    this.bytesAllowed ??= (outputTokens + SLACK_TOKENS) * MAX_BYTES_PER_TOKEN;
    if (this.bytes <= this.bytesAllowed) return false;
    const tokensAllowed = (outputTokens + SLACK_TOKENS) / MIN_SUPPLIER_TOKENS_PER_OURS;
    this.countedTokens += tokenizer.count(this.texts.slice(this.countedTexts).join(''), tokensAllowed);
    this.countedTexts = this.texts.length;
    this.bytesAllowed = this.bytes + Math.max(SLACK_TOKENS, tokensAllowed - this.countedTokens) * USUAL_BYTES_PER_TOKEN;
    return this.countedTokens > tokensAllowed;
  }

  /** Returns the supplier's usage if it can be charged, or an estimate of at most what the hold covers. */
  usage(tokenizer: Tokenizer, heldFor: HeldFor): MeteredUsage {
    if (this.reported && isPlausible(heldFor.prices, this.reported))
      return { estimated: false, excessTokens: 0, ...this.reported };
    const audioTokens = Math.ceil(this.audioCharacters / AUDIO_CHARACTERS_PER_TOKEN);
    const producedTokens = tokenizer.count(this.texts.join(''), heldFor.outputTokens * MAX_COUNTED_HOLDS) + audioTokens;
    const completionTokens = Math.min(producedTokens, heldFor.outputTokens);
    return {
      promptTokens: heldFor.input.exact,
      cachedTokens: 0,
      completionTokens,
      excessTokens: producedTokens - completionTokens,
      reasoningTokens: 0,
      estimated: true,
    };
  }

  private addCalled(called: unknown): void {
    if (!isJsonObject(called)) return;
    this.addText(called.name);
    this.addText(called.arguments);
    this.addText(called.input);
  }

  private addText(text: unknown): void {
    if (typeof text !== 'string' || text === '') return;
    this.texts.push(text);
    this.bytes += Buffer.byteLength(text);
  }
}
