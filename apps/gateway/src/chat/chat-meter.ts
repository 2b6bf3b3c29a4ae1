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
    this.addText(content.content);
    this.addText(content.refusal);
    this.addText(content.reasoning_content);
    if (!Array.isArray(content.tool_calls)) return;
    content.tool_calls.forEach(({ function: called }: { function?: { name?: unknown; arguments?: unknown } }) => {
      this.addText(called?.name);
      this.addText(called?.arguments);
    });
  }

  /** A later figure replaces an earlier one: suppliers that give one on every chunk count up. */
  addUsage(usage: TokenUsage | null): void {
    this.reported = usage ?? this.reported;
  }

  private addText(text: unknown): void {
    if (typeof text === 'string' && text !== '') this.texts.push(text);
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
