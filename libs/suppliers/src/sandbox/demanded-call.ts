import { createHash } from 'node:crypto';
import type { FinishReason } from '@shipyard/contracts';
import { asArray, asObject, asObjects, type JsonObject } from '../http/json-reading';
import type { ChatContent } from '../contract/supplier';

export interface SandboxCall {
  schema: unknown;
  finishReason: FinishReason;
  toContent(text: string): ChatContent;
}

const NOTHING = { type: 'object', properties: {} };

export function demandedCall(parameters: JsonObject): SandboxCall | undefined {
  const called = demandedTool(asObjects(parameters.tools), parameters.tool_choice);
  if (called) return toToolCall(called, asArray(parameters.messages).length);
  const chosen = asObject(parameters.function_call)?.name;
  const named = asObjects(parameters.functions).find(({ name }) => typeof name === 'string' && name === chosen);
  if (!named) return undefined;
  const toContent = (text: string) => ({ function_call: { name: named.name, arguments: text } });
  return { schema: named.parameters ?? NOTHING, finishReason: 'function_call', toContent };
}

function demandedTool(tools: JsonObject[], choice: unknown): JsonObject | undefined {
  const offered = tools.filter((tool) => nameOf(tool) !== undefined);
  if (choice === 'required') return offered[0];
  const { type, allowed_tools: allowed } = asObject(choice) ?? {};
  if (type === 'allowed_tools') {
    const { mode, tools: among } = asObject(allowed) ?? {};
    return mode === 'required' ? offered.find((tool) => asArray(among).some((each) => isSame(tool, each))) : undefined;
  }
  return offered.find((tool) => isSame(tool, choice));
}

function nameOf(tool: JsonObject): string | undefined {
  const named = tool.type === 'custom' ? tool.custom : tool.type === 'function' ? tool.function : undefined;
  const name = asObject(named)?.name;
  return typeof name === 'string' ? name : undefined;
}

function isSame(tool: JsonObject, chosen: unknown): boolean {
  const other = { type: 'function', ...asObject(chosen) };
  return tool.type === other.type && nameOf(tool) === nameOf(other);
}

/** The id depends on the turn, because results are matched by id. */
function toToolCall(tool: JsonObject, turn: number): SandboxCall {
  const name = nameOf(tool) ?? '';
  const id = `call_${createHash('sha256').update(`${turn} ${name}`).digest('hex').slice(0, 24)}`;
  const isCustom = tool.type === 'custom';
  return {
    schema: isCustom ? undefined : (asObject(tool.function)?.parameters ?? NOTHING),
    finishReason: 'tool_calls',
    toContent: (text) => {
      const call = isCustom
        ? { type: 'custom', custom: { name, input: text } }
        : { type: 'function', function: { name, arguments: text } };
      return { tool_calls: [{ id, ...call }] };
    },
  };
}
