import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject } from '@shipyard/platform/json-object';
import type { SupplierOptions } from './supplier-options';

export interface ParameterRule {
  /** Values that mean the same as leaving the parameter out. Null is one for each parameter. */
  neutral?: readonly unknown[];
  /** It cannot change the answer, so a supplier without a place for it does without. */
  hint?: true;
}

/** OpenAI's parameters of a chat. Each other name belongs to some supplier. */
export const CHAT_PARAMETER_RULES: Readonly<Record<string, ParameterRule>> = {
  audio: {},
  frequency_penalty: { neutral: [0] },
  function_call: { neutral: ['auto'] },
  functions: { neutral: [[]] },
  logit_bias: { neutral: [{}] },
  logprobs: { neutral: [false] },
  max_completion_tokens: {},
  max_tokens: {},
  messages: {},
  metadata: { neutral: [{}], hint: true },
  modalities: { neutral: [['text'], []] },
  moderation: {},
  n: { neutral: [1] },
  parallel_tool_calls: { neutral: [true] },
  prediction: {},
  presence_penalty: { neutral: [0] },
  prompt_cache_key: { hint: true },
  prompt_cache_options: {},
  prompt_cache_retention: {},
  reasoning_effort: {},
  response_format: { neutral: [{ type: 'text' }] },
  safety_identifier: { hint: true },
  seed: {},
  service_tier: { neutral: ['auto', 'default'] },
  stop: { neutral: [[]] },
  store: { neutral: [false] },
  temperature: { neutral: [1] },
  tool_choice: { neutral: ['auto'] },
  tools: { neutral: [[]] },
  top_logprobs: { neutral: [0] },
  top_p: { neutral: [1] },
  user: { hint: true },
  verbosity: { neutral: ['medium'] },
  web_search_options: {},
};

/** What a chat asks of a supplier: no adapter sees a neutral value or a hint before it decides what it refuses. */
export function demandsOf(parameters: JsonObject): JsonObject {
  const demands = selected(parameters, (name, value) => !isNeutral(name, value) && !ruleOf(name)?.hint);
  return Array.isArray(demands.messages) ? { ...demands, messages: demands.messages.map(withoutDetails) } : demands;
}

/**
 * What an adapter reads: neutral values too, because suppliers have defaults of their own. An unsupported name is here
 * only as a hint or with a neutral value, which strict suppliers refuse. So do most for an empty list.
 */
export function toldParameters(
  parameters: JsonObject,
  { unsupported_parameters: unsupported = [] }: SupplierOptions,
): JsonObject {
  return selected(
    parameters,
    (name, value) =>
      !unsupported.includes(name) && !(Array.isArray(value) && isNeutral(name, value) && value.length === 0),
  );
}

const ruleOf = (name: string): ParameterRule | undefined =>
  Object.hasOwn(CHAT_PARAMETER_RULES, name) ? CHAT_PARAMETER_RULES[name] : undefined;

function isNeutral(name: string, value: unknown): boolean {
  const rule = ruleOf(name);
  if (!rule) return false;
  return value === null || value === undefined || !!rule.neutral?.some((each) => isDeepStrictEqual(each, value));
}

const selected = (parameters: JsonObject, isWanted: (name: string, value: unknown) => boolean): JsonObject =>
  Object.fromEntries(Object.entries(parameters).filter(([name, value]) => isWanted(name, value)));

/** `image_url.detail` is a hint too. */
function withoutDetails(message: unknown): unknown {
  if (!isJsonObject(message) || !Array.isArray(message.content) || !message.content.some(hasDetail)) return message;
  return {
    ...message,
    content: message.content.map((part: unknown) => (hasDetail(part) ? withoutDetail(part) : part)),
  };
}

interface DetailedPart extends JsonObject {
  image_url: JsonObject;
}

const hasDetail = (part: unknown): part is DetailedPart =>
  isJsonObject(part) && isJsonObject(part.image_url) && part.image_url.detail !== undefined;

function withoutDetail({ image_url: { detail: _, ...image }, ...part }: DetailedPart): JsonObject {
  return { ...part, image_url: image };
}
