import type { FinishReason } from '@shipyard/contracts';
import { asCount, asObject, asObjects, type JsonObject } from '../../http/json-reading';
import { ownCallId } from '../../chat/own-call-id';
import type { ChatContent, SupplierChunk, SupplierCompletion } from '../../contract/supplier';
import { SupplierError } from '../../contract/supplier-error';
import { toGeminiFailure } from './gemini-failure';
import { fromGeminiUsage } from './gemini-usage';

/** All other reasons mean that the supplier broke off. */
const FINISH_REASONS = new Map<string, FinishReason>([
  ['STOP', 'stop'],
  ['MAX_TOKENS', 'length'],
  ['SAFETY', 'content_filter'],
  ['RECITATION', 'content_filter'],
  ['BLOCKLIST', 'content_filter'],
  ['PROHIBITED_CONTENT', 'content_filter'],
  ['SPII', 'content_filter'],
  ['IMAGE_SAFETY', 'content_filter'],
  ['IMAGE_PROHIBITED_CONTENT', 'content_filter'],
  ['IMAGE_RECITATION', 'content_filter'],
]);

interface Said {
  text: string;
  reasoning: string;
  calls: { name: string; arguments: string }[];
}

export function fromGeminiResponse(body: unknown): SupplierCompletion {
  const response = readResponse(body);
  const choices = asObjects(response.candidates).map((candidate, position) => {
    const { text, reasoning, calls } = readParts(candidate);
    const finishReason = readFinishReason(candidate, calls.length > 0);
    if (finishReason === null) throw new SupplierError('failed', 'A candidate has no finishReason');
    const content: ChatContent = {
      role: 'assistant',
      content: text === '' && (calls.length > 0 || finishReason === 'content_filter') ? null : text,
      ...(reasoning !== '' && { reasoning_content: reasoning }),
      ...(calls.length > 0 && {
        tool_calls: calls.map((called) => ({ id: ownCallId(), type: 'function', function: called })),
      }),
    };
    return { index: asCount(candidate.index) ?? position, content, logprobs: null, finishReason };
  });
  if (choices.length === 0) throw new SupplierError('failed', 'The answer has no candidates');
  return { choices, usage: fromGeminiUsage(response.usageMetadata, true) };
}

/** Each event is a complete answer with the new content. */
export class GeminiEventReader {
  private readonly callCounts = new Map<number, number>();
  private readonly opened = new Set<number>();
  private readonly finished = new Set<number>();

  get isWhole(): boolean {
    return this.finished.size > 0 && this.finished.size === this.callCounts.size;
  }

  read(body: unknown): SupplierChunk {
    const response = readResponse(body);
    const choices = asObjects(response.candidates).map((candidate, position) =>
      this.readCandidate(candidate, position),
    );
    const saying = choices.filter(
      ({ index, delta, finishReason }) => this.opens(index, delta) || finishReason !== null,
    );
    return { choices: saying, usage: fromGeminiUsage(response.usageMetadata, this.isWhole) };
  }

  private readCandidate(candidate: JsonObject, position: number): SupplierChunk['choices'][number] {
    const index = asCount(candidate.index) ?? position;
    const calledBefore = this.callCounts.get(index);
    const { text, reasoning, calls } = readParts(candidate);
    const callCount = (calledBefore ?? 0) + calls.length;
    this.callCounts.set(index, callCount);
    const finishReason = readFinishReason(candidate, callCount > 0);
    if (finishReason !== null) this.finished.add(index);
    const toolCalls = calls.map((called, at) => ({
      index: (calledBefore ?? 0) + at,
      id: ownCallId(),
      type: 'function',
      function: called,
    }));
    const delta: ChatContent = {
      ...(!this.opened.has(index) && { role: 'assistant' }),
      ...(text !== '' && { content: text }),
      ...(reasoning !== '' && { reasoning_content: reasoning }),
      ...(toolCalls.length > 0 && { tool_calls: toolCalls }),
    };
    return { index, delta, logprobs: null, finishReason };
  }

  /** The first piece with content opens the answer. Before it, a failure can go to another supplier. */
  private opens(index: number, delta: ChatContent): boolean {
    if (Object.keys(delta).every((key) => key === 'role')) return false;
    this.opened.add(index);
    return true;
  }
}

function readResponse(body: unknown): JsonObject {
  const response = asObject(body);
  if (!response || response.error) throw toGeminiFailure({ status: 200 }, body);
  const reason = asObject(response.promptFeedback)?.blockReason;
  if (typeof reason === 'string' && asObjects(response.candidates).length === 0) {
    throw new SupplierError('content', `The supplier refused the prompt: ${reason}`);
  }
  return response;
}

/** Drops signatures, and parts that OpenAI's messages do not have. */
function readParts(candidate: JsonObject): Said {
  const parts = asObjects(asObject(candidate.content)?.parts);
  const textOf = (thought: boolean) =>
    parts
      .flatMap((part) => (typeof part.text === 'string' && (part.thought === true) === thought ? part.text : []))
      .join('');
  const calls = parts.flatMap((part) => {
    const call = asObject(part.functionCall);
    return call
      ? { name: typeof call.name === 'string' ? call.name : '', arguments: JSON.stringify(call.args ?? {}) }
      : [];
  });
  return { text: textOf(false), reasoning: textOf(true), calls };
}

function readFinishReason({ finishReason: reason }: JsonObject, hasCalled: boolean): FinishReason | null {
  if (typeof reason !== 'string' || reason === '') return null;
  const known = FINISH_REASONS.get(reason);
  if (known === undefined) throw new SupplierError('failed', `The supplier broke off: ${reason}`);
  return known === 'stop' && hasCalled ? 'tool_calls' : known;
}
