import { readConversation } from '../../chat/conversation';
import { asObject, asObjects, type JsonObject } from '../../http/json-reading';
import { toldParameters } from '../../contract/chat-parameter-rules';
import type { ChatCall } from '../../contract/supplier';
import type { SupplierOptions } from '../../contract/supplier-options';
import { toGeminiContents } from './to-gemini-contents';
import { toGenerationConfig } from './to-generation-config';

/** Requests with unsupported parameters went to other routes. */
export function toGeminiRequest(asked: ChatCall, options: SupplierOptions): JsonObject {
  const call = { ...asked, parameters: toldParameters(asked.parameters, options) };
  const { system, turns } = readConversation(call.parameters.messages);
  return {
    contents: toGeminiContents(turns, call.upstreamModel),
    ...(system.length > 0 && { systemInstruction: { parts: system.map(({ text }) => ({ text })) } }),
    ...toTools(call.parameters),
    generationConfig: toGenerationConfig(call, options),
  };
}

function toTools({ tools, tool_choice: choice }: Record<string, unknown>): JsonObject {
  const offered = asObjects(tools).map((tool) => asObject(tool.function) ?? {});
  if (offered.length === 0) return {};
  const isStrict = offered.some(({ strict }) => strict === true);
  return { tools: [{ functionDeclarations: offered.map(toDeclaration) }], ...toToolConfig(choice, isStrict) };
}

function toDeclaration({ name, description, parameters }: JsonObject): JsonObject {
  return {
    name,
    ...(typeof description === 'string' && description !== '' && { description }),
    ...(asObject(parameters) && { parametersJsonSchema: parameters }),
  };
}

function toToolConfig(choice: unknown, isStrict: boolean): JsonObject {
  const name = asObject(asObject(choice)?.function)?.name;
  if (name !== undefined)
    return { toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: [name] } } };
  if (choice === 'none') return { toolConfig: { functionCallingConfig: { mode: 'NONE' } } };
  if (choice === 'required') return { toolConfig: { functionCallingConfig: { mode: 'ANY' } } };
  // The model may speak or call, but its calls must match the schema.
  return isStrict ? { toolConfig: { functionCallingConfig: { mode: 'VALIDATED' } } } : {};
}
