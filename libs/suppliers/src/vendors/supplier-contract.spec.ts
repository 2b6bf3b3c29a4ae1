import { randomBytes } from 'node:crypto';
import { KeyRing } from '@shipyard/platform';
import { CANARY, type FakeChoice, type FakeSupplier, startFakeAnthropic, startFakeGemini, startFakeSupplier, type StreamManners } from '@shipyard/testing';
import { AnthropicSupplier } from './anthropic/anthropic-supplier';
import { checkSupplier } from '../check-supplier';
import { GeminiSupplier } from './gemini/gemini-supplier';
import { CallIds } from './openai/call-ids';
import { OpenAiSupplier } from './openai/openai-supplier';
import { SandboxSupplier } from '../sandbox/sandbox-supplier';
import type { ChatCall, ChatContent, Supplier, SupplierChunk, SupplierCompletion } from '../contract/supplier';
import type { SupplierConnection } from '../contract/supplier-connection';
import { SupplierError, type SupplierFault } from '../contract/supplier-error';
import type { SupplierOptions } from '../contract/supplier-options';
import type { SupplierKind } from '../registry';

const callIds = new CallIds(new KeyRing(new Map([['a', randomBytes(32)]])), 'openai');

type ChatSupplier = Supplier & Required<Pick<Supplier, 'completeChat' | 'streamChat' | 'close'>>;

interface Kind {
  start(): Promise<FakeSupplier<unknown>>;
  open(connection: SupplierConnection): ChatSupplier;
  model: string;
  /** 1,000 of 1,200 tokens of the prompt from the cache, 12 in the answer, 9 of them thought. */
  cachedUsage: object;
  imageUrls: boolean;
}

const KINDS: Record<string, Kind> = {
  openai: {
    start: () => startFakeSupplier(),
    open: (connection) => new OpenAiSupplier(connection, callIds),
    model: 'gpt-fake',
    cachedUsage: { prompt_tokens: 1_200, completion_tokens: 12, prompt_tokens_details: { cached_tokens: 1_000 }, completion_tokens_details: { reasoning_tokens: 9 } },
    imageUrls: true,
  },
  anthropic: {
    start: () => startFakeAnthropic(),
    open: (connection) => new AnthropicSupplier(connection),
    model: 'claude-fake',
    cachedUsage: { input_tokens: 150, cache_creation_input_tokens: 50, cache_read_input_tokens: 1_000, output_tokens: 12, output_tokens_details: { thinking_tokens: 9 } },
    imageUrls: true,
  },
  gemini: {
    start: () => startFakeGemini(),
    open: (connection) => new GeminiSupplier(connection),
    model: 'gemini-3-fake',
    cachedUsage: { promptTokenCount: 1_200, cachedContentTokenCount: 1_000, candidatesTokenCount: 3, thoughtsTokenCount: 9, totalTokenCount: 1_212 },
    imageUrls: false,
  },
};

/** For a supplier that will not answer. */
const HASTY: SupplierOptions = { timeouts: { first_byte_ms: 300, idle_ms: 300 } };
const QUESTION = { role: 'user', content: 'How is the weather?' };
const WEATHER = { type: 'function', function: { name: 'weather', description: 'Tells it.', parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } } };
const SCHEMA = { type: 'object', properties: { sunny: { type: 'boolean' } }, required: ['sunny'], additionalProperties: false };
const FORMAT = { type: 'json_schema', json_schema: { name: 'weather', strict: true, schema: SCHEMA } };
const PICTURE = 'iVBORw0KGgo=';

/** Two cities asked at once. */
const TWO_CALLS: FakeChoice = {
  words: ['I', ' look.'],
  toolCalls: [
    { id: 'call_1', name: 'weather', arguments: ['{"ci', 'ty":"P', 'aris"}'] },
    { id: 'call_2', name: 'weather', arguments: ['{"city":"Bern"}'] },
  ],
};

interface Called {
  index?: number;
  id?: string;
  type?: string;
  function: { name?: string; arguments: string };
}

const calledIn = (content: ChatContent) => (content.tool_calls ?? []) as Called[];

/** Of the fake that a suite asks. */
let apiKey: string;

function ask(parameters: object = {}, model = 'm', signal = new AbortController().signal): ChatCall {
  return { upstreamModel: `${model}-${CANARY}`, parameters: { messages: [QUESTION], ...parameters }, maxOutputTokens: 50, apiKey, signal, deadlineAt: Infinity };
}

