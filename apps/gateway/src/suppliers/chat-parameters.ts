import type { SupplierOptions } from './supplier.entity';

/** OpenAI's parameters of a chat. Other names are some supplier's own. */
const CHAT_PARAMETERS: ReadonlySet<string> = new Set([
  'audio', 'frequency_penalty', 'function_call', 'functions', 'logit_bias', 'logprobs', 'max_completion_tokens', 'max_tokens', 'messages',
  'metadata', 'modalities', 'moderation', 'n', 'parallel_tool_calls', 'prediction', 'presence_penalty', 'prompt_cache_key',
  'prompt_cache_retention', 'reasoning_effort', 'response_format', 'safety_identifier', 'seed', 'service_tier', 'stop', 'store',
  'temperature', 'tool_choice', 'tools', 'top_logprobs', 'top_p', 'user', 'verbosity', 'web_search_options',
]);

/** The first parameter of a chat that a supplier with these options cannot honour, or undefined. A parameter that is null was left out. */
export function unsupportedParameter(parameters: Record<string, unknown>, options: SupplierOptions): string | undefined {
  return Object.entries(parameters).find(([name, value]) => {
    if (isUnknownName(name, options)) return true;
    if (value === null || value === undefined) return false;
    // One answer is what every supplier gives.
    if (options.unsupported_parameters?.includes(name)) return !(name === 'n' && value === 1);
    return name === 'response_format' && !takesFormat(value, options);
  })?.[0];
}

function isUnknownName(name: string, { extra_parameters: extra = [] }: SupplierOptions): boolean {
  return !CHAT_PARAMETERS.has(name) && !extra.includes(name);
}

function takesFormat(format: unknown, { response_formats: taken }: SupplierOptions): boolean {
  if (!taken || typeof format !== 'object' || format === null || !('type' in format)) return true;
  return taken.some((type) => type === format.type);
}
