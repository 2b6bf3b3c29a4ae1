import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  CANARY,
  documentedFetch,
  type FakeAnswer,
  faultsOfChunk,
  faultsOfShape,
  sharedStack,
  type StreamManners,
  type SupplierBehavior,
  waitUntil,
} from '@shipyard/testing';
import { chunksOf } from './checked-fetch';
import { type FakeStack, joinFakeStack } from './fake-stack';
import { nanoOf, Operator } from './gateway-client';

type Ending = 'whole' | 'refused' | 'broken';

const answer = (particulars: Omit<FakeAnswer, 'kind'> = {}): FakeAnswer => ({
  kind: 'answer',
  words: ['Žofie', ' 你好', ' 👩‍🚀', '!'],
  ...particulars,
});
const usage = (figures: object) =>
  answer({ usage: { prompt_tokens: 1_000, completion_tokens: 4, total_tokens: 1_004, ...figures } });
const cut = (how: NonNullable<StreamManners['breakAfter']>['how']) =>
  answer({ stream: { breakAfter: { words: 2, how } } });
const call = (id: string) => ({ id, name: 'weather', arguments: ['{"a"', ':1}'] });

const BEHAVIORS: [name: string, behavior: SupplierBehavior, whole: Ending, streamed: Ending][] = [
  ['a plain answer', answer(), 'whole', 'whole'],
  [
    'a stream with CRLF, comments and comments in events',
    answer({ stream: { lineEnd: '\r\n', comments: true } }),
    'whole',
    'whole',
  ],
  ['a stream in single bytes', answer({ stream: { bytewise: true } }), 'whole', 'whole'],
  [
    'a stream in single bytes with CRLF and comments',
    answer({ stream: { bytewise: true, lineEnd: '\r\n', comments: true } }),
    'whole',
    'whole',
  ],
  ['a stream without [DONE]', answer({ stream: { withoutDone: true } }), 'whole', 'whole'],
  ['events without choices', answer({ stream: { emptyChoices: true } }), 'whole', 'whole'],
  ['no ids', answer({ stream: { withoutIds: true } }), 'whole', 'whole'],
  ['usage on every chunk', answer({ stream: { usageOn: 'every' } }), 'whole', 'whole'],
  ['usage on the last choice', answer({ stream: { usageOn: 'finish' } }), 'whole', 'whole'],
  ['usage inside the last choice', answer({ stream: { usageOn: 'choice' } }), 'whole', 'whole'],
  ['no usage', answer({ usage: null }), 'whole', 'whole'],
  [
    'usage of nothing',
    answer({ usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 } }),
    'whole',
    'whole',
  ],
  ['usage that is no usage', answer({ usage: { prompt_tokens: '11', cost: CANARY } }), 'whole', 'whole'],
  [
    'tool calls with index 0',
    answer({ choices: [{ toolCalls: [call('call_a'), call('call_b')] }], stream: { toolIndexes: 'zero' } }),
    'whole',
    'whole',
  ],
  ['a filtered end', answer({ finishReason: 'content_filter' }), 'whole', 'whole'],
  ['an end in words of its own', answer({ finishReason: CANARY }), 'whole', 'whole'],
  ['a refusal', answer({ choices: [{ refusal: ['I will', ' not.'] }] }), 'whole', 'whole'],
  ['log probabilities', answer({ choices: [{ words: ['a', 'b'], logprobs: true }] }), 'whole', 'whole'],
  ['no end', answer({ finishReason: null }), 'refused', 'broken'],
  [
    'an end for lack of its own resources',
    answer({ finishReason: 'insufficient_system_resource' }),
    'refused',
    'broken',
  ],
  ['no choices', answer({ choices: [] }), 'refused', 'refused'],
  ['an error inside a 200', { kind: 'error_in_200' }, 'refused', 'refused'],
  ['a page inside a 200', { kind: 'page' }, 'refused', 'refused'],
  ['a reset', { kind: 'reset' }, 'refused', 'refused'],
  ['silence', { kind: 'stall' }, 'refused', 'refused'],
  ...(['reset', 'stall', 'error', 'garbage', 'end', 'done'] as const).map(
    (how): [string, SupplierBehavior, Ending, Ending] => [`a stream cut by ${how}`, cut(how), 'whole', 'broken'],
  ),
  ...(['reset', 'stall', 'error', 'garbage', 'end'] as const).map((how): [string, SupplierBehavior, Ending, Ending] => [
    `a stream cut by ${how} after its last choice has finished`,
    answer({ stream: { breakAfterFinish: how } }),
    'whole',
    'whole',
  ]),
  ...[400, 401, 402, 403, 404, 408, 409, 422, 429, 500, 502, 503, 529].map(
    (status): [string, SupplierBehavior, Ending, Ending] => [
      `a ${status}`,
      {
        kind: 'status',
        status,
        headers: { 'retry-after': status === 429 ? '0' : '3600', 'x-should-retry': 'true', location: `/${CANARY}` },
      },
      'refused',
      'refused',
    ],
  ),
  ...['content_policy_violation', 'context_length_exceeded', 'invalid_value'].map(
    (code): [string, SupplierBehavior, Ending, Ending] => [
      `a 400 for ${code}`,
      { kind: 'status', status: 400, body: { error: { message: CANARY, type: CANARY, param: CANARY, code } } },
      'refused',
      'refused',
    ],
  ),
];

