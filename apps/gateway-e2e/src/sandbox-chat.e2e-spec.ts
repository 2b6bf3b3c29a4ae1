import { callApi, sharedStack } from '@shipyard/testing';
import OpenAI from 'openai';
import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import { CheckedFetch } from './checked-fetch';
import { nanoOf, type OpenAiFailure } from './gateway-client';

/** The built-in supplier needs no key and accepts whatever OpenAI accepts. */
describe('a chat with the sandbox', () => {
  const stack = sharedStack();
  const { credentials } = stack;
  const checked = new CheckedFetch();
  const client = new OpenAI({
    baseURL: `${stack.gatewayUrl}/v1`,
    apiKey: credentials.enterprise_key,
    maxRetries: 0,
    fetch: checked.fetch,
  });
  const order = { model: 'sandbox-chat', messages: [{ role: 'user' as const, content: 'Say hello' }] };
  const city = {
    type: 'object',
    properties: { name: { type: 'string' }, people: { type: 'integer' } },
    required: ['name', 'people'],
    additionalProperties: false,
  };
  const tools = [{ type: 'function' as const, function: { name: 'find_city', parameters: city } }];

  afterEach(async () => expect(await checked.faults()).toEqual([]));

  /** The complete answer, and the one that the stream helper assembles. */
  async function bothOf(body: Partial<Omit<ChatCompletionCreateParamsNonStreaming, 'stream'>>) {
    const whole = await client.chat.completions.create({ ...order, ...body });
    const streamed = await client.chat.completions
      .stream({ ...order, ...body, stream_options: { include_usage: true } })
      .finalChatCompletion();
    return [whole, streamed];
  }

  it('says that it is a sandbox, and repeats the same answer', async () => {
    const [whole, streamed] = await bothOf({});
    expect(whole?.choices[0]?.message.content).toMatch(/sandbox.*Say hello/);
    expect(streamed?.choices[0]?.message.content).toBe(whole?.choices[0]?.message.content);
    expect(streamed?.usage).toEqual(whole?.usage);
    expect((await client.chat.completions.create(order)).choices).toEqual(whole?.choices);
  });

  it('accepts every parameter of OpenAI that costs nothing extra', async () => {
    const parameters = {
      frequency_penalty: 0.5,
      function_call: 'none',
      functions: [{ name: 'f' }],
      logit_bias: { '1': 1 },
      logprobs: true,
      max_completion_tokens: 50,
      metadata: { a: 'b' },
      modalities: ['text'],
      n: 2,
      parallel_tool_calls: false,
      prediction: { type: 'content', content: 'Hello' },
      presence_penalty: 0.5,
      prompt_cache_key: 'a',
      prompt_cache_options: { mode: 'implicit' },
      prompt_cache_retention: '24h',
      reasoning_effort: 'low',
      response_format: { type: 'text' },
      safety_identifier: 'a',
      seed: 7,
      service_tier: 'auto',
      stop: ['END'],
      store: true,
      temperature: 0.5,
      tool_choice: 'none',
      tools,
      top_logprobs: 2,
      top_p: 0.5,
      user: 'me',
      verbosity: 'low',
    };
    for (const stream of [false, true]) {
      const { status, text } = await callApi(stack.gatewayUrl, 'POST', '/v1/chat/completions', {
        token: credentials.enterprise_key,
        json: { ...order, ...parameters, stream },
      });
      expect([status, text]).toEqual([200, expect.stringContaining('sandbox')]);
    }
  });

  it.each<[string, object]>([
    ['top_k', { top_k: 5 }],
    ['enable_search', { enable_search: true }],
    ['service_tier', { service_tier: 'priority' }],
    ['web_search_options', { web_search_options: {} }],
    ['modalities', { modalities: ['text', 'audio'], audio: { voice: 'alloy', format: 'mp3' } }],
    ['tools[0].type', { tools: [{ type: 'web_search' }] }],
    [
      'messages[0].content[0].cache_control',
      { messages: [{ role: 'user', content: [{ type: 'text', text: 'a', cache_control: { type: 'ephemeral' } }] }] },
    ],
  ])('refuses %s, which a supplier could bill extra', async (param, extra) => {
    const refused = await callApi<OpenAiFailure>(stack.gatewayUrl, 'POST', '/v1/chat/completions', {
      token: credentials.enterprise_key,
      json: { ...order, ...extra },
    });
    expect([refused.status, refused.body.error]).toMatchObject([400, { code: 'unsupported_parameter', param }]);
  });

  it('hides the lengths of its pieces on request, and refuses unknown stream options', async () => {
    const stream = await client.chat.completions.create({
      ...order,
      stream: true,
      stream_options: { include_obfuscation: true },
    });
    const lengths = new Set<number>();
    for await (const piece of stream) lengths.add(JSON.stringify(piece).length);
    expect(lengths.size).toBe(1);
    const unknown = { ...order, stream: true, stream_options: { include_costs: true } };
    const refused = await callApi<OpenAiFailure>(stack.gatewayUrl, 'POST', '/v1/chat/completions', {
      token: credentials.enterprise_key,
      json: unknown,
    });
    expect([refused.status, refused.body.error]).toMatchObject([
      400,
      { code: 'unsupported_parameter', param: 'stream_options.include_costs' },
    ]);
  });

  it('fills a JSON schema', async () => {
    for (const answer of await bothOf({
      response_format: { type: 'json_schema', json_schema: { name: 'city', strict: true, schema: city } },
    })) {
      expect(JSON.parse(answer.choices[0]?.message.content ?? '')).toEqual({
        name: expect.any(String) as string,
        people: expect.any(Number) as number,
      });
    }
    for (const answer of await bothOf({ response_format: { type: 'json_object' } }))
      expect(JSON.parse(answer.choices[0]?.message.content ?? '')).toMatchObject({ sandbox: true });
  });

  it.each(['required' as const, { type: 'function' as const, function: { name: 'find_city' } }])(
    'calls a tool when it must (%j)',
    async (tool_choice) => {
      for (const { choices } of await bothOf({ tools, tool_choice })) {
        const [call] = choices[0]?.message.tool_calls ?? [];
        expect([choices[0]?.finish_reason, choices[0]?.message.content, call?.type]).toEqual([
          'tool_calls',
          null,
          'function',
        ]);
        if (call?.type !== 'function') throw new Error('No function was called');
        expect([call.function.name, Object.keys(JSON.parse(call.function.arguments) as object)]).toEqual([
          'find_city',
          ['name', 'people'],
        ]);
      }
    },
  );

  it('calls a custom tool, an allowed tool, and a legacy function', async () => {
    const custom = { type: 'custom' as const, custom: { name: 'code' } };
    const {
      choices: [free],
    } = await client.chat.completions.create({ ...order, tools: [custom], tool_choice: 'required' });
    expect([free?.finish_reason, free?.message.tool_calls]).toMatchObject([
      'tool_calls',
      [{ type: 'custom', custom: { name: 'code', input: expect.stringContaining('sandbox') as string } }],
    ]);

    const among = {
      type: 'allowed_tools' as const,
      allowed_tools: { mode: 'required' as const, tools: [{ type: 'function', function: { name: 'find_city' } }] },
    };
    for (const { choices } of await bothOf({ tools: [custom, ...tools], tool_choice: among })) {
      expect(choices[0]?.message.tool_calls).toMatchObject([{ type: 'function', function: { name: 'find_city' } }]);
    }
    for (const { choices } of await bothOf({
      functions: [{ name: 'find_city', parameters: city }],
      function_call: { name: 'find_city' },
    })) {
      expect([choices[0]?.finish_reason, choices[0]?.message.function_call?.name]).toEqual([
        'function_call',
        'find_city',
      ]);
      expect(JSON.parse(choices[0]?.message.function_call?.arguments ?? '')).toHaveProperty('people');
    }
  });

  it.each<[string | string[], string]>([
    [' sandbox', 'This is the'],
    [['asked', '', 'sandbox'], 'This is the '],
    [[], 'This is the sandbox: no model was asked. You wrote: Say hello'],
  ])('stops before the first of the stop sequences %j', async (stop, said) => {
    for (const { choices } of await bothOf({ stop })) {
      expect([choices[0]?.finish_reason, choices[0]?.message.content]).toEqual(['stop', said]);
    }
  });

  it('cuts a tool call at the limit', async () => {
    const {
      choices: [choice],
      usage,
    } = await client.chat.completions.create({ ...order, tools, tool_choice: 'required', max_completion_tokens: 2 });
    const [call] = choice?.message.tool_calls ?? [];
    expect([choice?.finish_reason, usage?.completion_tokens]).toEqual(['length', 2]);
    expect(call?.type === 'function' && call.function.arguments).toMatch(/^\{.{0,9}$/);
  });

  it('ends each choice at the limit', async () => {
    for (const { choices, usage } of await bothOf({ max_completion_tokens: 3, n: 2 })) {
      expect(choices.map(({ index, finish_reason }) => [index, finish_reason])).toEqual([
        [0, 'length'],
        [1, 'length'],
      ]);
      expect(usage?.completion_tokens).toBe(6);
    }
  });

  it('shows its cost in a header, or in the usage chunk of a stream', async () => {
    const { data, response } = await client.chat.completions.create(order).withResponse();
    const { prompt_tokens: input, completion_tokens: output } = data.usage ?? {
      prompt_tokens: 0,
      completion_tokens: 0,
    };
    const model = await callApi<{ pricing: { units: { unit_type: string; price_cny: number }[] } }>(
      stack.gatewayUrl,
      'GET',
      '/v1/models/sandbox-chat',
    );
    const priceOf = (type: string) =>
      nanoOf((model.body.pricing.units.find(({ unit_type }) => unit_type === type)?.price_cny ?? 0).toFixed(9));
    const cost = response.headers.get('x-gateway-cost-cny') ?? '';
    expect(cost).toMatch(/^\d+\.\d{1,9}$/);
    expect(nanoOf(cost)).toBe(
      (BigInt(input) * priceOf('input_1k_tokens') + BigInt(output) * priceOf('output_1k_tokens')) / 1_000n,
    );
    expect(data.usage).toHaveProperty('cost_cny', Number(cost));

    const streamed = await callApi(stack.gatewayUrl, 'POST', '/v1/chat/completions', {
      token: credentials.enterprise_key,
      json: { ...order, stream: true, stream_options: { include_usage: true } },
    });
    expect(streamed.headers.get('x-gateway-cost-cny')).toBeNull();
    expect(streamed.text.match(/"cost_cny":[^,}]+/g)).toEqual([`"cost_cny":${Number(cost)}`]);
  });

  it.each([
    ['no JSON by its type', 'text/plain', JSON.stringify(order)],
    ['a form', 'application/x-www-form-urlencoded', 'model=sandbox-chat'],
    ['nothing at all', 'application/json', ' '],
    ['cut off', 'application/json', JSON.stringify(order).slice(0, -1)],
  ])('is refused as invalid_json if its body is %s', async (_, type, body) => {
    for (const path of ['/v1/chat/completions', '/v1/images/generations', '/v1/searches']) {
      const answer = await callApi<OpenAiFailure>(stack.gatewayUrl, 'POST', path, {
        token: credentials.enterprise_key,
        body,
        headers: { 'content-type': type },
      });
      expect([answer.status, answer.body.error]).toMatchObject([
        400,
        { type: 'invalid_request_error', code: 'invalid_json', param: null },
      ]);
    }
  });
});
