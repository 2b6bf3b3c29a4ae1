import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { APICallError, generateText, Output, stepCountIs, streamText, tool } from 'ai';
import { z } from 'zod';
import { sharedStack } from '@shipyard/testing';
import { CheckedFetch } from './checked-fetch';
import { type FakeStack, joinFakeStack } from './fake-stack';

/** As in the manual of Vercel's AI SDK. Only the URL and the key are ours. */
describe('the AI SDK', () => {
  let fake: FakeStack;
  const checked = new CheckedFetch();

  beforeAll(async () => {
    fake = await joinFakeStack(sharedStack());
  });

  afterEach(async () => {
    expect(await checked.faults()).toEqual([]);
    expect(fake.supplier.refusals).toEqual([]);
  });

  afterAll(() => fake.leave());

  const model = (id = 'fake-chat') =>
    createOpenAICompatible({
      name: 'gateway',
      baseURL: `${fake.stack.gatewayUrl}/v1`,
      apiKey: fake.secret,
      includeUsage: true,
      supportsStructuredOutputs: true,
      fetch: checked.fetch,
    })(id);

  const weather = () => {
    const asked: string[] = [];
    const execute = ({ city }: { city: string }) => {
      asked.push(city);
      return 'rain';
    };
    return {
      asked,
      tools: {
        weather: tool({ description: 'The weather of a city', inputSchema: z.object({ city: z.string() }), execute }),
      },
    };
  };
  const calls = ['Basel', '上海'].map((city, at) => ({
    id: `call_${at}`,
    name: 'weather',
    arguments: ['{"ci', `ty":"${city}"}`],
  }));

  it('generates text, with usage', async () => {
    const { text, usage, finishReason } = await generateText({ model: model(), prompt: 'Say hello' });
    expect([text, usage.inputTokens, usage.outputTokens, finishReason]).toEqual(['Hello from afar.', 11, 4, 'stop']);
  });

  it('streams text, with usage and reasoning', async () => {
    fake.supplier.script({
      kind: 'answer',
      choices: [{ reasoning: ['Hm'], words: ['Hello', '.'] }],
      stream: { bytewise: true, comments: true },
    });
    const result = streamText({ model: model(), prompt: 'Say hello' });
    const words: string[] = [];
    for await (const word of result.textStream) words.push(word);
    expect(words.join('')).toBe('Hello.');
    expect([await result.reasoningText, (await result.usage).inputTokens, await result.finishReason]).toEqual([
      'Hm',
      11,
      'stop',
    ]);
  });

  it('generates an object for a schema', async () => {
    fake.supplier.script({ kind: 'answer', words: ['{"name":', '"Basel"}'] });
    const { output } = await generateText({
      model: model(),
      prompt: 'A city',
      output: Output.object({ schema: z.object({ name: z.string() }) }),
    });
    expect(output).toEqual({ name: 'Basel' });
    expect(fake.supplier.calls.at(-1)?.body.response_format).toMatchObject({ type: 'json_schema' });
  });

  it.each([false, true])('runs tools called in parallel (streamed: %s)', async (streamed) => {
    fake.supplier.script(
      { kind: 'answer', choices: [{ toolCalls: calls }] },
      { kind: 'answer', words: ['It ', 'rains.'] },
    );
    const { asked, tools } = weather();
    const question = { model: model(), tools, prompt: 'And the weather?', stopWhen: stepCountIs(3) };
    const text = streamed ? await streamText(question).text : (await generateText(question)).text;
    expect([text, asked]).toEqual(['It rains.', ['Basel', '上海']]);
    expect(fake.supplier.calls.at(-1)?.body.messages.slice(-2)).toMatchObject([
      { role: 'tool', tool_call_id: 'call_0' },
      { role: 'tool', tool_call_id: 'call_1' },
    ]);
  });

  it('sends images', async () => {
    const image = { type: 'image' as const, image: Buffer.from('89504e470d0a1a0a', 'hex'), mediaType: 'image/png' };
    await generateText({
      model: model(),
      messages: [{ role: 'user', content: [{ type: 'text', text: 'What is it?' }, image] }],
    });
    expect(fake.supplier.calls.at(-1)?.body.messages[0]?.content).toMatchObject([
      { type: 'text' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
    ]);
  });

  it('reads errors, and tells which are retryable', async () => {
    const failureOf = (id: string) =>
      generateText({ model: model(id), prompt: 'a', maxRetries: 0 }).then(
        () => undefined,
        (reason: unknown) => reason,
      );
    const unknown = await failureOf('none');
    expect(unknown).toBeInstanceOf(APICallError);
    expect(unknown).toMatchObject({
      statusCode: 404,
      isRetryable: false,
      message: expect.stringContaining('There is no text model with this name') as string,
    });
    fake.supplier.script({ kind: 'status', status: 500 });
    expect(await failureOf('fake-chat')).toMatchObject({ statusCode: 502, isRetryable: true });
  });

  it('reports a broken stream', async () => {
    fake.supplier.script({ kind: 'answer', stream: { breakAfter: { words: 2, how: 'reset' } } });
    const errors: unknown[] = [];
    const result = streamText({
      model: model(),
      prompt: 'a',
      maxRetries: 0,
      onError: ({ error }) => void errors.push(error),
    });
    await result.consumeStream();
    expect(errors).toHaveLength(1);
  });
});
