import type { SupplierOptions } from '../contract/supplier-options';

/** OpenAI's parameters of a chat. Each other name belongs to some supplier. */
const CHAT_PARAMETERS: ReadonlySet<string> = new Set([
  'audio',
  'frequency_penalty',
  'function_call',
  'functions',
  'logit_bias',
  'logprobs',
  'max_completion_tokens',
  'max_tokens',
  'messages',
  'metadata',
  'modalities',
  'moderation',
  'n',
  'parallel_tool_calls',
  'prediction',
  'presence_penalty',
  'prompt_cache_key',
  'prompt_cache_options',
  'prompt_cache_retention',
  'reasoning_effort',
  'response_format',
  'safety_identifier',
  'seed',
  'service_tier',
  'stop',
  'store',
  'temperature',
  'tool_choice',
  'tools',
  'top_logprobs',
  'top_p',
  'user',
  'verbosity',
  'web_search_options',
]);

export function unsupportedParameter(
  parameters: Record<string, unknown>,
  options: SupplierOptions,
): string | undefined {
  return Object.entries(parameters).find(([name, value]) => {
    if (isUnknownName(name, options)) return true;
    if (value === null || value === undefined) return false;
    if (options.unsupported_parameters?.includes(name)) return !isUsual(name, value);
    return name === 'response_format' && !takesFormat(value, options);
  })?.[0];
}

/** Every supplier behaves so by default. */
const USUAL: Record<string, unknown> = {
  n: 1,
  frequency_penalty: 0,
  presence_penalty: 0,
  temperature: 1,
  top_p: 1,
  logprobs: false,
  store: false,
  parallel_tool_calls: true,
  service_tier: 'auto',
};

const isUsual = (name: string, value: unknown) => name in USUAL && USUAL[name] === value;

function isUnknownName(name: string, { extra_parameters: extra = [] }: SupplierOptions): boolean {
  return !CHAT_PARAMETERS.has(name) && !extra.includes(name);
}

function takesFormat(format: unknown, { response_formats: taken }: SupplierOptions): boolean {
  if (!taken || typeof format !== 'object' || format === null || !('type' in format)) return true;
  return taken.some((type) => type === format.type);
}
