import type { FinishReason } from '@shipyard/contracts';
import { asArray, asCount, asObject, asObjects, type JsonObject } from '../../http/json-reading';
import type { SupplierChunk, SupplierCompletion } from '../../contract/supplier';
import { SupplierError } from '../../contract/supplier-error';
import { toOpenAiFailure } from './openai-failure';
import type { CallIds } from './call-ids';
import { fromOpenAiUsage } from './openai-usage';
import { readDelta, readMessage } from './read-content';
import { ToolCallNumbers } from './tool-call-numbers';

const FINISH_REASONS = new Map<string, FinishReason>([
  ['stop', 'stop'],
  ['length', 'length'],
  ['tool_calls', 'tool_calls'],
  ['content_filter', 'content_filter'],
  ['function_call', 'function_call'],
  // Zhipu's own.
  ['sensitive', 'content_filter'],
  ['model_context_window_exceeded', 'length'],
]);

/** These reasons mean that the supplier broke off. */
const BROKEN_OFF = new Set(['network_error', 'insufficient_system_resource', 'error', 'abort']);

export function fromOpenAiCompletion(body: unknown, callIds: CallIds): SupplierCompletion {
  const completion = asObject(body);
  if (!completion || completion.error) throw toOpenAiFailure({ status: 200 }, body);
  const choices = asArray(completion.choices).map((value, position) => {
    const choice = asObject(value) ?? {};
    const finishReason = readFinishReason(choice);
    const message = asObject(choice.message);
    if (!message || finishReason === null)
      throw new SupplierError('failed', 'A choice has no message or no finish_reason');
    return {
      index: asCount(choice.index) ?? position,
      content: readMessage(message, callIds),
      logprobs: readLogprobs(choice.logprobs),
      finishReason,
    };
  });
  if (choices.length === 0) throw new SupplierError('failed', 'The answer has no choices');
  return { choices, usage: fromOpenAiUsage(completion.usage) };
}

export class OpenAiChunkReader {
  private readonly toolCalls = new Map<number, ToolCallNumbers>();
  private readonly finished = new Set<number>();

  constructor(private readonly callIds: CallIds) {}

  get isWhole(): boolean {
    return this.finished.size > 0 && this.finished.size === this.toolCalls.size;
  }

  read(body: unknown): SupplierChunk {
    const chunk = asObject(body);
    if (!chunk || chunk.error) throw toOpenAiFailure({ status: 200 }, body);
    const choices = asArray(chunk.choices).map((value) => asObject(value) ?? {});
    // Moonshot puts usage into the choice.
    const usage = fromOpenAiUsage(chunk.usage) ?? fromOpenAiUsage(choices.at(-1)?.usage);
    return { choices: choices.map((choice, position) => this.readChoice(choice, position)), usage };
  }

  private readChoice(choice: JsonObject, position: number): SupplierChunk['choices'][number] {
    const index = asCount(choice.index) ?? position;
    const toolCalls = this.toolCalls.get(index) ?? new ToolCallNumbers(this.callIds);
    this.toolCalls.set(index, toolCalls);
    const finishReason = readFinishReason(choice);
    if (finishReason !== null) this.finished.add(index);
    return {
      index,
      delta: readDelta(asObject(choice.delta) ?? {}, toolCalls),
      logprobs: readLogprobs(choice.logprobs),
      finishReason,
    };
  }
}

function readFinishReason({ finish_reason: reason }: JsonObject): FinishReason | null {
  if (typeof reason !== 'string' || reason === '') return null;
  if (BROKEN_OFF.has(reason)) throw new SupplierError('failed', `The supplier broke off: ${reason}`);
  // Unknown reasons count as a normal end.
  return FINISH_REASONS.get(reason) ?? 'stop';
}

/** Returns exactly the keys that OpenAI's schema requires, or null. */
function readLogprobs(value: unknown): { content: JsonObject[] | null; refusal: JsonObject[] | null } | null {
  const logprobs = asObject(value);
  if (!logprobs) return null;
  return { content: readTokens(logprobs.content), refusal: readTokens(logprobs.refusal) };
}

function readTokens(value: unknown): JsonObject[] | null {
  if (!Array.isArray(value)) return null;
  return asObjects(value).map((token) => ({
    ...readToken(token),
    top_logprobs: asObjects(token.top_logprobs).map(readToken),
  }));
}

function readToken({ token, logprob, bytes }: JsonObject): JsonObject {
  return {
    token: typeof token === 'string' ? token : '',
    logprob: typeof logprob === 'number' ? logprob : 0,
    bytes: Array.isArray(bytes) ? asArray(bytes).filter((byte) => typeof byte === 'number') : null,
  };
}
