import { demandsOf } from '../../contract/chat-parameter-rules';
import type { SupplierOptions } from '../../contract/supplier-options';
import { unsupportedByGemini } from './gemini-parameters';
import { toGeminiRequest } from './to-gemini-request';

const messages = [{ role: 'user', content: 'a' }];
const contents = [{ role: 'user', parts: [{ text: 'a' }] }];
const tool = (name: string, more: object = {}) => ({
  type: 'function',
  function: { name, description: 'd', parameters: { type: 'object' }, ...more },
});
const tools = [{ functionDeclarations: [{ name: 'f', description: 'd', parametersJsonSchema: { type: 'object' } }] }];
const request = (parameters: object, options: SupplierOptions = {}, upstreamModel = 'gemini-3-pro') =>
  toGeminiRequest(
    {
      upstreamModel,
      parameters: { messages, ...parameters },
      maxOutputTokens: 9,
      apiKey: undefined,
      signal: new AbortController().signal,
      deadlineAt: Infinity,
    },
    options,
  );
const choosing = (functionCallingConfig: object) => ({ tools, toolConfig: { functionCallingConfig } });

describe('a chat request for generateContent', () => {
  it.each<[string, object, object, object]>([
    ['nothing more', { max_tokens: 5, n: 1, user: null }, {}, {}],
    [
      'instructions',
      { messages: [{ role: 'system', content: 's' }, ...messages] },
      { systemInstruction: { parts: [{ text: 's' }] } },
      {},
    ],
    [
      'numbers',
      { temperature: 2, top_p: 0.5, seed: 0, presence_penalty: 1, frequency_penalty: -1, n: 2 },
      {},
      { temperature: 2, topP: 0.5, seed: 0, presencePenalty: 1, frequencyPenalty: -1, candidateCount: 2 },
    ],
    ['stops', { stop: ['x', '\n'] }, {}, { stopSequences: ['x', '\n'] }],
    ['an effort', { reasoning_effort: 'minimal' }, {}, { thinkingConfig: { thinkingLevel: 'MINIMAL' } }],
    ['JSON', { response_format: { type: 'json_object' } }, {}, { responseMimeType: 'application/json' }],
    [
      'a schema',
      { response_format: { type: 'json_schema', json_schema: { name: 'a', schema: { type: 'object' } } } },
      {},
      { responseMimeType: 'application/json', responseJsonSchema: { type: 'object' } },
    ],
    ['tools', { tools: [tool('f')], tool_choice: 'auto' }, { tools }, {}],
    ['strict tools', { tools: [tool('f', { strict: true })] }, choosing({ mode: 'VALIDATED' }), {}],
    ['no choice', { tools: [tool('f')], tool_choice: 'none' }, choosing({ mode: 'NONE' }), {}],
    ['any choice', { tools: [tool('f')], tool_choice: 'required' }, choosing({ mode: 'ANY' }), {}],
    [
      'a named choice',
      { tools: [tool('f')], tool_choice: { type: 'function', function: { name: 'f' } } },
      choosing({ mode: 'ANY', allowedFunctionNames: ['f'] }),
      {},
    ],
  ])('maps %s', (_, parameters, expected, config) => {
    expect(request(parameters)).toEqual({ contents, ...expected, generationConfig: { maxOutputTokens: 9, ...config } });
  });

  it('thinks in budgets in older models', () => {
    expect(request({ reasoning_effort: 'low' }, {}, 'gemini-2.5-flash').generationConfig).toEqual({
      maxOutputTokens: 9,
      thinkingConfig: { thinkingBudget: 1_024 },
    });
  });

  it('hands on names of its own that the catalog allows', () => {
    expect(request({ top_k: 5 }, { extra_parameters: ['top_k'] }).generationConfig).toEqual({
      maxOutputTokens: 9,
      top_k: 5,
    });
  });

  const roundTrip = [
    { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } }] },
    {
      role: 'assistant',
      content: null,
      tool_calls: ['1', '2'].map((id) => ({
        id,
        type: 'function',
        function: { name: `f${id}`, arguments: '{"a":1}' },
      })),
    },
    { role: 'tool', tool_call_id: '1', content: 'r' },
    { role: 'tool', tool_call_id: '2', content: 's' },
  ];

  it('sends images, calls and results as parts, the first call with a word in the place of its signature', () => {
    expect(request({ messages: roundTrip }).contents).toEqual([
      { role: 'user', parts: [{ inlineData: { mimeType: 'image/png', data: 'aGk=' } }] },
      {
        role: 'model',
        parts: [
          {
            functionCall: { id: '1', name: 'f1', args: { a: 1 } },
            thoughtSignature: 'skip_thought_signature_validator',
          },
          { functionCall: { id: '2', name: 'f2', args: { a: 1 } } },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { id: '1', name: 'f1', response: { output: 'r' } } },
          { functionResponse: { id: '2', name: 'f2', response: { output: 's' } } },
        ],
      },
    ]);
  });

  it('sends older models no signature', () => {
    expect(JSON.stringify(request({ messages: roundTrip }, {}, 'models/gemini-2.5-pro'))).not.toContain(
      'thoughtSignature',
    );
  });

  it('refuses the result of a tool that was not called', () => {
    expect(() => request({ messages: [{ role: 'tool', tool_call_id: '1', content: 'r' }] })).toThrow(
      expect.objectContaining({ fault: 'refused' }) as Error,
    );
  });
});

const seeing = (...urls: string[]) => ({
  messages: [{ role: 'user', content: urls.map((url) => ({ type: 'image_url', image_url: { url } })) }],
});

describe('what generateContent cannot honour', () => {
  it.each<[object, string | undefined]>([
    [
      {
        temperature: 2,
        n: 8,
        seed: 1,
        presence_penalty: 1,
        stop: ['\n'],
        tools: [tool('f')],
        parallel_tool_calls: true,
        response_format: { type: 'json_object' },
      },
      undefined,
    ],
    [{ n: 9 }, 'n'],
    [{ seed: 2 ** 40 }, 'seed'],
    [{ stop: ['1', '2', '3', '4', '5', '6'] }, 'stop'],
    [{ logprobs: true }, 'logprobs'],
    [{ logit_bias: {} }, undefined],
    [{ logit_bias: { 5: 1 } }, 'logit_bias'],
    [{ store: true }, 'store'],
    [{ user: 'u', metadata: { a: 'b' } }, undefined],
    [{ parallel_tool_calls: false }, 'parallel_tool_calls'],
    [{ reasoning_effort: 'none' }, 'reasoning_effort'],
    [{ tools: [{ type: 'custom' }] }, 'tools[0]'],
    [seeing('https://a.example/b'), undefined],
    [seeing('http://a.example/b'), 'messages[0].content[0].image_url.url'],
    [seeing(...Array.from({ length: 10 }, (_, at) => `https://a.example/${at}`)), undefined],
    [seeing(...Array.from({ length: 11 }, () => 'https://a.example/b')), 'messages[0].content[10].image_url.url'],
  ])('of %j: %s', (parameters, name) => {
    expect(unsupportedByGemini(demandsOf({ messages, ...parameters }), {})).toBe(name);
  });
});
