import { readConversation } from '../../chat/conversation';
import { given, ownParameters, stopSequences } from '../../chat/given-parameters';
import { asObject, type JsonObject } from '../../http/json-reading';
import { toldParameters } from '../../contract/chat-parameter-rules';
import type { ChatCall } from '../../contract/supplier';
import type { SupplierOptions } from '../../contract/supplier-options';
import { toAnthropicMessages, toSeenBlock } from './to-anthropic-messages';
import { toAnthropicTools } from './to-anthropic-tools';
import { toClosedSchema } from './to-closed-schema';

/** The known values of `reasoning_effort`. It has none below `low`, and decides itself how little it reasons then. */
export const EFFORTS = new Map([
  ['minimal', 'low'],
  ['low', 'low'],
  ['medium', 'medium'],
  ['high', 'high'],
  ['xhigh', 'xhigh'],
]);

const LONGEST_USER_ID = 256;

/** Requests with unsupported parameters went to other routes. */
export function toAnthropicRequest(call: ChatCall, options: SupplierOptions, stream: boolean): JsonObject {
  const parameters = toldParameters(call.parameters, options);
  const { system, turns } = readConversation(parameters.messages);
  const stops = stopSequences(parameters.stop);
  return {
    ...ownParameters(parameters, options),
    model: call.upstreamModel,
    max_tokens: call.maxOutputTokens,
    messages: toAnthropicMessages(turns),
    ...(system.length > 0 && { system: system.map(toSeenBlock) }),
    ...given('temperature', parameters.temperature),
    ...given('top_p', parameters.top_p),
    ...(stops.length > 0 && { stop_sequences: stops }),
    ...toMetadata(parameters),
    ...toAnthropicTools(parameters, turns),
    ...toOutput(parameters, options),
    ...(stream && { stream: true }),
  };
}

export function contentTool(
  { response_format: format }: Record<string, unknown>,
  options: SupplierOptions,
): string | undefined {
  const name = options.json_schema_by_tool ? readSchema(format)?.name : undefined;
  return typeof name === 'string' ? name : undefined;
}

/** A hint must not make a request fail, so one that is no short text is left out. */
function toMetadata({ safety_identifier: identifier, user }: Record<string, unknown>): JsonObject {
  const id = identifier ?? user;
  return typeof id === 'string' && id.length <= LONGEST_USER_ID ? { metadata: { user_id: id } } : {};
}

function toOutput(parameters: Record<string, unknown>, options: SupplierOptions): JsonObject {
  const { reasoning_effort: effort } = parameters;
  const schema = readSchema(parameters.response_format);
  const tool = contentTool(parameters, options);
  const config = {
    ...given('effort', typeof effort === 'string' ? EFFORTS.get(effort) : undefined),
    ...(schema &&
      tool === undefined && {
        format: { type: 'json_schema', schema: toClosedSchema(schema.schema ?? { type: 'object' }) },
      }),
  };
  return {
    ...(Object.keys(config).length > 0 && { output_config: config }),
    ...(schema && tool !== undefined && toContentTool(tool, schema)),
  };
}

function toContentTool(name: string, { description, schema }: JsonObject): JsonObject {
  return {
    tools: [
      {
        name,
        description: description ?? 'Gives the answer.',
        input_schema: { type: 'object', properties: {}, ...asObject(schema) },
      },
    ],
    tool_choice: { type: 'tool', name, disable_parallel_tool_use: true },
  };
}

function readSchema(format: unknown): JsonObject | undefined {
  const sent = asObject(format);
  return sent?.type === 'json_schema' ? asObject(sent.json_schema) : undefined;
}
