import { demandsOf } from '../../contract/chat-parameter-rules';
import type { SupplierOptions } from '../../contract/supplier-options';
import { unsupportedByAnthropic } from './anthropic-parameters';
import { toAnthropicRequest } from './to-anthropic-request';
import { toClosedSchema } from './to-closed-schema';

const messages = [{ role: 'user', content: 'a' }];
const asMessages = [{ role: 'user', content: [{ type: 'text', text: 'a' }] }];
const tool = (name: string, more: object = {}) => ({
  type: 'function',
  function: { name, description: 'd', parameters: { type: 'object', properties: {} }, ...more },
});
const asTool = (name: string, more: object = {}) => ({
  name,
  description: 'd',
  input_schema: { type: 'object', properties: {} },
  ...more,
});
const schema = {
  type: 'object',
  properties: { a: { type: 'integer', minimum: 1, description: 'b' } },
  required: ['a'],
  additionalProperties: false,
};
const format = { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } };
const request = (parameters: object, options: SupplierOptions = {}, stream = false) =>
  toAnthropicRequest(
    {
      upstreamModel: 'up',
      parameters: { messages, ...parameters },
      maxOutputTokens: 9,
      apiKey: undefined,
      signal: new AbortController().signal,
      deadlineAt: Infinity,
    },
    options,
    stream,
  );

describe('a chat request for the Messages API', () => {
  it('has our model and limit, and streams only where it is to', () => {
    expect(request({ max_tokens: 5, n: 1, seed: null })).toEqual({ model: 'up', max_tokens: 9, messages: asMessages });
    expect(request({}, {}, true)).toEqual({ model: 'up', max_tokens: 9, messages: asMessages, stream: true });
  });

  it.each<[string, object, object]>([
    [
      'instructions',
      { messages: [{ role: 'system', content: 's' }, ...messages] },
      { system: [{ type: 'text', text: 's' }] },
    ],
    [
      'marks for the cache',
      {
        messages: [
          { role: 'system', content: [{ type: 'text', text: 's', cache_control: { type: 'ephemeral', ttl: '1h' } }] },
          ...messages,
          { role: 'assistant', tool_calls: [{ id: 'c', function: { name: 'f', arguments: '{}' } }] },
          {
            role: 'tool',
            tool_call_id: 'c',
            content: [{ type: 'text', text: 'r', cache_control: { type: 'ephemeral' } }],
          },
        ],
        tools: [{ ...tool('f'), cache_control: { type: 'ephemeral' } }],
      },
      {
        system: [{ type: 'text', text: 's', cache_control: { type: 'ephemeral', ttl: '1h' } }],
        messages: [
          ...asMessages,
          { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'f', input: {} }] },
          {
            role: 'user',
            content: [
              {
                type: 'tool_result',
                tool_use_id: 'c',
                content: [{ type: 'text', text: 'r' }],
                cache_control: { type: 'ephemeral' },
              },
            ],
          },
        ],
        tools: [asTool('f', { cache_control: { type: 'ephemeral' } })],
      },
    ],
    ['numbers', { temperature: 0, top_p: 0.5 }, { temperature: 0, top_p: 0.5 }],
    ['one stop', { stop: 'x' }, { stop_sequences: ['x'] }],
    ['several stops', { stop: ['x', 'y'] }, { stop_sequences: ['x', 'y'] }],
    ['an end user', { user: 'u' }, { metadata: { user_id: 'u' } }],
    ['no end user whose name would be refused', { user: 'u'.repeat(257), safety_identifier: 5 }, {}],
    ['an effort', { reasoning_effort: 'low' }, { output_config: { effort: 'low' } }],
    ['the least effort', { reasoning_effort: 'minimal' }, { output_config: { effort: 'low' } }],
    [
      'tools',
      { tools: [tool('f'), tool('g', { strict: true })] },
      { tools: [asTool('f'), asTool('g', { strict: true })] },
    ],
    [
      'a tool without parameters',
      { tools: [{ type: 'function', function: { name: 'f' } }] },
      { tools: [{ name: 'f', input_schema: { type: 'object', properties: {} } }] },
    ],
    [
      'a free choice',
      { tools: [tool('f')], tool_choice: 'auto' },
      { tools: [asTool('f')], tool_choice: { type: 'auto' } },
    ],
    ['no choice', { tools: [tool('f')], tool_choice: 'none' }, { tools: [asTool('f')], tool_choice: { type: 'none' } }],
    [
      'any choice',
      { tools: [tool('f')], tool_choice: 'required' },
      { tools: [asTool('f')], tool_choice: { type: 'any' } },
    ],
    [
      'a named choice, one call at a time',
      { tools: [tool('f')], tool_choice: { type: 'function', function: { name: 'f' } }, parallel_tool_calls: false },
      { tools: [asTool('f')], tool_choice: { type: 'tool', name: 'f', disable_parallel_tool_use: true } },
    ],
    [
      'one call at a time',
      { tools: [tool('f')], parallel_tool_calls: false },
      { tools: [asTool('f')], tool_choice: { type: 'auto', disable_parallel_tool_use: true } },
    ],
    [
      'a schema',
      { response_format: format },
      { output_config: { format: { type: 'json_schema', schema: toClosedSchema(schema) } } },
    ],
  ])('maps %s', (_, parameters, expected) => {
    expect(request(parameters)).toEqual({ model: 'up', max_tokens: 9, messages: asMessages, ...expected });
  });

  it('leaves out what its supplier does not take, even with a neutral value or as a hint', () => {
    const options = { unsupported_parameters: ['temperature', 'user'] };
    expect(request({ temperature: 1, top_p: 1, user: 'u' }, options)).toEqual({
      model: 'up',
      max_tokens: 9,
      messages: asMessages,
      top_p: 1,
    });
  });

  it('asks for a schema by a tool where its models have no structured output', () => {
    expect(request({ response_format: format }, { json_schema_by_tool: true })).toMatchObject({
      tools: [{ name: 'answer', input_schema: schema }],
      tool_choice: { type: 'tool', name: 'answer', disable_parallel_tool_use: true },
    });
  });

  it('sends images, calls and results as blocks, with ids that it takes', () => {
    const url = 'https://a.example/b.png';
    const sent = request({
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image_url', image_url: { url } },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } },
          ],
        },
        {
          role: 'assistant',
          content: 'x',
          tool_calls: [{ id: 'functions.f:0', type: 'function', function: { name: 'f', arguments: '{"a":1}' } }],
        },
        { role: 'tool', tool_call_id: 'functions.f:0', content: 'r' },
      ],
    });
    expect(sent.messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'image', source: { type: 'url', url } },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'x' },
          { type: 'tool_use', id: 'functions_f_0', name: 'f', input: { a: 1 } },
        ],
      },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'functions_f_0', content: [{ type: 'text', text: 'r' }] }],
      },
    ]);
    expect(sent).toMatchObject({
      tools: [{ name: 'f', input_schema: { type: 'object' } }],
      tool_choice: { type: 'none' },
    });
  });

  it('hands on names of its own that the catalog allows', () => {
    expect(request({ top_k: 5, thinking: null }, { extra_parameters: ['top_k', 'thinking'] })).toEqual({
      model: 'up',
      max_tokens: 9,
      messages: asMessages,
      top_k: 5,
    });
  });
});

