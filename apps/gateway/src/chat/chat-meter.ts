import type { ChatContent, SupplierChunk, TokenUsage } from '../suppliers/suppliers.service';
import type { PromptTokens } from '../tokens/prompt-tokens';
import type { Tokenizer } from '../tokens/tokenizer';

/** What a chat produced so far, and the usage that the supplier gave for it. */
export class ChatMeter {
  private readonly texts: string[] = [];
  private reported: TokenUsage | null = null;

  /** Whether anything was produced that a customer could use. */
  get hasProduced(): boolean {
    return this.texts.length > 0;
  }

  addChunk({ choices, usage }: SupplierChunk): void {
    for (const { delta } of choices) this.addContent(delta);
    this.addUsage(usage);
  }

  addContent(content: ChatContent): void {
    const calls = Array.isArray(content.tool_calls) ? content.tool_calls : [];
    const called = calls.flatMap((call: { function?: { name?: unknown; arguments?: unknown } }) => [call.function?.name, call.function?.arguments]);
    const spoken = [content.content, content.refusal, content.reasoning_content, ...called];
    for (const text of spoken) if (typeof text === 'string' && text !== '') this.texts.push(text);
  }

  /** A later figure replaces an earlier one: suppliers that give one on every chunk count up. */
  addUsage(usage: TokenUsage | null): void {
    this.reported = usage ?? this.reported;
  }

  /** The supplier's usage, else one that is counted here and no higher than what was held for. */
  usage(tokenizer: Tokenizer, heldFor: { input: PromptTokens; outputTokens: number }): TokenUsage & { estimated: boolean } {
    if (this.reported) return { ...this.reported, estimated: false };
    return {
      promptTokens: heldFor.input.exact,
      cachedTokens: 0,
      completionTokens: Math.min(tokenizer.count(this.texts.join(''), heldFor.outputTokens), heldFor.outputTokens),
      reasoningTokens: 0,
      estimated: true,
    };
  }
}