/** The supplier stays hidden, a broken answer never looks complete, and a complete one is right. */
describe('a supplier with any behavior', () => {
  let fake: FakeStack;

  beforeAll(async () => {
    fake = await joinFakeStack(sharedStack());
  });

  afterAll(() => fake.leave());

  const ask = (body: object) =>
    documentedFetch(`${fake.stack.gatewayUrl}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${fake.secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'fake-chat', messages: [{ role: 'user', content: 'Say hello' }], ...body }),
    });

  async function customerRow({ headers }: Response) {
    const operator = new Operator(fake.stack.gatewayUrl, fake.stack.credentials.gateway_admin_key);
    const rows = await waitUntil(
      () => operator.ledgerOf(headers.get('x-request-id') ?? ''),
      (found) => found.length > 0,
    );
    return rows.find(({ account }) => account === 'customer');
  }

  async function discreetText(response: Response): Promise<string> {
    const text = await response.text();
    expect(text).not.toContain(CANARY);
    expect(JSON.stringify([...response.headers])).not.toContain(CANARY);
    expect(
      JSON.stringify([
        response.headers.get('x-should-retry'),
        response.headers.get('retry-after'),
        response.headers.get('set-cookie'),
      ]),
    ).toBe('[null,null,null]');
    return text;
  }

  it.each(BEHAVIORS)('answers: %s', async (_, behavior, ending) => {
    fake.supplier.script(behavior);
    const response = await ask({});
    const body: unknown = JSON.parse(await discreetText(response));
    expect(response.ok).toBe(ending === 'whole');
    expect(faultsOfShape(ending === 'whole' ? 'CreateChatCompletionResponse' : 'ErrorResponse', body)).toEqual([]);
    if (behavior.kind === 'answer' && ending === 'whole' && behavior.choices === undefined) {
      expect(body).toMatchObject({ model: 'fake-chat', choices: [{ message: { content: 'Žofie 你好 👩‍🚀!' } }] });
    }
  });

  it.each(BEHAVIORS)('streams: %s', async (_, behavior, __, ending) => {
    fake.supplier.script(behavior);
    const response = await ask({ stream: true, stream_options: { include_usage: true } });
    const text = await discreetText(response);
    if (ending === 'refused') {
      expect(response.ok).toBe(false);
      expect(faultsOfShape('ErrorResponse', JSON.parse(text))).toEqual([]);
      return;
    }
    const chunks = chunksOf(text);
    const failure = ending === 'broken' ? chunks.pop() : undefined;
    expect(text.endsWith('data: [DONE]\n\n')).toBe(ending === 'whole');
    expect(chunks.flatMap(faultsOfChunk)).toEqual([]);
    if (ending === 'broken') expect(faultsOfShape('ErrorResponse', failure)).toEqual([]);
    else expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: expect.any(Number) as number } });
    if (behavior.kind === 'answer' && ending === 'whole' && behavior.choices === undefined)
      expect(wordsOf(chunks)).toBe('Žofie 你好 👩‍🚀!');
  });

  it.each<[string, SupplierBehavior, bigint, number]>([
    // 1000 × 0.002 / 1000 + 4 × 0.006 / 1000: cached input has no own price here.
    ['none cached', usage({}), 2_024_000n, 0],
    ['cached tokens as at OpenAI', usage({ prompt_tokens_details: { cached_tokens: 400 } }), 2_024_000n, 400],
    [
      'cached tokens as at DeepSeek',
      usage({ prompt_cache_hit_tokens: 400, prompt_cache_miss_tokens: 600 }),
      2_024_000n,
      400,
    ],
    ['cached tokens as at Moonshot', usage({ cached_tokens: 400 }), 2_024_000n, 400],
    [
      'tokens written to a cache',
      usage({ prompt_tokens_details: { cached_tokens: 0, cache_write_tokens: 900 } }),
      2_024_000n,
      0,
    ],
    [
      'nothing at all, which is a figure',
      answer({ usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 } }),
      0n,
      0,
    ],
    // Running totals on each chunk are not added up.
    ['the same on every chunk', { ...usage({}), stream: { usageOn: 'every' } }, 2_024_000n, 0],
    ['it in the last choice', { ...usage({}), stream: { usageOn: 'choice' } }, 2_024_000n, 0],
  ])('is billed by its usage: %s', async (_, behavior, costNano, cachedTokens) => {
    fake.supplier.script(behavior, behavior, behavior);
    const whole = await ask({});
    expect(nanoOf(whole.headers.get('x-gateway-cost-cny') ?? '')).toBe(costNano);
    const expected = {
      usage: { prompt_tokens_details: { cached_tokens: cachedTokens }, cost_cny: Number(costNano) / 1e9 },
    };
    expect(await whole.json()).toMatchObject(expected);
    expect(
      chunksOf(await (await ask({ stream: true, stream_options: { include_usage: true } })).text()).at(-1),
    ).toMatchObject(expected);
    // The usage is requested and billed, even if the customer does not want to see it.
    const unasked = await ask({ stream: true });
    expect(await unasked.text()).not.toContain('usage');
    expect(fake.supplier.calls.at(-1)?.body.stream_options).toEqual({ include_usage: true });
    if (costNano > 0n) expect(nanoOf((await customerRow(unasked))?.amount_cny ?? '')).toBe(-costNano);
  });

  it.each([
    [{}, 100],
    [{ max_tokens: 2 }, 2],
  ])('is estimated and marked so without usage, at most up to the hold (%j)', async (limit, most) => {
    fake.supplier.script(answer({ usage: null }), answer({ usage: null }));
    const { usage: whole } = (await (await ask(limit)).json()) as {
      usage: { estimated?: boolean; completion_tokens: number };
    };
    const streamed = chunksOf(
      await (await ask({ ...limit, stream: true, stream_options: { include_usage: true } })).text(),
    ).at(-1);
    expect(whole.completion_tokens).toBeGreaterThan(0);
    expect(whole.completion_tokens).toBeLessThanOrEqual(most);
    expect(whole).toMatchObject({ estimated: true });
    expect(streamed).toMatchObject({ usage: { estimated: true, completion_tokens: whole.completion_tokens } });
  });

  it('charges a cut stream for what was delivered, if its usage says less', async () => {
    fake.supplier.script(
      answer({
        words: ['One', ' two', ' three'],
        usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
        stream: { usageOn: 'every', breakAfter: { words: 2, how: 'reset' } },
      }),
    );
    const response = await ask({ stream: true });
    expect(await response.text()).not.toContain('[DONE]');
    const units = (await customerRow(response))?.lines.map((line) => [line.unit_type, line.units > 0 && line.units]);
    expect(units).toEqual([
      ['input_1k_tokens', expect.any(Number)],
      ['output_1k_tokens', 2],
    ]);
  });

  it('never counts the text of an error as output', async () => {
    fake.supplier.script({
      kind: 'answer',
      words: ['One', ' two', ' three'],
      stream: { breakAfter: { words: 1, how: 'error' } },
    });
    const response = await ask({ stream: true });
    await response.text();
    expect((await customerRow(response))?.lines.find(({ unit_type }) => unit_type === 'output_1k_tokens')?.units).toBe(
      1,
    );
  });

  it.each<[string, FakeAnswer, charges: number]>([
    ['by its text', answer({ words: Array<string>(500).fill(' word'), usage: null }), 1],
    [
      'by its own count, before its first word',
      answer({
        words: Array<string>(20).fill(' word'),
        usage: { prompt_tokens: 11, completion_tokens: 6 },
        stream: { usageOn: 'every' },
      }),
      0,
    ],
  ])(
    'is stopped when its stream exceeds the hold, %s, and what came is charged up to the hold',
    async (_, passing, charges) => {
      fake.supplier.script(passing);
      const response = await ask({ stream: true, max_tokens: 5, stream_options: { include_usage: true } });
      const text = await discreetText(response);
      expect(text).toContain('"code":"upstream_error"');
      expect(text).not.toContain('[DONE]');
      expect(text).not.toContain('"finish_reason":"stop"');
      expect(text.match(/ word/g)?.length ?? 0).toBeLessThan(100);
      if (charges === 0) return;
      const row = await customerRow(response);
      // 5 tokens of output, and at most its bytes as input. The rest is our loss.
      expect(row?.lines.find(({ unit_type }) => unit_type === 'output_1k_tokens')?.units).toBeGreaterThanOrEqual(5);
      expect(-nanoOf(row?.amount_cny ?? '0')).toBeLessThan(nanoOf('0.00015'));
    },
  );

  it('never exposes its ids: an answer with none, or a repeated one, is charged under the gateway’s own', async () => {
    const ids = await Promise.all([1, 2].map(async () => ((await (await ask({})).json()) as { id: string }).id));
    expect(new Set(ids).size).toBe(2);
  });

  it('leaves no hold and no difference in the reconciliation', async () => {
    const operator = new Operator(fake.stack.gatewayUrl, fake.stack.credentials.gateway_admin_key);
    const { drift_cny, mismatches } = await operator.settledBooks();
    expect([nanoOf(drift_cny), mismatches]).toEqual([0n, []]);
  });

  it('receives valid requests only, and its key is in no log', async () => {
    expect(fake.supplier.refusals).toEqual([]);
    const folder = path.join(fake.stack.dataDir, 'logs');
    const logs = await Promise.all((await readdir(folder)).map((file) => readFile(path.join(folder, file), 'utf8')));
    expect(logs.join('')).toContain('upstream_error');
    expect(logs.join('')).not.toContain(fake.supplier.apiKey);
  });
});

function wordsOf(chunks: unknown[]): string {
  const typed = chunks as { choices: { delta: { content?: string | null } }[] }[];
  return typed.flatMap(({ choices }) => choices.map(({ delta }) => delta.content ?? '')).join('');
}
