import type { ChatCompletionCreateParams } from 'openai/resources/chat/completions';
import { CHAT_PARAMETER_RULES, demandsOf } from '../contract/chat-parameter-rules';
import { unsupportedParameter } from './chat-demands';
import type { SupplierOptions } from '../contract/supplier-options';

type Named = Exclude<keyof ChatCompletionCreateParams, 'model' | 'stream' | 'stream_options'>;

const OFFICIAL: Record<Named, 1> = {
  audio: 1,
  frequency_penalty: 1,
  function_call: 1,
  functions: 1,
  logit_bias: 1,
  logprobs: 1,
  max_completion_tokens: 1,
  max_tokens: 1,
  messages: 1,
  metadata: 1,
  modalities: 1,
  moderation: 1,
  n: 1,
  parallel_tool_calls: 1,
  prediction: 1,
  presence_penalty: 1,
  prompt_cache_key: 1,
  prompt_cache_options: 1,
  prompt_cache_retention: 1,
  reasoning_effort: 1,
  response_format: 1,
  safety_identifier: 1,
  seed: 1,
  service_tier: 1,
  stop: 1,
  store: 1,
  temperature: 1,
  tool_choice: 1,
  tools: 1,
  top_logprobs: 1,
  top_p: 1,
  user: 1,
  verbosity: 1,
  web_search_options: 1,
};

const SCHEMA = { type: 'json_schema', json_schema: { name: 'a' } };

describe('the parameters that a supplier honours', () => {
  it('are all of the official client', () => expect(Object.keys(CHAT_PARAMETER_RULES)).toEqual(Object.keys(OFFICIAL)));

  it.each<[object, SupplierOptions, string | undefined]>([
    [{ messages: [], temperature: 1, logit_bias: {} }, {}, undefined],
    [{ messages: [], top_k: 5 }, {}, 'top_k'],
    [{ messages: [], top_k: 5 }, { extra_parameters: ['top_k'] }, undefined],
    [{ messages: [], top_k: null }, {}, 'top_k'],
    [{ seed: 1 }, { unsupported_parameters: ['seed'] }, 'seed'],
    [{ seed: null }, { unsupported_parameters: ['seed'] }, undefined],
    [{ n: 1 }, { unsupported_parameters: ['n'] }, undefined],
    [
      { parallel_tool_calls: true, store: false, presence_penalty: 0 },
      { unsupported_parameters: ['parallel_tool_calls', 'store', 'presence_penalty'] },
      undefined,
    ],
    [{ parallel_tool_calls: false }, { unsupported_parameters: ['parallel_tool_calls'] }, 'parallel_tool_calls'],
    [{ n: 2 }, { unsupported_parameters: ['n'] }, 'n'],
    [{ response_format: SCHEMA }, {}, undefined],
    [{ response_format: SCHEMA }, { response_formats: ['text', 'json_object'] }, 'response_format'],
    [{ response_format: { type: 'json_object' } }, { response_formats: ['text', 'json_object'] }, undefined],
    [{ response_format: null }, { response_formats: ['text'] }, undefined],
  ])('of %j, with %j: %s stands against it', (parameters, options, name) => {
    expect(unsupportedParameter(demandsOf({ ...parameters }), options)).toBe(name);
  });
});
