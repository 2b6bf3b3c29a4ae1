import { asObject, type JsonObject } from '../http/json-reading';
import { isGiven } from './given-parameters';

/** What the request, its price and its messages are made of. */
const NEEDED = new Set([
  'model',
  'stream',
  'stream_options',
  'messages',
  'n',
  'max_tokens',
  'max_completion_tokens',
  'role',
  'content',
  'type',
  'id',
  'text',
  'refusal',
  'image_url',
  'input_audio',
  'file',
  'function',
  'custom',
  'tool_calls',
  'tool_call_id',
  'function_call',
]);

/** Whether a route may ignore a parameter, or a field of messages, their parts, tools and calls of tools. */
export const isIgnorable = (name: string) => /^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(name) && !NEEDED.has(name);

export interface KeptParameters {
  parameters: JsonObject;
  /** The names that were there and left out. */
  ignored: readonly string[];
}

const NONE: readonly string[] = [];

/** Leaves out what an operator lets a route ignore. */
export function withoutIgnored(parameters: JsonObject, names: readonly string[]): KeptParameters {
  if (names.length === 0) return { parameters, ignored: NONE };
  const ignoring = new Ignoring(new Set(names));
  const kept = ignoring.strip(parameters);
  const { messages, tools } = kept;
  return {
    parameters: {
      ...kept,
      ...(Array.isArray(messages) && { messages: messages.map((message) => ignoring.stripMessage(message)) }),
      ...(Array.isArray(tools) && { tools: tools.map((tool) => ignoring.stripValue(tool)) }),
    },
    ignored: [...ignoring.found],
  };
}

class Ignoring {
  readonly found = new Set<string>();

  constructor(private readonly names: ReadonlySet<string>) {}

  strip(object: JsonObject): JsonObject {
    const dropped = Object.keys(object).filter((name) => this.names.has(name));
    if (dropped.length === 0) return object;
    for (const name of dropped) if (isGiven(object[name])) this.found.add(name);
    return Object.fromEntries(Object.entries(object).filter(([name]) => !this.names.has(name)));
  }

  stripValue(value: unknown): unknown {
    const object = asObject(value);
    return object ? this.strip(object) : value;
  }

  stripMessage(value: unknown): unknown {
    const message = asObject(value);
    if (!message) return value;
    const kept = this.strip(message);
    const { content, tool_calls: calls } = kept;
    if (!Array.isArray(content) && !Array.isArray(calls)) return kept;
    return {
      ...kept,
      ...(Array.isArray(content) && { content: this.stripEach(content) }),
      ...(Array.isArray(calls) && { tool_calls: this.stripEach(calls) }),
    };
  }

  private stripEach(values: unknown[]): unknown[] {
    return values.map((value) => this.stripValue(value));
  }
}