/** What the pieces of a stream come to, as one answer. */
function join(chunks: SupplierChunk[]): { content: ChatContent; finishReasons: string[]; usage: unknown; roles: unknown[] } {
  const deltas = chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta));
  const textOf = (key: string) => deltas.map((delta) => delta[key]).filter((piece) => typeof piece === 'string').join('');
  const calls: Called[] = [];
  for (const { index = -1, id, type, function: called } of deltas.flatMap(calledIn)) {
    const known = (calls[index] ??= { id, type, function: { name: called.name, arguments: '' } });
    known.function.arguments += called.arguments;
  }
  return {
    content: { content: textOf('content'), reasoning_content: textOf('reasoning_content'), tool_calls: calls },
    finishReasons: chunks.flatMap(({ choices }) => choices.flatMap(({ finishReason }) => finishReason ?? [])),
    usage: chunks.findLast(({ usage }) => usage !== null)?.usage ?? null,
    roles: deltas.flatMap(({ role }) => role ?? []),
  };
}

async function collect(chunks: AsyncIterable<SupplierChunk[]>): Promise<SupplierChunk[]> {
  const all: SupplierChunk[] = [];
  for await (const together of chunks) all.push(...together);
  return all;
}

/** Each id in the place of its number, since ids of ours differ each time. */
const withoutIds = (chunks: SupplierChunk[]) => JSON.stringify(chunks).replace(/call_\w+/g, 'call');

/** All that a failure says beside its cause. The service tells a customer nothing but the fault. */
function saidBy(error: unknown): string {
  if (!(error instanceof SupplierError)) throw error;
  return JSON.stringify({ ...error, message: error.message, cause: undefined });
}

