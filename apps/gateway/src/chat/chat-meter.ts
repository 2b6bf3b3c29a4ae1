import { isJsonObject } from '@shipyard/platform/json-object';
import type { Tokenizer } from '@shipyard/platform/tokenizer';
import type { ChatContent, SupplierChunk, SupplierCompletion, TokenUsage } from '../suppliers';
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

/**
 * Knows what an answer used. If it is whole, the supplier's last figures are right. If it was cut, the figures that
 * came with it are of some earlier moment, so the larger of them and our count is taken, class by class.
 */
export class ChatMeter {
  private readonly finished = new Set<number>();
  private readonly texts: string[] = [];
  private audioCharacters = 0;
  private bytes = 0;
  private countedTexts = 0;
  private countedTokens = 0;
  /** Up to this many bytes are covered by the hold. Undefined until the first check. */
  private bytesAllowed: number | undefined;
  private reported: TokenUsage | null = null;
  /** The figures came with the end of the answer or after it. */
  private isFinal = false;

  constructor(private readonly choiceCount: number) {}

  /** All choices have finished. Only usage may follow. */
  get isWhole(): boolean {
    return this.finished.size >= this.choiceCount;
  }

  get hasUsage(): boolean {
    return this.reported !== null;
  }

  get hasProduced(): boolean {
    return this.texts.length > 0 || this.audioCharacters > 0;
  }

  addCompletion({ choices, usage }: SupplierCompletion): void {
    for (const { index, content } of choices) {
      this.finished.add(index);
      this.addContent(content);
    }
    if (usage) this.report(usage, true);
  }

  /** Reads what a chunk says about the answer: which choices have finished, and the usage. */
  observe({ choices, usage }: SupplierChunk): void {
    for (const { index, finishReason } of choices) if (finishReason !== null) this.finished.add(index);
    if (usage) this.report(usage, this.isWhole);
  }

  /** Counts what is delivered. */
  addContents({ choices }: SupplierChunk): void {
    for (const { delta } of choices) this.addContent(delta);
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

  /** An estimate is at most what the hold covers. */
  usage(tokenizer: Tokenizer, heldFor: HeldFor): MeteredUsage {
    const reported = this.reported && isPlausible(heldFor.prices, this.reported) ? this.reported : null;
    if (reported && this.isFinal) return { estimated: false, excessTokens: 0, ...reported };
    const counted = this.counted(tokenizer, heldFor);
    return reported ? largerOf(reported, counted) : counted;
  }

  /** Later figures replace earlier ones, because suppliers that report usage with every chunk count up. */
  private report(usage: TokenUsage, isFinal: boolean): void {
    this.reported = usage;
    this.isFinal = isFinal;
  }

  private counted(tokenizer: Tokenizer, heldFor: HeldFor): MeteredUsage {
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

  private addContent(content: ChatContent): void {
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

function largerOf(reported: TokenUsage, counted: MeteredUsage): MeteredUsage {
  const promptTokens = Math.max(reported.promptTokens, counted.promptTokens);
  const completionTokens = Math.max(reported.completionTokens, counted.completionTokens);
  return {
    ...reported,
    promptTokens,
    completionTokens,
    excessTokens: Math.max(0, counted.completionTokens + counted.excessTokens - completionTokens),
    estimated: promptTokens > reported.promptTokens || completionTokens > reported.completionTokens,
  };
}
