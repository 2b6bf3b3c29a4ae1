import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  callApi,
  CANARY,
  documentedFetch,
  fakeCatalog,
  type FakeSupplier,
  startFakeSupplier,
  type TestStack,
  waitUntil,
} from '@shipyard/testing';
import OpenAI from 'openai';
import { Admin } from './admin-client';
import { type OpenAiFailure, officialClient } from './gateway-client';
import { GatewayReplica, REPLICA_KEYS } from './gateway-replica';
import { startGatewayStack } from './gateway-stack';
import { addSandboxImageModel } from './sandbox-image-model';

type Answer = Awaited<ReturnType<typeof callApi<OpenAiFailure & { usage: { total_tokens: number } }>>>;

/** Two processes share the limits through Redis, or know each other by heartbeats without Redis. */
describe('the limits of a key', () => {
  const environment = { PROCESS_DEAD_AFTER_SECONDS: '3' };
  let supplier: FakeSupplier;
  let stack: TestStack;
  let replica: GatewayReplica;
  let owner: Admin;

  beforeAll(async () => {
    supplier = await startFakeSupplier();
    stack = await startGatewayStack({
      // Without a worker, image tasks wait.
      starts: ['gateway'],
      catalog: fakeCatalog(supplier),
      environment: { ...REPLICA_KEYS, ...environment },
    });
    replica = await GatewayReplica.start(stack, environment);
    owner = new Admin(stack.gatewayUrl, stack.credentials.gateway_admin_key);
    // A blocked call must not end by itself.
    await owner.do('PATCH', `/suppliers/fake-${CANARY}`, { timeouts: { first_byte_ms: 600_000 } });
    // Waits until each process has sent a heartbeat beside the other.
    const [started] = await stack.query('gateway', 'SELECT clock_timestamp()::text AS at');
    await waitUntil(
      () => stack.query('gateway', 'SELECT FROM processes WHERE serves AND beaten_at > $1', [started?.at]),
      (beating) => beating.length === 2,
    );
  });

  afterAll(async () => {
    await replica.end('SIGTERM');
    await stack.stop();
    await supplier.close();
  });

  const chat = (
    url: string,
    token: string,
    change: object = {},
    headers: Record<string, string> = {},
  ): Promise<Answer> =>
    callApi(url, 'POST', '/v1/chat/completions', {
      token,
      headers,
      json: { model: 'fake-chat', messages: [{ role: 'user', content: 'Hello' }], ...change },
    });
  const keyWith = async (terms: object) => (await owner.customer('10', terms)).secret;
  const codeOf = ({ status, body }: Answer) => (status === 200 ? 'answered' : body.error.code);
  const limitsOf = ({ headers }: Pick<Answer, 'headers'>) =>
    Object.fromEntries([...headers].filter(([name]) => name.startsWith('x-ratelimit-')));
  const remaining = ({ headers }: Answer, what: 'requests' | 'tokens') =>
    Number(headers.get(`x-ratelimit-remaining-${what}`));
  const usedTokens = (answer: Answer) =>
    Number(answer.headers.get('x-ratelimit-limit-tokens')) - remaining(answer, 'tokens');
  const balance = (url: string, token: string): Promise<Answer> => callApi(url, 'GET', '/v1/balance', { token });
  const burst = (token: string, calls: number, change: object = {}) =>
    Promise.all(
      Array.from({ length: calls }, (_, at) => chat(at % 2 === 0 ? stack.gatewayUrl : replica.url, token, change)),
    );

  function expectToComeAgain({ headers }: Pick<Answer, 'headers'>): void {
    const [seconds, ms] = [Number(headers.get('retry-after')), Number(headers.get('retry-after-ms'))];
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(Math.ceil(ms / 1_000)).toBe(seconds);
    expect(headers.get('x-should-retry')).toBeNull();
  }

  it('admit exactly the limit of a customer over all its keys and processes', async () => {
    const { customerId, secret } = await owner.customer('10');
    const another = { customer_id: customerId, name: 'Another', scopes: ['text'], rpm: 1_000 };
    const { secret: other } = await owner.do<{ secret: string }>('POST', '/keys', another);
    await owner.do('PATCH', `/customers/${customerId}`, { limits: { rpm: 4, tpm: 1_000_000, max_concurrency: 100 } });
    for (const url of [stack.gatewayUrl, replica.url])
      for (const token of [secret, other])
        await waitUntil(
          () => balance(url, token),
          ({ headers }) => headers.get('x-ratelimit-limit-requests') === (stack.redis === null ? '2' : '4'),
        );
    const answers = (await Promise.all([burst(secret, 6), burst(other, 6)])).flat();
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(codeOf(answer)).toBe('rate_limit_exceeded');
      expect(answer.body.error.message).toContain('customer');
      expectToComeAgain(answer);
    }
    await owner.do('PATCH', `/customers/${customerId}`, { limits: { rpm: null, max_concurrency: 2 } });
    await waitUntil(
      () => balance(replica.url, other),
      ({ headers }) =>
        headers.get('x-ratelimit-limit-requests') !== '2' && headers.get('x-ratelimit-limit-requests') !== '4',
    );
    const rest = await Promise.all([chat(replica.url, secret), chat(replica.url, other)]);
    // Calls that a limit refused keep no place among the concurrent ones.
    if (stack.redis !== null) expect(rest.map(codeOf)).toEqual(['answered', 'answered']);
  });

  it('admit exactly the limit of requests over all processes', async () => {
    const secret = await keyWith({ rpm: 4 });
    const calls = supplier.calls.length;
    const answers = await burst(secret, 12);
    const passed = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status !== 200);
    expect([passed.length, supplier.calls.length - calls]).toEqual([4, 4]);
    for (const answer of refused) {
      expect([answer.status, answer.body.error]).toMatchObject([
        429,
        { type: 'rate_limit_error', code: 'rate_limit_exceeded', param: null },
      ]);
      expectToComeAgain(answer);
    }
    if (stack.redis !== null)
      expect(passed.map((answer) => remaining(answer, 'requests')).sort()).toEqual([0, 1, 2, 3]);
    for (const answer of answers) {
      const limit = stack.redis === null ? '2' : '4';
      expect(limitsOf(answer)).toEqual({
        'x-ratelimit-limit-requests': limit,
        'x-ratelimit-remaining-requests': expect.stringMatching(/^\d$/) as string,
        'x-ratelimit-reset-requests': expect.stringMatching(/^(?:[1-5]?\ds|1m0s)$/) as string,
      });
    }
    const error: unknown = await officialClient(stack.gatewayUrl, secret)
      .chat.completions.create({ model: 'fake-chat', messages: [{ role: 'user', content: 'a' }] })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(OpenAI.RateLimitError);
    expect(error).toMatchObject({ status: 429, code: 'rate_limit_exceeded', type: 'rate_limit_error' });
  });

  it('count tokens by estimate, and then by usage', async () => {
    const [secret, second] = [await keyWith({ tpm: 20_000 }), await keyWith({ tpm: 20_000 })];
    const answer = await chat(stack.gatewayUrl, secret, { max_tokens: 1_024 });
    const estimated = usedTokens(answer);
    expect(estimated).toBeGreaterThan(1_024);
    expect(answer.headers.get('x-ratelimit-limit-requests')).toBeNull();
    // An absent maximum counts 1,024 tokens, n times.
    expect(usedTokens(await chat(stack.gatewayUrl, second, { n: 2 }))).toBe(estimated + 1_024);
    const urls = stack.redis === null ? [stack.gatewayUrl] : [stack.gatewayUrl, replica.url];
    for (const url of urls) {
      const settled = await waitUntil(
        () => balance(url, secret),
        (each) => usedTokens(each) < 1_024,
      );
      expect(usedTokens(settled)).toBe(answer.body.usage.total_tokens);
    }
    // A failed call has used no tokens.
    supplier.script({ kind: 'status', status: 500 });
    expect(codeOf(await chat(stack.gatewayUrl, secret))).toBe('upstream_error');
    expect(usedTokens(await balance(stack.gatewayUrl, secret))).toBe(answer.body.usage.total_tokens);
  });

  it('admit a request larger than the limit when nothing else is counted', async () => {
    const secret = await keyWith({ tpm: 1_000 });
    let answerIt: () => void = () => undefined;
    const calls = supplier.calls.length;
    supplier.script({ kind: 'answer', after: new Promise<void>((resolve) => (answerIt = resolve)) });
    const large = chat(stack.gatewayUrl, secret, { max_tokens: 4_000 });
    await waitUntil(
      () => Promise.resolve(supplier.calls.length),
      (now) => now === calls + 1,
    );
    const small = await chat(stack.gatewayUrl, secret, { max_tokens: 1 });
    expect([codeOf(small), remaining(small, 'tokens')]).toEqual(['rate_limit_exceeded', 0]);
    expectToComeAgain(small);
    answerIt();
    expect(codeOf(await large)).toBe('answered');
    // The few used tokens still leave too little for another such call.
    expect(codeOf(await chat(stack.gatewayUrl, secret, { max_tokens: 1 }))).toBe('answered');
    expect(codeOf(await chat(stack.gatewayUrl, secret, { max_tokens: 4_000 }))).toBe('rate_limit_exceeded');
  });

  it('limit concurrent calls, and free them at the end, on disconnect, or when a process dies', async () => {
    const secret = await keyWith({ max_concurrency: 2 });
    const dying = await GatewayReplica.start(stack, environment);
    try {
      supplier.script({ kind: 'stall' }, { kind: 'stall' });
      const calls = supplier.calls.length;
      const leaving = new AbortController();
      const lost = Promise.allSettled([
        chat(dying.url, secret, { stream: true }),
        documentedFetch(`${stack.gatewayUrl}/v1/chat/completions`, {
          method: 'POST',
          signal: leaving.signal,
          headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
          body: JSON.stringify({ model: 'fake-chat', messages: [{ role: 'user', content: 'Hello' }] }),
        }),
      ]);
      await waitUntil(
        () => Promise.resolve(supplier.calls.length),
        (now) => now === calls + 2,
      );
      const shared = stack.redis !== null;
      const refused = await chat(stack.gatewayUrl, secret);
      if (shared) {
        expect([refused.status, refused.body.error]).toMatchObject([
          429,
          { type: 'rate_limit_error', code: 'concurrency_limit_exceeded', param: null },
        ]);
        expectToComeAgain(refused);
        expect(codeOf(await chat(replica.url, secret))).toBe('concurrency_limit_exceeded');
      }
      leaving.abort();
      await waitUntil(
        () => chat(replica.url, secret),
        (answer) => codeOf(answer) === 'answered',
        { giveUpAfterMs: 20_000 },
      );
      await dying.end('SIGKILL');
      await lost;
      // One of the two places is taken, so the other must be free again.
      let answerIt: () => void = () => undefined;
      const before = supplier.calls.length;
      supplier.script({ kind: 'answer', after: new Promise<void>((resolve) => (answerIt = resolve)) });
      const long = chat(stack.gatewayUrl, secret);
      await waitUntil(
        () => Promise.resolve(supplier.calls.length),
        (now) => now === before + 1,
      );
      await waitUntil(
        () => chat(replica.url, secret),
        (answer) => codeOf(answer) === 'answered',
        { giveUpAfterMs: 20_000 },
      );
      answerIt();
      expect(codeOf(await long)).toBe('answered');
    } finally {
      await dying.end('SIGKILL');
    }
  });

  it('show on every answer of the key, and on no other', async () => {
    const terms = { rpm: 50, tpm: 100_000 };
    const secret = await keyWith(terms);
    const textOnly = await keyWith({ ...terms, scopes: ['text'] });
    const elsewhere = await keyWith({ ...terms, allowed_ips: ['192.0.2.1'] });
    const url = stack.gatewayUrl;
    const post = (token: string, to: string, json: object): Promise<Answer> =>
      callApi(url, 'POST', to, { token, json });
    const answers: [number, Answer][] = [
      [200, await chat(url, secret)],
      [200, await chat(url, secret, { stream: true })],
      [200, await balance(url, secret)],
      [400, await chat(url, secret, { messages: [] })],
      [404, await chat(url, secret, { model: 'nothing' })],
      [
        400,
        await callApi(url, 'POST', '/v1/chat/completions', {
          token: secret,
          body: '{',
          headers: { 'content-type': 'application/json' },
        }),
      ],
      [503, await chat(url, secret, { model: 'fake-unpriced' })],
      [429, await chat(url, secret, { model: 'fake-dear' })],
      [403, await chat(url, elsewhere)],
      [403, await balance(url, elsewhere)],
      [403, await post(textOnly, '/v1/images/generations', { model: 'a', prompt: 'a' })],
      [404, await post(secret, '/v1/images/generations', { model: 'nothing', prompt: 'a' })],
      [404, await callApi(url, 'GET', '/v1/images/tasks/imgtask_0', { token: secret })],
    ];
    for (const [at, [status, answer]] of answers.entries()) {
      expect([at, answer.status, Object.keys(limitsOf(answer)).length]).toEqual([at, status, 6]);
      for (const what of ['requests', 'tokens'] as const) expect(remaining(answer, what)).toBeGreaterThanOrEqual(0);
    }
    // Only calls that passed their checks are counted.
    const [, last] = answers.at(-1) ?? [];
    expect(last && Number(last.headers.get('x-ratelimit-limit-requests')) - remaining(last, 'requests')).toBe(4);
    for (const answer of [
      await chat(url, await keyWith({})),
      await balance(url, await keyWith({ max_concurrency: 5 })),
      await callApi(url, 'GET', '/v1/models'),
    ]) {
      expect(Object.keys(limitsOf(answer))).toEqual([]);
    }
  });

  it('do not count replays', async () => {
    const secret = await keyWith({ rpm: 50 });
    const headers = { 'idempotency-key': 'limits' };
    const [first, again] = [
      await chat(stack.gatewayUrl, secret, {}, headers),
      await chat(stack.gatewayUrl, secret, {}, headers),
    ];
    expect([first, again].map(({ headers: each }) => each.get('idempotency-replayed'))).toEqual([null, 'true']);
    expect(remaining(again, 'requests')).toBe(remaining(first, 'requests'));
  });

  it('change within a second', async () => {
    const { keyId, secret } = await owner.customer('10', { rpm: 1 });
    expect(codeOf(await chat(stack.gatewayUrl, secret))).toBe('answered');
    expect(codeOf(await chat(stack.gatewayUrl, secret))).toBe('rate_limit_exceeded');
    await owner.do('PATCH', `/keys/${keyId}`, { rpm: null });
    await waitUntil(
      () => chat(stack.gatewayUrl, secret),
      (answer) => codeOf(answer) === 'answered',
      { giveUpAfterMs: 5_000 },
    );
  });

  it('are divided among the processes while Redis is unavailable, logged once, and shared again afterwards', async () => {
    const lines = async (text: string) =>
      (await readFile(path.join(stack.dataDir, 'logs/gateway.log'), 'utf8'))
        .split('\n')
        .filter((line) => line.includes(text)).length;
    const { redis } = stack;
    if (redis === null) {
      expect(await lines('There is no Redis: each process counts')).toBe(1);
      return;
    }
    await redis.pause();
    let isPaused = true;
    try {
      const [secret, one] = [await keyWith({ rpm: 6 }), await keyWith({ max_concurrency: 1 })];
      const answers = await burst(secret, 16);
      expect(answers.map(codeOf).sort()).toEqual([
        ...Array<string>(6).fill('answered'),
        ...Array<string>(10).fill('rate_limit_exceeded'),
      ]);
      for (const answer of answers) expect(answer.headers.get('x-ratelimit-limit-requests')).toBe('3');
      let answerIt: () => void = () => undefined;
      const calls = supplier.calls.length;
      supplier.script({ kind: 'answer', after: new Promise<void>((resolve) => (answerIt = resolve)) });
      const long = chat(stack.gatewayUrl, one);
      await waitUntil(
        () => Promise.resolve(supplier.calls.length),
        (now) => now === calls + 1,
      );
      expect(codeOf(await chat(stack.gatewayUrl, one))).toBe('concurrency_limit_exceeded');
      expect(await lines('each process counts a share')).toBe(1);
      await redis.resume();
      isPaused = false;
      await waitUntil(
        () => lines('count key limits together again'),
        (count) => count === 1,
      );
      // Redis learns of the call that started without it.
      await waitUntil(
        () => chat(replica.url, one),
        (answer) => codeOf(answer) === 'concurrency_limit_exceeded',
      );
      answerIt();
      expect(codeOf(await long)).toBe('answered');
      await waitUntil(
        () => chat(replica.url, one),
        (answer) => codeOf(answer) === 'answered',
        { giveUpAfterMs: 20_000 },
      );
      // The other process may notice a moment later.
      await waitUntil(
        async () => (await balance(replica.url, secret)).headers.get('x-ratelimit-limit-requests'),
        (limit) => limit === '6',
      );
      const together = await burst(await keyWith({ rpm: 4 }), 12);
      expect(together.filter(({ status }) => status === 200)).toHaveLength(4);
    } finally {
      if (isPaused) await redis.resume();
    }
  });

  it('refuse a key whose clients leave too often before the first content, at every process', async () => {
    const { secret, keyId } = await owner.customer('10', { max_abandoned: 1 });
    const abandon = async (url: string, left: number) => {
      const asked = supplier.calls.length;
      supplier.script({ kind: 'stall' });
      const leaving = new AbortController();
      const leave = documentedFetch(`${url}/v1/chat/completions`, {
        method: 'POST',
        signal: leaving.signal,
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'fake-chat', stream: true, messages: [{ role: 'user', content: 'Hello' }] }),
      }).catch((error: Error) => error.name);
      await waitUntil(
        () => Promise.resolve(supplier.calls.length),
        (calls) => calls > asked,
      );
      leaving.abort();
      expect(await leave).toBe('AbortError');
      // The loss is written after the call was counted.
      await waitUntil(
        () => owner.do<{ items: { requests: number }[] }>('GET', '/losses?group_by=key'),
        ({ items }) => items.some((item) => 'key_id' in item && item.key_id === keyId && item.requests === left),
      );
    };
    // Without Redis each process has a share of at least one.
    const urls = stack.redis === null ? [stack.gatewayUrl, stack.gatewayUrl] : [stack.gatewayUrl, replica.url];
    for (const [at, url] of urls.entries()) {
      expect(codeOf(await chat(url, secret))).toBe('answered');
      await abandon(url, at + 1);
    }
    for (const url of urls) {
      const refused = await waitUntil(
        () => chat(url, secret),
        (answer) => codeOf(answer) !== 'answered',
      );
      expect([refused.status, refused.body.error]).toMatchObject([
        429,
        { type: 'rate_limit_error', code: 'too_many_abandoned', param: null },
      ]);
      expectToComeAgain(refused);
    }
    expect(codeOf(await chat(stack.gatewayUrl, await keyWith({})))).toBe('answered');
  });

  it('stop at 2,000 open image tasks per customer, for parallel submissions too', async () => {
    const { customerId, keyId, secret } = await owner.customer('1000');
    const model = await addSandboxImageModel(owner);
    const submit = () =>
      callApi<OpenAiFailure & { id: string }>(stack.gatewayUrl, 'POST', '/v1/images/tasks', {
        token: secret,
        json: { model, prompt: 'a' },
      });
    await waitUntil(submit, ({ status }) => status === 202);
    await stack.query(
      'gateway',
      `INSERT INTO image_tasks (id, customer_id, key_id, hold_id, request_id, model_id, prompt, size, image_count, unit_price_nano, status, finished_at, expires_at)
         SELECT 'imgtask_' || replace(gen_random_uuid()::text, '-', ''), $1, $2, gen_random_uuid(), 'suite', 'sandbox-image', 'a', '512x512', 1, 0,
           CASE WHEN number <= 1997 THEN 'pending' ELSE 'succeeded' END, CASE WHEN number > 1997 THEN now() END, CASE WHEN number > 1997 THEN now() + interval '1 day' END
         FROM generate_series(1, 2100) AS number`,
      [customerId, keyId],
    );
    const answers = await Promise.all(Array.from({ length: 8 }, submit));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 202, 429, 429, 429, 429, 429, 429]);
    for (const answer of answers.filter(({ status }) => status === 429)) {
      expect(answer.body.error).toMatchObject({ type: 'rate_limit_error', code: 'rate_limit_exceeded' });
      expectToComeAgain(answer);
    }
    await stack.query('gateway', `DELETE FROM image_tasks WHERE request_id = 'suite'`);
    const after = await submit();
    expect(after.status).toBe(202);
  });
});
