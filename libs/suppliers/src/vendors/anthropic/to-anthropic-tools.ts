import type { Turn } from '../../chat/conversation';
import { given } from '../../chat/given-parameters';
import { asObject, asObjects, type JsonObject } from '../../http/json-reading';

const ANYTHING = { type: 'object', properties: {} };

export function toAnthropicTools(parameters: Record<string, unknown>, turns: Turn[]): JsonObject {
  const tools = asObjects(parameters.tools).map(toTool);
  if (tools.length > 0) return { tools, ...toToolChoice(parameters) };
  // It refuses calls and results of undescribed tools, but OpenAI does not require to describe them again.
  const called = new Set(
    turns.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'call' ? part.name : []))),
  );
  if (called.size === 0) return {};
  return { tools: [...called].map((name) => ({ name, input_schema: ANYTHING })), tool_choice: { type: 'none' } };
}

function toTool(tool: JsonObject): JsonObject {
  const { name, description, parameters, strict } = asObject(tool.function) ?? {};
  return {
    name,
    ...(typeof description === 'string' && description !== '' && { description }),
    input_schema: { ...ANYTHING, ...asObject(parameters) },
    ...(strict === true && { strict }),
    ...given('cache_control', tool.cache_control),
  };
}

function toToolChoice({ tool_choice: choice, parallel_tool_calls: parallel }: Record<string, unknown>): JsonObject {
  const single = parallel === false && { disable_parallel_tool_use: true };
  if (choice === 'none') return { tool_choice: { type: 'none' } };
  if (choice === 'required') return { tool_choice: { type: 'any', ...single } };
  const name = asObject(asObject(choice)?.function)?.name;
  if (name !== undefined) return { tool_choice: { type: 'tool', name, ...single } };
  return single || choice === 'auto' ? { tool_choice: { type: 'auto', ...single } } : {};
}
