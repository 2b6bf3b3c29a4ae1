import { asArray, asObject, asObjects, type JsonObject } from '../../http/json-reading';
import { toldParameters } from '../../contract/chat-parameter-rules';
import type { ChatCall } from '../../contract/supplier';
import type { SupplierOptions } from '../../contract/supplier-options';
import type { CallIds } from './call-ids';
import { nameOfCall } from './name-of-call';

export function toOpenAiRequest(
  call: ChatCall,
  options: SupplierOptions,
  callIds: CallIds,
  stream: boolean,
): Record<string, unknown> {
  const { output_limit_parameter: outputLimit = 'max_tokens' } = options;
  const body: Record<string, unknown> = { model: call.upstreamModel };
  for (const [name, value] of Object.entries(toldParameters(call.parameters, options)))
    if (!LIMITS.has(name)) body[name] = value;
  body.messages = toMessages(call.parameters.messages, options, callIds);
  body[outputLimit] = call.maxOutputTokens;
  if (!stream) return body;
  body.stream = true;
  // The gateway always needs the usage, even if the customer does not want it.
  if (options.stream_options !== false) body.stream_options = { include_usage: true };
  return body;
}

type ToSuppliers = (id: unknown, functionName?: string) => unknown;

const LIMITS = new Set(['max_tokens', 'max_completion_tokens']);

/** Restores the supplier's own call ids, and replaces an unknown role. */
function toMessages(
  messages: unknown,
  { developer_role: knowsDeveloper = true }: SupplierOptions,
  callIds: CallIds,
): unknown {
  const sent = asArray(messages);
  if (!sent.some((message) => isChanged(asObject(message), knowsDeveloper))) return messages;
  // A call and its result have the same id.
  const known = new Map<string, string>();
  const toSuppliers: ToSuppliers = (id, functionName) => {
    if (typeof id !== 'string') return id;
    const suppliers = known.get(id) ?? callIds.toSuppliers(id, functionName);
    known.set(id, suppliers);
    return suppliers;
  };
  return sent.map((message) =>
    isChanged(asObject(message), knowsDeveloper)
      ? toMessage({ ...asObject(message) }, knowsDeveloper, toSuppliers)
      : message,
  );
}

const isChanged = (message: JsonObject | undefined, knowsDeveloper: boolean) =>
  message?.tool_calls !== undefined ||
  message?.tool_call_id !== undefined ||
  (!knowsDeveloper && message?.role === 'developer');

function toMessage(message: JsonObject, knowsDeveloper: boolean, toSuppliers: ToSuppliers): JsonObject {
  const { role, tool_calls: calls, tool_call_id: id } = message;
  if (!knowsDeveloper && role === 'developer') message.role = 'system';
  if (id !== undefined) message.tool_call_id = toSuppliers(id);
  if (Array.isArray(calls))
    message.tool_calls = asObjects(calls).map((call) =>
      call.id === undefined ? call : { ...call, id: toSuppliers(call.id, nameOfCall(call)) },
    );
  return message;
}
