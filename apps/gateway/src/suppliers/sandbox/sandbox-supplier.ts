import { loadTokenizer } from '@shipyard/platform';
import { countPromptTokens } from '../../tokens/prompt-tokens';
import type { SearchCall, SupplierSearch } from '../search-call';
import type { ChatCall, ImageCall, Supplier, SupplierChunk, SupplierCompletion, SupplierImage, TokenUsage } from '../supplier';
import { answerChat, type SandboxAnswer } from './answer-chat';
import { drawPicture } from './draw-picture';
import { searchBundle } from './search-bundle';

interface Cut {
  answer: SandboxAnswer;
  finishReason: 'stop' | 'length' | 'tool_calls';
  usage: TokenUsage;
}

/** Built in, so that everything works offline: it answers from the input alone. */
export class SandboxSupplier implements Supplier {
  async completeChat(call: ChatCall): Promise<SupplierCompletion> {
    const { answer, finishReason, usage } = await answerWithin(call);
    const content = { role: 'assistant', content: answer.kind === 'text' ? answer.text : null, ...toolCalls(answer) };
    return { choices: places(call).map((index) => ({ index, content, logprobs: null, finishReason })), usage };
  }

  async *streamChat(call: ChatCall): AsyncGenerator<SupplierChunk[]> {
    const { answer, finishReason, usage } = await answerWithin(call);
    for (const index of places(call)) {
      const piece = (delta: Record<string, unknown>, reason: Cut['finishReason'] | null = null): SupplierChunk[] => [
        { choices: [{ index, delta, logprobs: null, finishReason: reason }], usage: null },
      ];
      yield piece({ role: 'assistant', content: answer.kind === 'text' ? '' : null, refusal: null });
      if (answer.kind === 'tool_call') yield piece({ tool_calls: [{ index: 0, ...answer.call }] });
      for (const word of answer.kind === 'text' ? (answer.text.match(/\s*\S+|\s+$/g) ?? []) : []) {
        // Lets a caller who left be noticed between two words.
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

  async generateImages({ prompt, width, height, count, room }: ImageCall): Promise<SupplierImage[]> {
    // About as much as a picture of that size needs.
    await room.take(width * height * count);
    return Promise.all(
      Array.from({ length: count }, async (_, place) => ({
        bytes: await drawPicture(prompt, width, height, place), extension: 'png' as const, revisedPrompt: null,
      })),
    );
  }
}

async function answerWithin(call: ChatCall): Promise<Cut> {
  const tokenizer = await loadTokenizer();
  const answer = answerChat(call.parameters);
  const { text, tokens } = tokenizer.truncate(answer.text, call.maxOutputTokens);
  const whole = answer.kind === 'tool_call' || text === answer.text;
  const usage = {
    promptTokens: countPromptTokens(tokenizer, call.parameters),
    cachedTokens: 0,
    completionTokens: tokens * places(call).length,
    reasoningTokens: 0,
  };
  if (answer.kind === 'tool_call') return { answer, finishReason: 'tool_calls', usage };
  return { answer: { kind: 'text', text }, finishReason: whole ? 'stop' : 'length', usage };
}

/** One place for each of the `n` answers. */
function places({ parameters }: ChatCall): number[] {
  return Array.from({ length: typeof parameters.n === 'number' ? parameters.n : 1 }, (_, at) => at);
}

function toolCalls(answer: SandboxAnswer): { tool_calls?: unknown[] } {
  return answer.kind === 'tool_call' ? { tool_calls: [answer.call] } : {};
}
