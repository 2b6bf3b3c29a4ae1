import type { FinishReason } from '@shipyard/contracts';
import { asCount, asObject, asObjects, type JsonObject } from '../../http/json-reading';
import { ownCallId } from '../../chat/own-call-id';
import type { ChatContent, SupplierChunk, SupplierCompletion } from '../../contract/supplier';
import { SupplierError } from '../../contract/supplier-error';
import { toAnthropicFailure } from './anthropic-failure';
import { fromAnthropicUsage, joinUsage } from './anthropic-usage';

const FINISH_REASONS = new Map<string, FinishReason>([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  // The supplier's own tools paused, and nothing more will arrive.
  ['pause_turn', 'stop'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['tool_use', 'tool_calls'],
  ['refusal', 'content_filter'],
]);

/** If `contentTool` names a tool, its input becomes the content. */
export function fromAnthropicMessage(body: unknown, contentTool: string | undefined): SupplierCompletion {
  const message = asObject(body);
  if (!message || message.type !== 'message') throw toAnthropicFailure({ status: 200 }, body);
  const finishReason = readFinishReason(message.stop_reason, contentTool);
  if (finishReason === null) throw new SupplierError('failed', 'The answer has no stop_reason');
  const blocks = asObjects(message.content);
  const isContent = (block: JsonObject) => block.type === 'tool_use' && block.name === contentTool;
  const text = blocks
    .flatMap((block) => (isContent(block) ? toJson(block.input) : block.type === 'text' ? toText(block.text) : []))
    .join('');
  const reasoning = blocks.flatMap((block) => (block.type === 'thinking' ? toText(block.thinking) : [])).join('');
  const toolCalls = blocks
    .filter((block) => block.type === 'tool_use' && !isContent(block))
    .map(({ name, input }) => ({
      id: ownCallId(),
      type: 'function',
      function: { name: toText(name), arguments: toJson(input) },
    }));
  const content: ChatContent = {
    role: 'assistant',
    content: text === '' && (toolCalls.length > 0 || finishReason === 'content_filter') ? null : text,
    ...(reasoning !== '' && { reasoning_content: reasoning }),
    ...(toolCalls.length > 0 && { tool_calls: toolCalls }),
  };
  return { choices: [{ index: 0, content, logprobs: null, finishReason }], usage: fromAnthropicUsage(message.usage) };
}

export class AnthropicEventReader {
  /** By the number of the block. Undefined for the tool whose input is the content. */
  private readonly calls = new Map<number, number | undefined>();
  private callCount = 0;
  private usage: JsonObject = {};
  private hasBegun = false;
  private hasFinished = false;
  isOver = false;

  constructor(private readonly contentTool: string | undefined) {}

  get isWhole(): boolean {
    return this.hasFinished;
  }

  read(body: unknown): SupplierChunk | null {
    const event = asObject(body) ?? {};
    switch (event.type) {
      case 'message_start':
        this.usage = joinUsage({}, asObject(event.message)?.usage);
        return null;
      case 'content_block_start':
        return this.readStart(asCount(event.index) ?? 0, asObject(event.content_block) ?? {});
      case 'content_block_delta':
        return this.readDelta(asCount(event.index) ?? 0, asObject(event.delta) ?? {});
      case 'message_delta':
        return this.readEnd(event);
      case 'message_stop':
        this.isOver = true;
        return null;
      case 'error':
        throw toAnthropicFailure({ status: 200 }, body);
      default:
        // Clients must ignore pings, ends of blocks, and new kinds of events.
        return null;
    }
  }

  private readStart(index: number, block: JsonObject): SupplierChunk | null {
    if (block.type === 'text') return this.say({ content: toText(block.text) });
    if (block.type === 'thinking') return this.say({ reasoning_content: toText(block.thinking) });
    if (block.type !== 'tool_use') return null;
    const place = block.name === this.contentTool ? undefined : this.callCount++;
    this.calls.set(index, place);
    if (place === undefined) return null;
    return this.say({
      tool_calls: [
        { index: place, id: ownCallId(), type: 'function', function: { name: toText(block.name), arguments: '' } },
      ],
    });
  }

  private readDelta(index: number, delta: JsonObject): SupplierChunk | null {
    if (delta.type === 'text_delta') return this.say({ content: toText(delta.text) });
    if (delta.type === 'thinking_delta') return this.say({ reasoning_content: toText(delta.thinking) });
    // Signatures and citations would reveal the supplier.
    if (delta.type !== 'input_json_delta' || !this.calls.has(index)) return null;
    const json = toText(delta.partial_json);
    const place = this.calls.get(index);
    if (json === '') return null;
    return this.say(
      place === undefined ? { content: json } : { tool_calls: [{ index: place, function: { arguments: json } }] },
    );
  }

  private readEnd(event: JsonObject): SupplierChunk {
    this.usage = joinUsage(this.usage, event.usage);
    const finishReason = readFinishReason(asObject(event.delta)?.stop_reason, this.contentTool);
    this.hasFinished ||= finishReason !== null;
    return {
      choices: [{ index: 0, delta: this.opening(), logprobs: null, finishReason }],
      usage: fromAnthropicUsage(this.usage),
    };
  }

  /** The first piece with content opens the answer. Before it, a failure can go to another supplier. */
  private say(said: ChatContent): SupplierChunk | null {
    if (Object.values(said).every((value) => value === '')) return null;
    // The usage of the prompt is known from the start, and counts if the answer is cut.
    const usage = this.hasBegun ? null : fromAnthropicUsage(this.usage);
    return {
      choices: [{ index: 0, delta: { ...this.opening(), ...said }, logprobs: null, finishReason: null }],
      usage,
    };
  }

  private opening(): ChatContent {
    if (this.hasBegun) return {};
    this.hasBegun = true;
    return { role: 'assistant' };
  }
}

function readFinishReason(reason: unknown, contentTool: string | undefined): FinishReason | null {
  if (typeof reason !== 'string') return null;
  if (reason === 'tool_use' && contentTool !== undefined) return 'stop';
  // Unknown reasons count as a normal end.
  return FINISH_REASONS.get(reason) ?? 'stop';
}

const toText = (value: unknown) => (typeof value === 'string' ? value : '');

const toJson = (input: unknown) => JSON.stringify(input ?? {});
