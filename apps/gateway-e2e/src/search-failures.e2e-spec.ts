import { documentedFetch, type SearchBehavior, sharedStack, waitUntil } from '@shipyard/testing';
import { searchStack } from './search-stack';

describe('web searches', () => {
  const stack = sharedStack();
  const { owner, idOf, fakes, customer, search, discreet, ledgerOf, balanceNano, addModel } = searchStack(
    stack,
    'search-failures',
  );

  it.each<[string, number, string, object]>([
    ['unserved', 503, 'no_route_available', { 'retry-after': '5' }],
    ['unpriced', 503, 'service_unavailable', { 'retry-after': '60' }],
    ['dear', 429, 'insufficient_quota', { 'x-should-retry': 'false' }],
  ])('are refused by a model that is %s', async (name, status, code, headers) => {
    const answer = await search({ query: 'a', model: idOf(name) });
    expect([answer.status, answer.body.error.code, Object.fromEntries(answer.headers)]).toMatchObject([
      status,
      code,
      headers,
    ]);
  });

  it('skip a supplier that does not support a field, and name the field if none does', async () => {
    const asked = fakes.bocha.calls.length;
    expect(
      (await discreet({ query: 'a', model: idOf('local'), language: 'zh' })).body.results.every(({ url }) =>
        url.includes('//zh.'),
      ),
    ).toBe(true);
    expect(fakes.bocha.calls).toHaveLength(asked);
    const { status, body } = await discreet({ query: 'a', model: idOf('either'), language: 'zh' });
    expect([status, body.error]).toMatchObject([400, { code: 'unsupported_parameter', param: 'language' }]);
    expect((await discreet({ query: 'x'.repeat(401), model: idOf('either') })).status).toBe(200);
  });

  it.each([401, 402, 403, 404, 429])('try the next route after a %i, and are charged once', async (status) => {
    fakes.bocha.script({ kind: 'status', status });
    const asked = fakes.tavily.calls.length;
    await addModel(`next-${status}`, ['bocha', 'tavily']);
    await waitUntil(
      () => search({ query: 'a', model: idOf(`next-${status}`), country: 'FR' }),
      (answer) => answer.status === 200,
    );
    const before = await balanceNano();
    const answer = await discreet({ query: 'a', model: idOf(`next-${status}`) });
    expect([answer.status, fakes.tavily.calls.length - asked]).toEqual([200, 2]);
    expect(before - (await balanceNano())).toBe(12_345_678n);
  });

  it('try the next route after a refused connection', async () => {
    const asked = fakes.bocha.calls.length;
    expect([
      (await discreet({ query: 'a', model: idOf('after-gone') })).status,
      fakes.bocha.calls.length - asked,
    ]).toEqual([200, 1]);
  });

  it.each<[string, SearchBehavior, number, string]>([
    ['a 500', { kind: 'status', status: 500 }, 502, 'upstream_error'],
    ['a 503', { kind: 'status', status: 503 }, 502, 'upstream_error'],
    ['a 408', { kind: 'status', status: 408 }, 504, 'upstream_timeout'],
    ['a 409', { kind: 'status', status: 409 }, 502, 'upstream_error'],
    ['a reset', { kind: 'reset' }, 502, 'upstream_error'],
    ['a page', { kind: 'page' }, 502, 'upstream_error'],
    ['JSON that was cut', { kind: 'cut' }, 502, 'upstream_error'],
    ['no answer in time', { kind: 'stall' }, 504, 'upstream_timeout'],
  ])(
    'that end with %s try no other route, are not charged, are a loss, and tell the client not to retry',
    async (_, behavior, status, code) => {
      const asked = fakes.bocha.calls.length;
      fakes.tavily.script(behavior);
      const before = await balanceNano();
      const answer = await discreet({ query: 'a', model: idOf('either') });
      expect([answer.status, answer.body.error]).toMatchObject([status, { type: 'api_error', code }]);
      expect([
        answer.headers.get('x-should-retry'),
        answer.headers.get('x-gateway-cost-cny'),
        fakes.bocha.calls.length - asked,
      ]).toEqual(['false', null, 0]);
      expect(before - (await balanceNano())).toBe(0n);
      const loss = { kind: 'loss', amount_cny: '0.00', supplier_cost_cny: '0.002' };
      expect(await ledgerOf(answer)).toMatchObject([loss, loss]);
    },
  );

  it('that the supplier refuses are invalid_value, and no other route is tried', async () => {
    const asked = fakes.bocha.calls.length;
    fakes.tavily.script({ kind: 'status', status: 400 });
    const answer = await discreet({ query: 'a', model: idOf('either') });
    expect([
      answer.status,
      answer.body.error.code,
      answer.headers.get('x-should-retry'),
      fakes.bocha.calls.length - asked,
    ]).toEqual([400, 'invalid_value', null, 0]);
  });

  it('are bought and charged once per Idempotency-Key', async () => {
    const json = { query: 'tea', model: idOf('tavily') };
    const headers = { 'idempotency-key': `search ${idOf('once')}` };
    const asked = fakes.tavily.calls.length;
    const before = await balanceNano();
    const answers = await Promise.all(Array.from({ length: 5 }, () => discreet(json, { headers })));
    const replay = await discreet(json, { headers });
    const [first] = answers.filter(({ status, headers: sent }) => status === 200 && !sent.has('idempotency-replayed'));
    for (const { status, body } of answers)
      if (status !== 200) expect([status, body.error.code]).toEqual([409, 'idempotency_in_progress']);
    expect([
      replay.status,
      replay.headers.get('idempotency-replayed'),
      replay.headers.get('x-gateway-cost-cny'),
      replay.body,
    ]).toEqual([200, 'true', null, first?.body]);
    expect([fakes.tavily.calls.length - asked, before - (await balanceNano())]).toEqual([1, 12_345_678n]);
    expect((await discreet({ ...json, query: 'coffee' }, { headers })).body.error.code).toBe('idempotency_key_reused');
  });

  it('with an unknown outcome are not bought again under their Idempotency-Key', async () => {
    const json = { query: 'tea', model: idOf('tavily') };
    const headers = { 'idempotency-key': `search ${idOf('unknown')}` };
    fakes.tavily.script({ kind: 'reset' });
    const asked = fakes.tavily.calls.length;
    const [once, again] = [await discreet(json, { headers }), await discreet(json, { headers })];
    expect([
      once.status,
      again.status,
      again.headers.get('idempotency-replayed'),
      fakes.tavily.calls.length - asked,
    ]).toEqual([502, 502, 'true', 1]);
  });

  it.each<[string, SearchBehavior, boolean]>([
    ['broke off', { kind: 'reset' }, true],
    ['answered 500', { kind: 'status', status: 500 }, true],
    ['answered 401', { kind: 'status', status: 401 }, false],
  ])(
    'cost the customer nothing if the supplier %s, and are a loss if it may have searched',
    async (_, behavior, isLoss) => {
      fakes.tavily.script(behavior);
      const before = await balanceNano();
      const answer = await discreet({ query: 'tea', model: idOf('tavily') });
      expect([answer.status, await balanceNano()]).toEqual([502, before]);
      const { items } = await owner.do<{ items: object[] }>(
        'GET',
        `/ledger?request_id=${answer.headers.get('x-request-id') ?? ''}`,
      );
      const row = { kind: 'loss', amount_cny: '0.00', supplier_cost_cny: '0.002', model: idOf('tavily') };
      expect(items).toMatchObject(isLoss ? [row, row] : []);
    },
  );

  it("are listed among the losses with their suppliers' cost", async () => {
    const { items } = await owner.do<{ items: { model: string }[] }>('GET', '/losses?group_by=model,reason');
    expect(items.filter(({ model }) => model === idOf('tavily'))).toEqual([
      {
        model: idOf('tavily'),
        reason: 'undelivered',
        requests: expect.any(Number) as number,
        loss_cny: '0.00',
        supplier_cost_cny: expect.stringMatching(/^0\.0\d+$/) as string,
      },
    ]);
  });

  it('are charged even if the customer disconnects', async () => {
    let answer: () => void = () => undefined;
    fakes.tavily.script({ kind: 'answer', after: new Promise((resolve) => (answer = resolve)) });
    const asked = fakes.tavily.calls.length;
    const before = await balanceNano();
    const leaving = new AbortController();
    const headers = { authorization: `Bearer ${customer.secret}`, 'content-type': 'application/json' };
    const sent = documentedFetch(`${stack.gatewayUrl}/v1/searches`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query: 'tea', model: idOf('tavily') }),
      signal: leaving.signal,
    });
    await waitUntil(
      () => Promise.resolve(fakes.tavily.calls.length),
      (count) => count > asked,
    );
    leaving.abort();
    await expect(sent).rejects.toThrow('abort');
    answer();
    await waitUntil(
      async () => String(before - (await balanceNano())),
      (spent) => spent === '12345678',
    );
  });

  it('send suppliers nothing that they refuse', () => {
    expect(Object.values(fakes).flatMap(({ refusals }) => refusals)).toEqual([]);
  });
});
