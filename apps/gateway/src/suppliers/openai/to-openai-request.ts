import type { ChatCall } from '../supplier';
import type { SupplierOptions } from '../supplier.entity';

/** The body of a chat call in OpenAI's own form: the customer's parameters, our name for the model, the limit that was held for. */
export function toOpenAiRequest(call: ChatCall, options: SupplierOptions, stream: boolean): Record<string, unknown> {
  const { max_tokens: _maxTokens, max_completion_tokens: _maxCompletionTokens, ...parameters } = call.parameters;
  return {
    ...parameters,
    model: call.upstreamModel,
    [options.output_limit_parameter ?? 'max_tokens']: call.maxOutputTokens,
    // Usage is always asked for, whether or not the customer wants to see it.
    ...(stream && { stream: true, stream_options: { include_usage: true } }),
  };
}
