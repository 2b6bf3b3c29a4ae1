import { type FakeSupplier, startFakeAnthropic, startFakeGemini } from './fake-supplier';

type Json = Record<string, unknown>;

interface Rules {
  start: () => Promise<FakeSupplier<Json>>;
  path: string;
  headers: (apiKey: string) => Record<string, string>;
  body: Json;
  heads: [what: string, change: Record<string, string>, status: number][];
  bodies: [what: string, change: Json][];
}

const toolUse = (id: string) => ({ type: 'tool_use', id, name: 'f', input: {} });
const result = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: 'r' });
const tools = [{ name: 'f', input_schema: { type: 'object' } }];
const user = (...content: Json[]) => ({ role: 'user', content });
const said = user({ type: 'text', text: 'hi' });
const outputOf = (schema: Json) => ({ output_config: { format: { type: 'json_schema', schema } } });

const ANTHROPIC: Rules = {
  start: () => startFakeAnthropic(),
  path: '/messages',
  headers: (apiKey) => ({ 'x-api-key': apiKey, 'anthropic-version': '2023-06-01', 'content-type': 'application/json' }),
  body: { model: 'm', max_tokens: 5, messages: [said] },
  heads: [
    ['another key', { 'x-api-key': 'sk-other' }, 401],
    ['no version', { 'anthropic-version': '' }, 400],
    ['another type of body', { 'content-type': 'text/plain' }, 415],
  ],
  bodies: [
    ['no max_tokens', { max_tokens: undefined }],
    ['an unknown parameter', { n: 1 }],
    ['no messages', { messages: [] }],
    ['an assistant who begins', { messages: [{ role: 'assistant', content: 'hi' }] }],
    ['a system role', { messages: [said, { role: 'system', content: 'hi' }] }],
    ['text that says nothing', { messages: [user({ type: 'text', text: ' ' })] }],
    ['an unknown block', { messages: [user({ type: 'image_url' })] }],
    [
      'an image that is none',
      { messages: [user({ type: 'image', source: { type: 'base64', media_type: 'image/svg+xml', data: 'aGk=' } })] },
    ],
    ['a call without its result', { tools, messages: [said, { role: 'assistant', content: [toolUse('1')] }, said] }],
    ['a result without its call', { tools, messages: [user(result('1'))] }],
    [
      'a result after text',
      {
        tools,
        messages: [
          said,
          { role: 'assistant', content: [toolUse('1')] },
          user({ type: 'text', text: 'a' }, result('1')),
        ],
      },
    ],
    ['calls without tools', { messages: [said, { role: 'assistant', content: [toolUse('1')] }, user(result('1'))] }],
    [
      'an id of another supplier',
      { tools, messages: [said, { role: 'assistant', content: [toolUse('f:1')] }, user(result('f:1'))] },
    ],
    ['a choice without tools', { tool_choice: { type: 'auto' } }],
    ['a choice of a tool that is not there', { tools, tool_choice: { type: 'tool', name: 'g' } }],
    ['a temperature above 1', { temperature: 1.1 }],
    ['a stop of nothing', { stop_sequences: ['\n'] }],
    ['an open schema', outputOf({ type: 'object' })],
    ['a schema with terms', outputOf({ type: 'integer', minimum: 1 })],
  ],
};

const part = (...parts: Json[]) => ({ role: 'user', parts });
const asked = part({ text: 'hi' });
const call = { functionCall: { name: 'f', args: {} }, thoughtSignature: 'c2ln' };
const answer = part({ functionResponse: { name: 'f', response: {} } });
const toolConfig = { functionCallingConfig: { mode: 'ANY' } };

const GEMINI: Rules = {
  start: () => startFakeGemini(),
  path: '/models/gemini-3-m:generateContent',
  headers: (apiKey) => ({ 'x-goog-api-key': apiKey, 'content-type': 'application/json' }),
  body: { contents: [asked], generationConfig: { maxOutputTokens: 5 } },
  heads: [['another key', { 'x-goog-api-key': 'sk-other' }, 400]],
  bodies: [
    ['an unknown field', { messages: [] }],
    ['no contents', { contents: [] }],
    ['an assistant', { contents: [{ role: 'assistant', parts: [{ text: 'hi' }] }] }],
    ['no parts', { contents: [part()] }],
    ['a part of two kinds', { contents: [part({ text: 'a', inlineData: { mimeType: 'image/png', data: 'aGk=' } })] }],
    ['bytes that are none', { contents: [part({ inlineData: { mimeType: 'image/png', data: '%' } })] }],
    ['any address', { contents: [part({ fileData: { fileUri: 'https://a.example/b', mimeType: 'image/png' } })] }],
    ['a call without its result', { contents: [asked, { role: 'model', parts: [call] }, asked] }],
    ['a result without its call', { contents: [answer] }],
    ['fewer results than calls', { contents: [asked, { role: 'model', parts: [call, call] }, answer] }],
    [
      'a call without a signature',
      { contents: [asked, { role: 'model', parts: [{ ...call, thoughtSignature: undefined }] }, answer] },
    ],
    ['an unknown setting', { generationConfig: { maxTokens: 5 } }],
    ['nine candidates', { generationConfig: { candidateCount: 9 } }],
    ['a schema that is not JSON', { generationConfig: { responseJsonSchema: {} } }],
    ['a choice without tools', { toolConfig }],
    [
      'two descriptions of parameters',
      { tools: [{ functionDeclarations: [{ name: 'f', parameters: {}, parametersJsonSchema: {} }] }] },
    ],
    ['a name that is none', { tools: [{ functionDeclarations: [{ name: '1' }] }] }],
  ],
};

describe.each([
  ['anthropic', ANTHROPIC],
  ['gemini', GEMINI],
])('the fake of %s', (_, { start, path, headers, body, heads, bodies }) => {
  let fake: FakeSupplier<Json>;

  beforeAll(async () => {
    fake = await start();
  });

  afterAll(() => fake.close());

  const post = async (change: Json = {}, head: Record<string, string> = {}) => {
    const response = await fetch(fake.baseUrl + path, {
      method: 'POST',
      headers: { ...headers(fake.apiKey), ...head },
      body: JSON.stringify({ ...body, ...change }),
    });
    await response.text();
    return response.status;
  };

  it('accepts a valid request', async () => {
    expect([await post(), fake.calls.length]).toEqual([200, 1]);
  });

  it.each(heads)('refuses %s', async (_what, change, status) => {
    expect(await post({}, change)).toBe(status);
  });

  it.each(bodies)('refuses %s', async (_what, change) => {
    const taken = fake.calls.length;
    expect(await post(change)).toBe(400);
    expect(fake.calls).toHaveLength(taken);
  });
});
