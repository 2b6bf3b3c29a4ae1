import { type FakeAnswer, sharedStack } from '@shipyard/testing';
import OpenAI from 'openai';
import { zodResponseFormat } from 'openai/helpers/zod';
import type {
  ChatCompletionChunk,
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionFunctionTool,
} from 'openai/resources/chat/completions';
import { z } from 'zod';
import { CheckedFetch } from './checked-fetch';
import { type FakeStack, joinFakeStack } from './fake-stack';
import { officialClient } from './gateway-client';

/** Compares everything that OpenAI's client receives with OpenAI's schemas. */
describe('the official client', () => {
  let fake: FakeStack;
  let client: OpenAI;
  const checked = new CheckedFetch();

  beforeAll(async () => {
    fake = await joinFakeStack(sharedStack());
    client = new OpenAI({
      baseURL: `${fake.stack.gatewayUrl}/v1`,
      apiKey: fake.secret,
      maxRetries: 0,
      fetch: checked.fetch,
    });
  });

  afterEach(async () => {
    expect(await checked.faults()).toEqual([]);
    expect([...fake.supplier.refusals, ...fake.strict.refusals]).toEqual([]);
  });

  afterAll(() => fake.leave());

  const order = { model: 'fake-chat', messages: [{ role: 'user' as const, content: 'Say hello' }] };
  const weather: ChatCompletionFunctionTool = {
    type: 'function',
    function: {
      name: 'weather',
      parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    },
  };
  const callOf = (id: string, city: string) => ({ id, name: 'weather', arguments: ['{"ci', `ty":"${city}`, '"}'] });
  const twoCalls: FakeAnswer = {
    kind: 'answer',
    choices: [{ toolCalls: [callOf('call_a', 'Šiauliai'), callOf('call_b', '上海')] }],
  };
  const lastBody = () => fake.supplier.calls.at(-1)?.body;

  async function chunksOf(
    body: Omit<ChatCompletionCreateParamsNonStreaming, 'stream'>,
  ): Promise<ChatCompletionChunk[]> {
    const chunks: ChatCompletionChunk[] = [];
    for await (const chunk of await client.chat.completions.create({ ...body, stream: true })) chunks.push(chunk);
    return chunks;
  }

  describe('completes', () => {
    it('with the answer, the alias, an id and usage with its cost', async () => {
      const { data, response, request_id } = await client.chat.completions.create(order).withResponse();
      expect(data).toMatchObject({
        model: 'fake-chat',
        object: 'chat.completion',
        usage: { prompt_tokens: 11, completion_tokens: 4, total_tokens: 15 },
      });
      expect(data.choices).toMatchObject([
        { index: 0, message: { content: 'Hello from afar.', refusal: null }, finish_reason: 'stop', logprobs: null },
      ]);
      expect(data.usage).toHaveProperty('cost_cny', Number(response.headers.get('x-gateway-cost-cny')));
      expect([request_id, data.id]).toEqual([
        response.headers.get('x-request-id'),
        `chatcmpl-${request_id?.replaceAll('-', '')}`,
      ]);
    });

    it('with every parameter of OpenAI passed on unchanged', async () => {
      const parameters = {
        temperature: 0.5,
        top_p: 0.9,
        seed: 7,
        stop: ['\n', 'END'],
        presence_penalty: 1,
        frequency_penalty: -1,
        logit_bias: { '50256': -100 },
        user: 'someone',
        metadata: { a: 'b' },
        reasoning_effort: 'low' as const,
        service_tier: 'auto' as const,
        store: false,
        parallel_tool_calls: false,
        tools: [weather],
        tool_choice: 'auto' as const,
      };
      await client.chat.completions.create({ ...order, ...parameters, max_completion_tokens: 9 });
      expect(lastBody()).toMatchObject({ ...parameters, messages: order.messages, max_tokens: 9 });
    });

    it.each(['max_tokens', 'max_completion_tokens'])(
      'within %s, under the name that the supplier knows',
      async (name) => {
        await client.chat.completions.create({ ...order, model: 'fake-strict', [name]: 33 });
        expect(fake.strict.calls.at(-1)?.body).toMatchObject({ max_completion_tokens: 33 });
      },
    );

    it('several times at once with n', async () => {
      fake.supplier.script({
        kind: 'answer',
        choices: [{ words: ['One'] }, { words: ['Two'], finishReason: 'length' }],
      });
      const { choices } = await client.chat.completions.create({ ...order, n: 2 });
      expect(choices.map(({ index, message, finish_reason }) => [index, message.content, finish_reason])).toEqual([
        [0, 'One', 'stop'],
        [1, 'Two', 'length'],
      ]);
      expect(lastBody()).toMatchObject({ n: 2 });
    });

    it('with log probabilities', async () => {
      fake.supplier.script({ kind: 'answer', choices: [{ words: ['Oui', '.'], logprobs: true }] });
      const { choices } = await client.chat.completions.create({ ...order, logprobs: true, top_logprobs: 1 });
      expect(choices[0]?.logprobs?.content?.map(({ token, top_logprobs }) => [token, top_logprobs[0]?.token])).toEqual([
        ['Oui', 'Oui'],
        ['.', '.'],
      ]);
      expect(lastBody()).toMatchObject({ logprobs: true, top_logprobs: 1 });
    });

    it('with a refusal', async () => {
      fake.supplier.script({ kind: 'answer', choices: [{ refusal: ['I ', 'will not.'] }] });
      const { choices } = await client.chat.completions.create(order);
      expect(choices[0]?.message).toMatchObject({ content: null, refusal: 'I will not.' });
    });

    it.each(['data:image/png;base64,iVBORw0KGgo=', 'https://example.org/cat.png'])(
      'about the image %s',
      async (url) => {
        const content = [
          { type: 'text' as const, text: 'What is it?' },
          { type: 'image_url' as const, image_url: { url, detail: 'low' as const } },
        ];
        await client.chat.completions.create({ ...order, messages: [{ role: 'user', content }] });
        expect(lastBody()?.messages).toEqual([{ role: 'user', content }]);
      },
    );

    it("in a supplier's dialect: no developer role, another limit parameter, an extra parameter", async () => {
      const body = {
        model: 'fake-strict',
        messages: [{ role: 'developer' as const, content: 'Be short' }, ...order.messages],
        top_k: 5,
      };
      await client.chat.completions.create(body);
      expect(fake.strict.calls.at(-1)?.body).toMatchObject({
        top_k: 5,
        messages: [{ role: 'system' }, { role: 'user' }],
        max_completion_tokens: 4096,
      });
    });

    it('on the next route if the first does not support a parameter', async () => {
      await client.chat.completions.create({ ...order, model: 'fake-either', seed: 7 });
      expect(lastBody()).toMatchObject({ seed: 7 });
      const strictCalls = fake.strict.calls.length;
      await client.chat.completions.create({ ...order, model: 'fake-either' });
      expect(fake.strict.calls).toHaveLength(strictCalls + 1);
    });
  });

  describe('structures', () => {
    const city = z.object({ name: z.string(), people: z.number() });
    const answer = ['{"name":"Basel",', '"people":', '178000}'];

    it('an answer by a JSON schema', async () => {
      fake.supplier.script({ kind: 'answer', words: answer });
      const format = {
        type: 'json_schema' as const,
        json_schema: { name: 'city', strict: true, schema: { type: 'object', properties: {} } },
      };
      const { choices } = await client.chat.completions.create({ ...order, response_format: format });
      expect(JSON.parse(choices[0]?.message.content ?? '')).toEqual({ name: 'Basel', people: 178_000 });
      expect(lastBody()).toMatchObject({ response_format: format });
    });

    it('an answer by zod, complete and streamed', async () => {
      const response_format = zodResponseFormat(city, 'city');
      fake.supplier.script({ kind: 'answer', words: answer }, { kind: 'answer', words: answer });
      const { choices } = await client.chat.completions.parse({ ...order, response_format });
      expect(choices[0]?.message.parsed).toEqual({ name: 'Basel', people: 178_000 });
      const streamed = await client.chat.completions.stream({ ...order, response_format }).finalChatCompletion();
      expect(streamed.choices[0]?.message.parsed).toEqual({ name: 'Basel', people: 178_000 });
    });
  });

  describe('streams', () => {
    it('piece by piece, under one id, with no usage unless it asks', async () => {
      const chunks = await chunksOf(order);
      expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe('Hello from afar.');
      expect(new Set(chunks.map(({ id, created, model }) => `${id} ${created} ${model}`)).size).toBe(1);
      expect(chunks.filter((chunk) => 'usage' in chunk)).toEqual([]);
      expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('stop');
    });

    it('with usage and its cost in a last chunk without choices, when it asks', async () => {
      const chunks = await chunksOf({ ...order, stream_options: { include_usage: true } });
      expect(chunks.at(-1)).toMatchObject({
        choices: [],
        usage: { prompt_tokens: 11, completion_tokens: 4, total_tokens: 15, cost_cny: 0.000046 },
      });
      expect(chunks.slice(0, -1).every(({ usage }) => usage === null)).toBe(true);
    });

    it('from a supplier that refuses stream_options, with usage counted by the gateway', async () => {
      const chunks = await chunksOf({ ...order, model: 'fake-strict', stream_options: { include_usage: true } });
      expect(chunks.at(-1)?.usage).toMatchObject({ estimated: true });
    });

    it('several answers at once with n', async () => {
      fake.supplier.script({ kind: 'answer', choices: [{ words: ['One', ' a'] }, { words: ['Two', ' b'] }] });
      const { choices } = await client.chat.completions.stream({ ...order, n: 2 }).finalChatCompletion();
      expect(choices.map(({ message }) => message.content)).toEqual(['One a', 'Two b']);
    });

    it('log probabilities, refusals and reasoning', async () => {
      fake.supplier.script({
        kind: 'answer',
        choices: [{ reasoning: ['Hm', 'm'], words: ['Oui', '.'], logprobs: true, refusal: ['No'] }],
      });
      const chunks = await chunksOf({ ...order, logprobs: true });
      const deltas = chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta));
      expect(chunks.flatMap(({ choices }) => choices[0]?.logprobs?.content ?? []).map(({ token }) => token)).toEqual([
        'Oui',
        '.',
      ]);
      expect(deltas.map(({ refusal }) => refusal ?? '').join('')).toBe('No');
      expect(deltas.map((delta) => ('reasoning_content' in delta ? delta.reasoning_content : '')).join('')).toBe('Hmm');
    });

    it('to the helper, with its events and its final words', async () => {
      const stream = client.chat.completions.stream(order);
      const heard: string[] = [];
      stream.on('content', (delta) => heard.push(delta));
      expect(await stream.finalContent()).toBe('Hello from afar.');
      expect(heard.join('')).toBe('Hello from afar.');
      expect(await stream.finalChatCompletion()).toMatchObject({
        model: 'fake-chat',
        choices: [{ finish_reason: 'stop' }],
      });
    });
  });

  describe('calls tools', () => {
    /** A supplier's ids reveal it. It gets its own ids back: see the runner below. */
    const ours = expect.stringMatching(/^call_[0-9A-Za-z]{35}$/) as string;

    it('in parallel, complete', async () => {
      fake.supplier.script(twoCalls);
      const { choices } = await client.chat.completions.create({
        ...order,
        tools: [weather],
        parallel_tool_calls: true,
      });
      expect(choices[0]).toMatchObject({
        finish_reason: 'tool_calls',
        message: {
          content: null,
          tool_calls: [
            { id: ours, type: 'function', function: { name: 'weather', arguments: '{"city":"Šiauliai"}' } },
            { id: ours, type: 'function', function: { name: 'weather', arguments: '{"city":"上海"}' } },
          ],
        },
      });
    });

    it('in parallel, streamed, each piece under its own index and the id once', async () => {
      fake.supplier.script(twoCalls);
      const chunks = await chunksOf({ ...order, tools: [weather] });
      const pieces = chunks.flatMap(({ choices }) => choices[0]?.delta.tool_calls ?? []);
      expect(pieces.flatMap(({ index, id }) => (id === undefined ? [] : [`${index} ${id}`]))).toEqual([
        expect.stringMatching(/^0 call_[0-9A-Za-z]{35}$/),
        expect.stringMatching(/^1 call_[0-9A-Za-z]{35}$/),
      ]);
      expect(
        pieces
          .filter(({ index }) => index === 1)
          .map((piece) => piece.function?.arguments)
          .join(''),
      ).toBe('{"city":"上海"}');
      expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('tool_calls');
    });

    it.each(['zero', 'none'] as const)(
      'in parallel, streamed by a supplier whose indexes are %s',
      async (toolIndexes) => {
        fake.supplier.script({ ...twoCalls, stream: { toolIndexes } });
        const { choices } = await client.chat.completions.stream({ ...order, tools: [weather] }).finalChatCompletion();
        expect(
          choices[0]?.message.tool_calls?.map((call) => [call.id, call.type === 'function' && call.function.arguments]),
        ).toEqual([
          [ours, '{"city":"Šiauliai"}'],
          [ours, '{"city":"上海"}'],
        ]);
      },
    );

    it('to which the supplier gave no ids', async () => {
      const nameless: FakeAnswer = {
        kind: 'answer',
        choices: [
          {
            toolCalls: [
              { ...callOf('', 'a'), id: undefined },
              { ...callOf('', 'b'), id: undefined },
            ],
          },
        ],
      };
      fake.supplier.script(nameless, nameless);
      const whole = await client.chat.completions.create({ ...order, tools: [weather] });
      const streamed = await client.chat.completions.stream({ ...order, tools: [weather] }).finalChatCompletion();
      for (const { choices } of [whole, streamed]) {
        const ids = choices[0]?.message.tool_calls?.map(({ id }) => id) ?? [];
        expect([ids.length, new Set(ids).size, ids.every((id) => id.length > 0)]).toEqual([2, 2, true]);
      }
    });

    it.each([false, true])('and runs them by itself (streamed: %s)', async (streamed) => {
      fake.supplier.script(twoCalls, { kind: 'answer', words: ['It ', 'rains.'] });
      const asked: string[] = [];
      const run = (args: { city: string }) => {
        asked.push(args.city);
        return 'rain';
      };
      const parse = JSON.parse as (text: string) => { city: string };
      const named = {
        name: 'weather',
        description: 'The weather of a city',
        parameters: weather.function.parameters ?? {},
      };
      const tools = [{ type: 'function' as const, function: { ...named, parse, function: run } }];
      const runner = streamed
        ? client.chat.completions.runTools({ ...order, tools, stream: true })
        : client.chat.completions.runTools({ ...order, tools });
      expect(await runner.finalContent()).toBe('It rains.');
      expect(asked).toEqual(['Šiauliai', '上海']);
      expect(lastBody()?.messages.slice(-2)).toMatchObject([
        { role: 'tool', tool_call_id: 'call_a', content: 'rain' },
        { role: 'tool', tool_call_id: 'call_b', content: 'rain' },
      ]);
    });
  });

  it('lists models, and finds one', async () => {
    const plain = officialClient(fake.stack.gatewayUrl, 'none');
    const ids = (await plain.models.list()).data.map(({ id }) => id);
    expect(ids).toContain('fake-chat');
    expect(ids).not.toContain('fake-inactive');
    expect(await plain.models.retrieve('fake-chat')).toMatchObject({ object: 'model', owned_by: 'shipyard' });
  });
});
