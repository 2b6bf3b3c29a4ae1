import type { FinishReason } from '@shipyard/contracts';
import type { ChatContent, SupplierChunk, SupplierCompletion } from '../supplier';
import { SupplierError } from '../supplier-error';
import { asArray, asCount, asObject, asObjects, type JsonObject } from './json-reading';
import { fromOpenAiUsage } from './openai-usage';

/** What may pass from a supplier's message or delta to a customer: everything else stays behind. */
const CONTENT_KEYS = ['role', 'content', 'refusal', 'reasoning_content', 'function_call', 'annotations', 'audio'] as const;

const FINISH_REASONS: readonly FinishReason[] = ['stop', 'length', 'tool_calls', 'content_filter', 'function_call'];

export function fromOpenAiCompletion(body: unknown): SupplierCompletion {
  const completion = asObject(body);
  if (!completion || completion.error) throw new SupplierError('failed', 'The supplier answered an error inside a 200', { cause: body });
  const choices = asArray(completion.choices).map((value, position) => {
    const choice = asObject(value) ?? {};
    const finishReason = readFinishReason(choice);
    const message = asObject(choice.message);
    if (!message || finishReason === null) throw new SupplierError('failed', 'A choice has no message or no finish_reason');
    return {
      index: asCount(choice.index) ?? position,
      content: readContent(message, new ToolCallIndexes()),
      logprobs: choice.logprobs ?? null,
      finishReason,
    };
  });
  if (choices.length === 0) throw new SupplierError('failed', 'The answer has no choices');
  return { choices: choices.map((choice) => ({ ...choice, content: withoutToolIndexes(choice.content) })), usage: fromOpenAiUsage(completion.usage) };
}

/** Reads the chunks of one stream, in order. */
export class OpenAiChunkReader {
  private readonly toolCalls = new Map<number, ToolCallIndexes>();
  private readonly finished = new Set<number>();

  /** Whether every choice that began has come to its end. */
  get isWhole(): boolean {
    return this.finished.size > 0 && this.finished.size === this.toolCalls.size;
  }

  read(body: unknown): SupplierChunk {
    const chunk = asObject(body);
    if (!chunk || chunk.error) throw new SupplierError('failed', 'The supplier sent an error in its stream', { cause: body });
    return {
      choices: asArray(chunk.choices).map((value, position) => {
        const choice = asObject(value) ?? {};
        const index = asCount(choice.index) ?? position;
        const toolCalls = this.toolCalls.get(index) ?? new ToolCallIndexes();
        this.toolCalls.set(index, toolCalls);
        const finishReason = readFinishReason(choice);
        if (finishReason !== null) this.finished.add(index);
        return { index, delta: readContent(asObject(choice.delta) ?? {}, toolCalls), logprobs: choice.logprobs ?? null, finishReason };
      }),
      usage: fromOpenAiUsage(chunk.usage),
    };
  }
}

/** Some suppliers leave the index of tool calls out, or give 0 to all: a new id is a new call, and what has no id belongs to the call before. */
class ToolCallIndexes {
  private readonly ids: string[] = [];
  private readonly bySent = new Map<number | undefined, number>();

  indexOf(id: unknown, sent: number | undefined): number {
    if (typeof id === 'string' && id !== '') {
      const known = this.ids.indexOf(id);
      this.bySent.set(sent, known >= 0 ? known : this.ids.push(id) - 1);
    }
    return this.bySent.get(sent) ?? Math.max(0, this.ids.length - 1);
  }
}

function readContent(source: JsonObject, indexes: ToolCallIndexes): ChatContent {
  const content: ChatContent = {};
  for (const key of CONTENT_KEYS) {
    if (source[key] !== undefined) content[key] = source[key];
  }
  const toolCalls = asObjects(source.tool_calls);
  if (toolCalls.length > 0) content.tool_calls = toolCalls.map((call) => readToolCall(call, indexes));
  return content;
}

function readToolCall(call: JsonObject, indexes: ToolCallIndexes): JsonObject {
  const { id, type, custom } = call;
  const called = asObject(call.function);
  return {
    index: indexes.indexOf(id, asCount(call.index)),
    ...(id !== undefined && { id }),
    ...(type !== undefined && { type }),
    ...(called && {
      function: {
        ...(called.name !== undefined && { name: called.name }),
        ...(called.arguments !== undefined && { arguments: called.arguments }),
      },
    }),
    ...(custom !== undefined && { custom }),
  };
}

/** Whole messages have no indexes: the order says it. */
function withoutToolIndexes(content: ChatContent): ChatContent {
  if (!Array.isArray(content.tool_calls)) return content;
  return { ...content, tool_calls: asObjects(content.tool_calls).map(({ index: _index, ...call }) => call) };
}

function readFinishReason(choice: JsonObject): FinishReason | null {
  if (typeof choice.finish_reason !== 'string' || choice.finish_reason === '') return null;
  // A supplier's own word for an end is an end.
  return FINISH_REASONS.find((reason) => reason === choice.finish_reason) ?? 'stop';
}
