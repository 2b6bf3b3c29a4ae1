import type { ChatCompletionChunk } from '@shipyard/contracts';
import { CANARY } from './canary';
import type { StreamManners } from './fake-behavior';
import { type FakeSupplier, startFakeSupplier } from './fake-supplier';
import { faultsOfChunk, faultsOfShape } from './openai-schema';

describe('the fake supplier', () => {
  let supplier: FakeSupplier;

  beforeAll(async () => {
    supplier = await startFakeSupplier();
  });

  afterAll(() => supplier.close());

  const ask = (body: object, key = supplier.apiKey) =>
    fetch(`${supplier.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hi' }], ...body }),
    });

  it('returns a complete response with usage and its canaries', async () => {
    const text = await (await ask({})).text();
    expect(JSON.parse(text)).toMatchObject({
      choices: [{ message: { content: 'Hello from afar.' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 11, completion_tokens: 4 },
    });
    expect(text).toContain(CANARY);
    expect(faultsOfShape('CreateChatCompletionResponse', JSON.parse(text))).toEqual([]);
  });

  it('refuses a wrong key and a body without a model', async () => {
    expect((await ask({}, 'sk-other')).status).toBe(401);
    expect((await ask({ model: 1 })).status).toBe(400);
  });

  it.each([
    ['no messages', { messages: [] }],
    ['an unknown parameter', { top_k: 1 }],
    ['two names for one limit', { max_tokens: 1, max_completion_tokens: 1 }],
    ['stream_options without a stream', { stream_options: { include_usage: true } }],
  ])('refuses %s, as OpenAI would', async (_, body) => {
    expect((await ask(body)).status).toBe(400);
  });

  it('follows its dialect', async () => {
    const strict = await startFakeSupplier({ dialect: { refuses: ['stream_options', 'developer'], takes: ['top_k'] } });
    const post = (body: object) =>
      fetch(`${strict.baseUrl}/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${strict.apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hi' }], ...body }),
      });
    expect((await post({ top_k: 1 })).status).toBe(200);
    expect((await post({ stream: true, stream_options: { include_usage: true } })).status).toBe(400);
    expect((await post({ messages: [{ role: 'developer', content: 'hi' }] })).status).toBe(400);
    expect(strict.refusals).toHaveLength(2);
    await strict.close();
  });

  it.each<[string, StreamManners]>([
    ['plain', {}],
    ['with CRLF and comments', { lineEnd: '\r\n', comments: true }],
    ['byte by byte', { bytewise: true }],
    ['without [DONE]', { withoutDone: true }],
  ])('streams the same words %s', async (_, stream) => {
    supplier.script({ kind: 'answer', stream });
    const text = await (await ask({ stream: true, stream_options: { include_usage: true } })).text();
    const events = text
      .split(/\r?\n\r?\n/)
      .flatMap((event) => event.split(/\r?\n/).filter((line) => line.startsWith('data: ')));
    const data = events.map((line) => line.slice(6)).filter((line) => !line.startsWith(':'));
    expect(data.at(-1) === '[DONE]').toBe(!stream.withoutDone);
    const chunks = data.filter((line) => line !== '[DONE]').map((line) => JSON.parse(line) as ChatCompletionChunk);
    expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe('Hello from afar.');
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 15 } });
    expect(chunks.flatMap(faultsOfChunk)).toEqual([]);
  });

  it('breaks once at the scripted point', async () => {
    supplier.script({ kind: 'reset' }, { kind: 'answer', stream: { breakAfter: { words: 2, how: 'reset' } } });
    await expect(ask({})).rejects.toThrow();
    await expect(ask({ stream: true }).then((response) => response.text())).rejects.toThrow();
    expect((await ask({})).status).toBe(200);
  });

  it('notices when a caller disconnects', async () => {
    supplier.script({ kind: 'stall' });
    const leaving = new AbortController();
    const asked = supplier.calls.length;
    const answer = fetch(`${supplier.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${supplier.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hi' }] }),
      signal: leaving.signal,
    });
    while (supplier.calls.length === asked) await new Promise(setImmediate);
    leaving.abort();
    await expect(answer).rejects.toThrow();
    await supplier.calls.at(-1)?.leftEarly;
  });
});