describe.each(Object.entries(KINDS))('a supplier of the kind %s', (name, kind) => {
  let fake: FakeSupplier<unknown>;
  let supplier: ChatSupplier;
  let hasty: ChatSupplier;

  const open = (options: SupplierOptions = {}) => kind.open({ baseUrl: fake.baseUrl, internal: true, options });

  beforeAll(async () => {
    fake = await kind.start();
    apiKey = fake.apiKey;
    supplier = open();
    hasty = open(HASTY);
  });

  afterEach(() => expect(fake.refusals).toEqual([]));

  afterAll(async () => {
    await supplier.close();
    await hasty.close();
    await fake.close();
  });

  const whole = async (parameters: object = {}): Promise<SupplierCompletion> => {
    const completion = await supplier.completeChat(ask(parameters, kind.model));
    expect(JSON.stringify(completion)).not.toContain(CANARY);
    return completion;
  };

  const streamed = async (parameters: object = {}, asked = supplier): Promise<SupplierChunk[]> => {
    const chunks = await collect(asked.streamChat(ask(parameters, kind.model)));
    expect(JSON.stringify(chunks)).not.toContain(CANARY);
    return chunks;
  };

  const failure = async (asked: Promise<unknown>): Promise<unknown> => {
    const error = await asked.then(() => undefined, (reason: unknown) => reason);
    expect(saidBy(error)).not.toContain(CANARY);
    return error;
  };

  const lastBody = () => JSON.stringify(fake.calls.at(-1)?.body);

  it('answers whole', async () => {
    const { choices, usage } = await whole();
    expect(choices).toMatchObject([{ index: 0, content: { role: 'assistant', content: 'Hello from afar.' }, logprobs: null, finishReason: 'stop' }]);
    expect(usage).toEqual({ promptTokens: 11, cachedTokens: 0, completionTokens: 4, reasoningTokens: 0 });
  });

  it('streams the same', async () => {
    const chunks = await streamed();
    expect(join(chunks)).toEqual({
      content: { content: 'Hello from afar.', reasoning_content: '', tool_calls: [] },
      finishReasons: ['stop'],
      usage: { promptTokens: 11, cachedTokens: 0, completionTokens: 4, reasoningTokens: 0 },
      roles: ['assistant'],
    });
    expect(chunks[0]?.choices[0]?.delta.role).toBe('assistant');
  });

  it('shows its key in a header only, and asks under the name of the route', async () => {
    await whole();
    const { url, headers } = fake.calls.at(-1) ?? { url: '', headers: {} };
    expect(url).not.toContain(fake.apiKey);
    expect(Object.values(headers).filter((value) => String(value).includes(fake.apiKey))).toHaveLength(1);
    expect(url + lastBody()).toContain(kind.model);
  });

  it('calls two tools at once, whole and in a stream', async () => {
    const tools = [WEATHER];
    const expected = [
      { type: 'function', function: { name: 'weather', arguments: '{"city":"Paris"}' } },
      { type: 'function', function: { name: 'weather', arguments: '{"city":"Bern"}' } },
    ];
    fake.script({ kind: 'answer', choices: [TWO_CALLS] }, { kind: 'answer', choices: [TWO_CALLS] });
    const [choice] = (await whole({ tools })).choices;
    expect(choice).toMatchObject({ content: { content: 'I look.', tool_calls: expected }, finishReason: 'tool_calls' });
    const { content, finishReasons } = join(await streamed({ tools }));
    expect([content.content, finishReasons]).toEqual(['I look.', ['tool_calls']]);
    expect(content.tool_calls).toMatchObject(expected);
    for (const calls of [calledIn(choice?.content ?? {}), calledIn(content)]) {
      expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
      for (const { id } of calls) expect(id).toMatch(/^call_\w+$/);
    }
  });

  it('takes the results of tools back', async () => {
    fake.script({ kind: 'answer', choices: [{ toolCalls: TWO_CALLS.toolCalls }] });
    const [choice] = (await whole({ tools: [WEATHER] })).choices;
    const calls = calledIn(choice?.content ?? {});
    const results = calls.map(({ id }, at) => ({ role: 'tool', tool_call_id: id, content: `result ${at}` })).reverse();
    const messages = [QUESTION, { ...choice?.content, refusal: null }, ...results, { role: 'user', content: 'And now?' }];
    expect((await whole({ messages, tools: [WEATHER] })).choices[0]?.finishReason).toBe('stop');
    expect(lastBody()).toContain('result 0');
    expect(lastBody()).toContain('result 1');
    // Some callers leave the tools away once they have what they wanted.
    await whole({ messages });
  });

  it('is told which tools it may call', async () => {
    for (const tool_choice of ['none', 'auto', 'required', { type: 'function', function: { name: 'weather' } }]) await whole({ tools: [WEATHER], tool_choice });
    if (supplier.unsupportedParameter?.({ parallel_tool_calls: false }) === undefined) await whole({ tools: [WEATHER], parallel_tool_calls: false });
  });

  it('answers in the form of a schema', async () => {
    fake.script({ kind: 'answer', words: ['{"sunny"', ':true}'] });
    const [choice] = (await whole({ response_format: FORMAT })).choices;
    expect(JSON.parse(choice?.content.content as string)).toEqual({ sunny: true });
    expect(lastBody()).toContain('"sunny":{"type":"boolean"}');
  });

  it('sees pictures, by their bytes and, where it fetches them, by their address', async () => {
    const seeing = (url: string) => ({ messages: [{ role: 'user', content: [{ type: 'text', text: 'What is it?' }, { type: 'image_url', image_url: { url } }] }] });
    await whole(seeing(`data:image/png;base64,${PICTURE}`));
    expect(lastBody()).toContain(PICTURE);
    const byAddress = seeing('https://pictures.example/a.png');
    expect(supplier.unsupportedParameter?.(byAddress)).toBe(kind.imageUrls ? undefined : 'messages[0].content[1].image_url.url');
    if (!kind.imageUrls) return;
    await whole(byAddress);
    expect(lastBody()).toContain('https://pictures.example/a.png');
  });

  it('follows instructions, wherever they stand', async () => {
    await whole({ messages: [{ role: 'system', content: 'Be brief.' }, QUESTION, { role: 'developer', content: 'Be kind.' }, { role: 'assistant', content: 'Sunny.' }, QUESTION] });
    expect(lastBody()).toContain('Be brief.');
    expect(lastBody()).toContain('Be kind.');
    await whole({ messages: [{ role: 'system', content: 'Say something.' }] });
  });

  it('thinks aloud', async () => {
    const choices = [{ reasoning: ['Clouds', '?'], words: ['Sunny.'] }];
    fake.script({ kind: 'answer', choices }, { kind: 'answer', choices });
    expect((await whole()).choices[0]?.content).toMatchObject({ content: 'Sunny.', reasoning_content: 'Clouds?' });
    expect(join(await streamed()).content).toMatchObject({ content: 'Sunny.', reasoning_content: 'Clouds?' });
  });

  it('counts cached tokens as part of the prompt', async () => {
    const usage = kind.cachedUsage;
    const expected = { promptTokens: 1_200, cachedTokens: 1_000, completionTokens: 12, reasoningTokens: 9 };
    fake.script({ kind: 'answer', usage }, { kind: 'answer', usage }, { kind: 'answer', usage: null }, { kind: 'answer', usage: null });
    expect((await whole()).usage).toEqual(expected);
    expect(join(await streamed()).usage).toEqual(expected);
    expect((await whole()).usage).toBeNull();
    expect(join(await streamed()).usage).toBeNull();
  });

  it.each<[string, string]>([['content_filter', 'content_filter'], ['length', 'length']])('ends with %s', async (finishReason, expected) => {
    const choices = [{ words: ['Well', ', no.'], finishReason }];
    fake.script({ kind: 'answer', choices }, { kind: 'answer', choices });
    expect((await whole()).choices).toMatchObject([{ content: { content: 'Well, no.' }, finishReason: expected }]);
    const { content, finishReasons } = join(await streamed());
    expect([content.content, finishReasons]).toEqual(['Well, no.', [expected]]);
  });

  it.each<[number, SupplierFault]>([
    [400, 'refused'], [401, 'failed'], [402, 'failed'], [403, 'failed'], [404, 'failed'], [408, 'timeout'], [409, 'failed'], [413, 'refused'], [422, 'refused'],
    [429, 'failed'], [499, 'failed'], [500, 'failed'], [502, 'failed'], [503, 'failed'], [504, 'timeout'], [529, 'failed'],
  ])('fails with %i: %s', async (status, fault) => {
    fake.script({ kind: 'status', status, headers: { 'retry-after': '7' } }, { kind: 'status', status }, { kind: 'status', status, body: `<html>${CANARY}` });
    expect(await failure(whole())).toMatchObject({ fault });
    expect(await failure(streamed())).toMatchObject({ fault });
    expect(await failure(whole())).toMatchObject({ fault });
  });

  it.each<[string, StreamManners]>([
    ['byte by byte', { bytewise: true }],
    ['with CRLF', { lineEnd: '\r\n' }],
    ['with LF and comments', { lineEnd: '\n', comments: true }],
    ['byte by byte, with CRLF and comments', { bytewise: true, lineEnd: '\r\n', comments: true }],
    ['without a last event', { withoutDone: true }],
  ])('reads the same stream %s', async (_, stream) => {
    const choices = [{ reasoning: ['Für', ' dich'], words: ['Grüße', ' 🌍', ' 世界'], toolCalls: TWO_CALLS.toolCalls }];
    fake.script({ kind: 'answer', choices }, { kind: 'answer', choices, stream });
    expect(withoutIds(await streamed())).toBe(withoutIds(await streamed()));
  });

  it.each<[NonNullable<StreamManners['breakAfter']>['how'], SupplierFault]>([
    ['reset', 'failed'], ['stall', 'timeout'], ['end', 'failed'], ['done', 'failed'], ['error', 'failed'], ['garbage', 'failed'],
  ])('fails where a stream breaks in the middle by %s, after what came before', async (how, fault) => {
    fake.script({ kind: 'answer', stream: { breakAfter: { words: 2, how } } });
    const chunks: SupplierChunk[] = [];
    const reading = (async () => {
      for await (const together of (how === 'stall' ? hasty : supplier).streamChat(ask({}, kind.model))) chunks.push(...together);
    })();
    expect(await failure(reading)).toMatchObject({ fault });
    expect(join(chunks)).toMatchObject({ content: { content: 'Hello from' }, finishReasons: [] });
    expect(JSON.stringify(chunks)).not.toContain(CANARY);
  });

  it('says nothing before a stream that breaks before its first word', async () => {
    fake.script({ kind: 'answer', stream: { breakAfter: { words: 0, how: 'error' } } });
    const first = supplier.streamChat(ask({}, kind.model))[Symbol.asyncIterator]().next();
    if (name === 'openai') expect((await first).value).toMatchObject([{ choices: [{ delta: { role: 'assistant', content: '' } }] }]);
    else expect(await failure(first)).toMatchObject({ fault: 'failed' });
  });

  it('fails before its answer has begun', async () => {
    fake.script({ kind: 'reset' }, { kind: 'stall' }, { kind: 'error_in_200' }, { kind: 'error_in_200' }, { kind: 'page' }, { kind: 'page' });
    expect(await failure(whole())).toMatchObject({ fault: 'failed' });
    expect(await failure(streamed({}, hasty))).toMatchObject({ fault: 'timeout' });
    for (const asked of [whole, streamed, whole, streamed]) expect(await failure(asked())).toMatchObject({ fault: 'failed' });
  });

  it('fails as an answer that never ends', async () => {
    fake.script({ kind: 'answer', choices: [{ words: ['a'], finishReason: null }] }, { kind: 'answer', choices: [{ words: ['a'], finishReason: null }] });
    expect(await failure(whole())).toMatchObject({ fault: 'failed' });
    expect(await failure(streamed())).toMatchObject({ fault: 'failed' });
  });

  it('is left when the caller leaves', async () => {
    fake.script({ kind: 'stall' });
    const leaving = new AbortController();
    const asked = fake.calls.length;
    let isOver = false;
    const answer = supplier.completeChat(ask({}, kind.model, leaving.signal)).finally(() => (isOver = true));
    // An answer that it should not have is seen below.
    answer.catch(() => undefined);
    while (fake.calls.length === asked && !isOver) await new Promise(setImmediate);
    leaving.abort(new Error('gone'));
    await expect(answer).rejects.toThrow('gone');
    await fake.calls.at(-1)?.leftEarly;
  });

  it("refuses a wrong key, which is our fault and not the caller's", async () => {
    expect(await failure(supplier.completeChat({ ...ask({}, kind.model), apiKey: 'sk-other' }))).toMatchObject({ fault: 'failed' });
    const row = { kind: name as SupplierKind, baseUrl: fake.baseUrl, internal: true, options: {} };
    expect(await checkSupplier(row, { secret: 'sk-other', last4: 'ther' })).toMatchObject({ ok: false, message: 'The supplier answers, but refuses the key. Set another key.' });
    // The fakes have no list of models.
    expect(await checkSupplier(row, { secret: fake.apiKey, last4: '7f3a' })).toMatchObject({ ok: false, status: 404 });
    fake.refusals.length = 0;
  });
});