const fileOf = (file: object) => ({ role: 'user', content: [{ type: 'file', file }] });

describe('what the Messages API cannot honour', () => {
  it.each<[object, SupplierOptions, string | undefined]>([
    [
      {
        temperature: 1,
        top_p: 1,
        n: 1,
        presence_penalty: 0,
        user: 'u',
        stop: ['a'],
        tools: [tool('f')],
        response_format: format,
      },
      {},
      undefined,
    ],
    [{ n: 2 }, {}, 'n'],
    [{ logprobs: true }, {}, 'logprobs'],
    [{ seed: 1 }, {}, 'seed'],
    [{ logit_bias: {} }, {}, undefined],
    [{ logit_bias: { 5: 1 } }, {}, 'logit_bias'],
    [{ service_tier: 'flex' }, {}, 'service_tier'],
    [{ frequency_penalty: 0.5 }, {}, 'frequency_penalty'],
    [{ temperature: 1.5 }, {}, 'temperature'],
    [{ stop: '\n' }, {}, 'stop'],
    [{ reasoning_effort: 'none' }, {}, 'reasoning_effort'],
    [{ response_format: { type: 'json_object' } }, {}, 'response_format'],
    [
      { response_format: { type: 'json_schema', json_schema: { name: 'a', schema: { additionalProperties: true } } } },
      {},
      'response_format',
    ],
    [
      { response_format: { type: 'json_schema', json_schema: { name: 'a', schema: { additionalProperties: true } } } },
      { json_schema_by_tool: true },
      undefined,
    ],
    [{ response_format: format, tools: [tool('f')] }, { json_schema_by_tool: true }, 'response_format'],
    [{ tools: [tool('f'), { type: 'custom', custom: {} }] }, {}, 'tools[1]'],
    [{ tool_choice: { type: 'allowed_tools' } }, {}, 'tool_choice'],
    [{ top_k: 5 }, {}, 'top_k'],
    [{ top_k: 5 }, { extra_parameters: ['top_k'] }, undefined],
    [
      { thinking: { type: 'enabled' }, messages: [{ role: 'tool', content: 'a', tool_call_id: '1' }] },
      { extra_parameters: ['thinking'] },
      'thinking',
    ],
    [{ messages: [fileOf({})] }, {}, 'messages[0].content[0].file.file_data'],
    [{ messages: [fileOf({ file_id: 'a' })] }, {}, 'messages[0].content[0].file.file_data'],
    [{ messages: [fileOf({ file_data: 'data:text/csv;base64,YQ==' })] }, {}, 'messages[0].content[0].file.file_data'],
    [{ messages: [fileOf({ file_data: 'data:application/pdf;base64,JVBERi0=' })] }, {}, undefined],
    [{ reasoning_effort: 'minimal' }, {}, undefined],
  ])('of %j, with %j: %s', (parameters, options, name) => {
    expect(unsupportedByAnthropic(demandsOf({ messages, ...parameters }), options)).toBe(name);
  });
});

describe('a closed schema', () => {
  it('tells what it cannot enforce', () => {
    expect(toClosedSchema(schema)).toEqual({
      ...schema,
      properties: { a: { type: 'integer', description: 'b\n\n{minimum: 1}' } },
    });
  });

  it('closes objects at every depth, and keeps names that look like keywords', () => {
    const open = {
      type: 'object',
      properties: {
        pattern: { type: ['object', 'null'], properties: {} },
        list: { type: 'array', items: { oneOf: [{ type: 'object' }, { $ref: '#/$defs/a' }] }, minItems: 1 },
      },
      $defs: { a: { type: 'object' } },
    };
    expect(toClosedSchema(open)).toEqual({
      type: 'object',
      additionalProperties: false,
      properties: {
        pattern: { type: ['object', 'null'], properties: {}, additionalProperties: false },
        list: {
          type: 'array',
          minItems: 1,
          items: { anyOf: [{ type: 'object', additionalProperties: false }, { $ref: '#/$defs/a' }] },
        },
      },
      $defs: { a: { type: 'object', additionalProperties: false } },
    });
  });
});
