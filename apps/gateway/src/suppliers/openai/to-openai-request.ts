import { asObject } from '../json-reading';
import type { ChatCall } from '../supplier';
import type { SupplierOptions } from '../supplier.entity';

/** The body of a chat call in a supplier's dialect: the customer's parameters, our name for the model, the limit that was held for. */
export function toOpenAiRequest(call: ChatCall, options: SupplierOptions, stream: boolean): Record<string, unknown> {
  const { max_tokens: _maxTokens, max_completion_tokens: _maxCompletionTokens, messages, ...parameters } = call.parameters;
  return {
    ...takenBy(options, parameters),
    messages: toMessages(messages, options),
    model: call.upstreamModel,
    [options.output_limit_parameter ?? 'max_tokens']: call.maxOutputTokens,
    ...(stream && { stream: true }),
    // Usage is always asked for, whether or not the customer wants to see it.
    ...(stream && options.stream_options !== false && { stream_options: { include_usage: true } }),
  };
}

/** What a supplier does not know is only here where it says nothing (null, or one answer): a strict one refuses even that. */
function takenBy({ unsupported_parameters: unsupported = [] }: SupplierOptions, parameters: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => !unsupported.includes(name)));
}

function toMessages(messages: unknown, options: SupplierOptions): unknown {
  if (options.developer_role !== false || !Array.isArray(messages)) return messages;
  return messages.map((message: unknown) => (asObject(message)?.role === 'developer' ? { ...asObject(message), role: 'system' } : message));
}
