import { isJsonObject } from '@shipyard/platform';
import type { Tokenizer } from '@shipyard/platform';
import type { ChatContent, SupplierChunk, TokenUsage } from '../suppliers/suppliers.service';
import type { PromptTokens } from '../tokens/prompt-tokens';
import { type ChatPrices, isPlausible } from './chat-cost';

/** Of a recording in base64, where no supplier says: 128 kbit/s at 20 tokens a second. */
const AUDIO_CHARACTERS_A_TOKEN = 1_000;

/** What a chat may use at most, and the prices that it was held by. */
export interface HeldFor {
  prices: ChatPrices;
  input: PromptTokens;
  outputTokens: number;
}

/** What a chat produced so far, and the usage that the supplier gave for it. */
export class ChatMeter {
  private readonly texts: string[] = [];
  private audioCharacters = 0;
  private reported: TokenUsage | null = null;

  /** Whether anything was produced that a customer could use. */
  get hasProduced(): boolean {
    return this.texts.length > 0 || this.audioCharacters > 0;
  }

  addChunk({ choices, usage }: SupplierChunk): void {
    for (const { delta } of choices) this.addContent(delta);
    this.addUsage(usage);
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

  /** A later figure replaces an earlier one: suppliers that give one on every chunk count up. */
  addUsage(usage: TokenUsage | null): void {
    this.reported = usage ?? this.reported;
  }

  /** The supplier's usage, if there is one that can be charged, else one that is counted here and no higher than what was held for. */
  usage(tokenizer: Tokenizer, heldFor: HeldFor): TokenUsage & { estimated: boolean } {
    if (this.reported && isPlausible(heldFor.prices, this.reported)) return { estimated: false, ...this.reported };
    const audioTokens = Math.ceil(this.audioCharacters / AUDIO_CHARACTERS_A_TOKEN);
    return {
      promptTokens: heldFor.input.exact,
      cachedTokens: 0,
      completionTokens: Math.min(tokenizer.count(this.texts.join(''), heldFor.outputTokens) + audioTokens, heldFor.outputTokens),
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
    if (typeof text === 'string' && text !== '') this.texts.push(text);
  }
}
