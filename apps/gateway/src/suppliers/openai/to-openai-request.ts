import { asObject } from '../json-reading';
import type { ChatCall } from '../supplier';
import type { SupplierOptions } from '../supplier.entity';

/** The body of a chat call in a supplier's dialect: the customer's parameters, our name for the model, the limit that was held for. */
export function toOpenAiRequest(call: ChatCall, options: SupplierOptions, stream: boolean): Record<string, unknown> {
  const { unsupported_parameters: unsupported, output_limit_parameter: outputLimit = 'max_tokens' } = options;
  const body: Record<string, unknown> = { model: call.upstreamModel };
  for (const name of Object.keys(call.parameters)) {
    // What a supplier does not know is only here where it says nothing (null, or one answer): a strict one refuses even that.
    if (!LIMITS.has(name) && !unsupported?.includes(name)) body[name] = call.parameters[name];
  }
  body.messages = toMessages(call.parameters.messages, options);
  body[outputLimit] = call.maxOutputTokens;
  if (!stream) return body;
  body.stream = true;
  // Usage is always asked for, whether or not the customer wants to see it.
  if (options.stream_options !== false) body.stream_options = { include_usage: true };
  return body;
}

const LIMITS = new Set(['max_tokens', 'max_completion_tokens']);

function toMessages(messages: unknown, options: SupplierOptions): unknown {
  if (options.developer_role !== false || !Array.isArray(messages)) return messages;
  return messages.map((message: unknown) => (asObject(message)?.role === 'developer' ? { ...asObject(message), role: 'system' } : message));
}
