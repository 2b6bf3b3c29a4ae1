import { unsupportedParameter } from '../../chat/chat-demands';
import { PDF, unsupportedField } from '../../chat/conversation';
import { isGiven, stopSequences } from '../../chat/given-parameters';
import { asObject, asObjects } from '../../http/json-reading';
import type { SupplierOptions } from '../../contract/supplier-options';
import { EFFORTS } from './to-anthropic-request';
import { hasOpenObjects } from './to-closed-schema';

const LACKING = [
  'audio',
  'frequency_penalty',
  'function_call',
  'functions',
  'logit_bias',
  'logprobs',
  'modalities',
  'moderation',
  'n',
  'prediction',
  'presence_penalty',
  'prompt_cache_options',
  'prompt_cache_retention',
  'seed',
  'service_tier',
  'store',
  'top_logprobs',
  'verbosity',
  'web_search_options',
];

type Parameters = Record<string, unknown>;

export function unsupportedByAnthropic(parameters: Parameters, options: SupplierOptions): string | undefined {
  const capabilities: SupplierOptions = {
    extra_parameters: options.extra_parameters,
    unsupported_parameters: LACKING,
    response_formats: ['text', 'json_schema'],
  };
  return (
    unsupportedParameter(parameters, capabilities) ??
    VALUES.find(([, isTaken]) => !isTaken(parameters))?.[0] ??
    unsupportedSchema(parameters, options) ??
    unsupportedTool(parameters, options) ??
    unsupportedField(parameters.messages, { imageUrl: /^https?:/i, files: [PDF], cacheMarks: true })
  );
}

const VALUES: [name: string, isTaken: (parameters: Parameters) => boolean][] = [
  // OpenAI's scale ends at 2 and this one at 1, so the same number means something else.
  ['temperature', ({ temperature }) => typeof temperature !== 'number' || temperature <= 1],
  [
    'reasoning_effort',
    ({ reasoning_effort: effort }) => !isGiven(effort) || (typeof effort === 'string' && EFFORTS.has(effort)),
  ],
  ['stop', ({ stop }) => stopSequences(stop).every((sequence) => sequence.trim() !== '')],
  [
    'tool_choice',
    ({ tool_choice: choice }) =>
      !isGiven(choice) || typeof choice === 'string' || asObject(choice)?.type === 'function',
  ],
  // It wants its reasoning before a tool call back, and OpenAI's messages have no field for that.
  [
    'thinking',
    ({ thinking, messages }) => asObject(thinking)?.type !== 'enabled' || asObjects(messages).at(-1)?.role !== 'tool',
  ],
];

function unsupportedSchema(
  { tools, response_format: format }: Parameters,
  options: SupplierOptions,
): string | undefined {
  if (asObject(format)?.type !== 'json_schema') return undefined;
  // The tool that stands for the schema must be called, so no other tool could be.
  const isTaken = options.json_schema_by_tool
    ? asObjects(tools).length === 0
    : !hasOpenObjects(asObject(format)?.json_schema);
  return isTaken ? undefined : 'response_format';
}

function unsupportedTool({ tools }: Parameters, options: SupplierOptions): string | undefined {
  const at = asObjects(tools).findIndex(
    (tool) => tool.type !== 'function' || (options.json_schema_by_tool && asObject(tool.function)?.strict === true),
  );
  return at < 0 ? undefined : `tools[${at}]`;
}
