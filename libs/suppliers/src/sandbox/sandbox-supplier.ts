import type { FinishReason } from '@shipyard/contracts';
import { loadTokenizer, type Tokenizer } from '@shipyard/platform/tokenizer';
import type { MediaTokens } from '../contract/media-tokens';
import type { SearchCall, SupplierSearch } from '../contract/search-call';
import type {
  ChatCall,
  ChatContent,
  ImageCall,
  SupplierAdapter,
  SupplierChunk,
  SupplierCompletion,
  SupplierImage,
  TokenUsage,
} from '../contract/supplier';
import { answerChat, type SandboxAnswer } from './answer-chat';
import { drawSandboxImage } from './draw-sandbox-image';
import { searchBundle } from './search-bundle';
import type { StructuredAnswer } from './structured-answer';

/** Borrowed from the service, so that the sandbox counts and answers as it does. */
export interface SandboxParts {
  structured: StructuredAnswer;
  countPromptTokens: (
    tokenizer: Tokenizer,
    parameters: Record<string, unknown>,
    media: MediaTokens | undefined,
  ) => number;
}

interface Cut extends SandboxAnswer {
  finishReason: FinishReason;
  usage: TokenUsage;
}

/** Built in, so that everything works offline. It computes its answers from the input alone. */
export class SandboxSupplier implements SupplierAdapter {
  readonly takesSearchDepth = true;
  readonly takesImageQuality = true;

  constructor(private readonly parts: SandboxParts) {}

  async completeChat(call: ChatCall): Promise<SupplierCompletion> {
    const { text, call: called, finishReason, usage } = await answerWithin(call, this.parts);
    const content = { role: 'assistant', content: called ? null : text, ...called?.toContent(text) };
    return { choices: places(call).map((index) => ({ index, content, logprobs: null, finishReason })), usage };
  }

  async *streamChat(call: ChatCall): AsyncGenerator<SupplierChunk[]> {
    const { text, call: called, finishReason, usage } = await answerWithin(call, this.parts);
    for (const index of places(call)) {
      const piece = (delta: Record<string, unknown>, reason: FinishReason | null = null): SupplierChunk[] => [
        { choices: [{ index, delta, logprobs: null, finishReason: reason }], usage: null },
      ];
      yield piece({ role: 'assistant', content: called ? null : '', refusal: null });
      if (called) yield piece(toDelta(called.toContent(text)));
      for (const word of called ? [] : (text.match(/\s+\S*|\S+/g) ?? [])) {
        // Lets the code notice between two words that the caller disconnected.
        await new Promise(setImmediate);
        call.signal.throwIfAborted();
        yield piece({ content: word });
      }
      yield piece({}, finishReason);
    }
    yield [{ choices: [], usage }];
  }

  search(call: SearchCall): Promise<SupplierSearch> {
    return Promise.resolve({ results: searchBundle(call, new Date()), billedUnits: 1 });
  }

  async generateImages({ prompt, width, height, count, memory }: ImageCall): Promise<SupplierImage[]> {
    // About as much as an image of that size needs.
    await memory.take(width * height * count);
    return Promise.all(
      Array.from({ length: count }, async (_, place) => ({
        bytes: await drawSandboxImage(prompt, width, height, place),
        extension: 'png' as const,
        revisedPrompt: null,
      })),
    );
  }
}

async function answerWithin(call: ChatCall, { structured, countPromptTokens }: SandboxParts): Promise<Cut> {
  const tokenizer = await loadTokenizer();
  const answer = answerChat(call.parameters, structured);
  const { text, tokens } = tokenizer.truncate(answer.text, call.maxOutputTokens);
  const usage = {
    promptTokens: countPromptTokens(tokenizer, call.parameters, call.media),
    cachedTokens: 0,
    completionTokens: tokens * places(call).length,
    reasoningTokens: 0,
  };
  if (text === answer.text) return { ...answer, finishReason: answer.call?.finishReason ?? 'stop', usage };
  // The cut may split a character, which is then dropped.
  return { ...answer, text: text.replace(/(?<!\ufffd)\ufffd+$/, ''), finishReason: 'length', usage };
}

function places({ parameters }: ChatCall): number[] {
  return Array.from({ length: typeof parameters.n === 'number' ? parameters.n : 1 }, (_, at) => at);
}

/** Calls in a stream have an index. */
function toDelta({ tool_calls: calls, ...content }: ChatContent): ChatContent {
  return Array.isArray(calls)
    ? { ...content, tool_calls: calls.map((call: object, index) => ({ index, ...call })) }
    : content;
}
