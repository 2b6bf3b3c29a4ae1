import { unsupportedParameter } from '../../chat/chat-demands';
import { unsupportedField } from '../../chat/conversation';
import { isGiven, stopSequences } from '../../chat/given-parameters';
import { MOST_FETCHED_IMAGES, namedImages } from '../../images/customer-images';
import { asObject, asObjects } from '../../http/json-reading';
import type { SupplierOptions } from '../../contract/supplier-options';
import { EFFORTS } from './to-generation-config';

const LACKING = [
  'audio',
  'function_call',
  'functions',
  'logit_bias',
  'logprobs',
  'modalities',
  'moderation',
  'parallel_tool_calls',
  'prediction',
  'prompt_cache_options',
  'prompt_cache_retention',
  'service_tier',
  'store',
  'top_logprobs',
  'verbosity',
  'web_search_options',
];

const MAX_CANDIDATES = 8;
const MAX_STOP_SEQUENCES = 5;
const MAX_SEED = 2 ** 31 - 1;

type Parameters = Record<string, unknown>;

export function unsupportedByGemini(parameters: Parameters, options: SupplierOptions): string | undefined {
  const capabilities: SupplierOptions = { extra_parameters: options.extra_parameters, unsupported_parameters: LACKING };
  return (
    unsupportedParameter(parameters, capabilities) ??
    VALUES.find(([, isTaken]) => !isTaken(parameters))?.[0] ??
    unsupportedTool(parameters) ??
    unsupportedField(parameters.messages, { imageUrl: /^https:/i }) ??
    namedImages(parameters.messages)[MOST_FETCHED_IMAGES]?.field
  );
}

const VALUES: [name: string, isTaken: (parameters: Parameters) => boolean][] = [
  ['n', ({ n }) => typeof n !== 'number' || n <= MAX_CANDIDATES],
  ['seed', ({ seed }) => typeof seed !== 'number' || Math.abs(seed) <= MAX_SEED],
  ['stop', ({ stop }) => stopSequences(stop).length <= MAX_STOP_SEQUENCES],
  [
    'reasoning_effort',
    ({ reasoning_effort: effort }) => !isGiven(effort) || (typeof effort === 'string' && EFFORTS.has(effort)),
  ],
  [
    'tool_choice',
    ({ tool_choice: choice }) =>
      !isGiven(choice) || typeof choice === 'string' || asObject(choice)?.type === 'function',
  ],
];

function unsupportedTool({ tools }: Parameters): string | undefined {
  const refused = asObjects(tools).findIndex(({ type }) => type !== 'function');
  if (refused >= 0) return `tools[${refused}]`;
  const marked = asObjects(tools).findIndex((tool) => isGiven(tool.cache_control));
  return marked < 0 ? undefined : `tools[${marked}].cache_control`;
}