describe('a supplier of the kind anthropic without structured output', () => {
  it('gives the input of a tool as the content, whole and in a stream', async () => {
    const fake = await startFakeAnthropic();
    apiKey = fake.apiKey;
    const supplier = new AnthropicSupplier({ baseUrl: fake.baseUrl, internal: true, options: { json_schema_by_tool: true } });
    const choices = [{ toolCalls: [{ name: 'weather', arguments: ['{"sun', 'ny":true}'] }] }];
    fake.script({ kind: 'answer', choices }, { kind: 'answer', choices });
    const call = ask({ response_format: FORMAT });
    expect((await supplier.completeChat(call)).choices).toMatchObject([{ content: { content: '{"sunny":true}' }, finishReason: 'stop' }]);
    expect(join(await collect(supplier.streamChat(call)))).toMatchObject({ content: { content: '{"sunny":true}', tool_calls: [] }, finishReasons: ['stop'] });
    expect(fake.refusals).toEqual([]);
    await supplier.close();
    await fake.close();
  });
});

describe('the sandbox', () => {
  const sandbox = new SandboxSupplier({ structured: () => undefined, countPromptTokens: (tokenizer, parameters) => tokenizer.count(JSON.stringify(parameters)) });

  it.each<[string, object]>([
    ['in words', {}],
    ['in the form of a schema', { response_format: FORMAT }],
    ['by a tool', { tools: [WEATHER], tool_choice: 'required' }],
    ['twice', { n: 2 }],
  ])('answers whole as it streams: %s', async (_, parameters) => {
    const { choices, usage } = await sandbox.completeChat(ask(parameters));
    const chunks = await collect(sandbox.streamChat(ask(parameters)));
    for (const { index, content, finishReason } of choices) {
      const own = chunks.map((chunk) => ({ ...chunk, choices: chunk.choices.filter((choice) => choice.index === index) }));
      expect(join(own)).toMatchObject({ content: { content: content.content ?? '', tool_calls: content.tool_calls ?? [] }, finishReasons: [finishReason] });
    }
    expect(join(chunks).usage).toEqual(usage);
  });
});
