import { CANARY, type FakeSupplier, sharedStack, type SupplierBehavior, waitUntil } from '@shipyard/testing';
import { nanoOf } from './gateway-client';
import { GatewayReplica } from './gateway-replica';
import { RoutedModels } from './routed-models';
import { FAILURES, FAILURES_OF_STREAMS, PROMPT_PRICE, type RouteTerms, status } from './routing-cases';

describe('the routes of a model', () => {
  const stack = sharedStack();
  let gateway: GatewayReplica;
  let routed: RoutedModels;
  let first: FakeSupplier;
  let second: FakeSupplier;
  let third: FakeSupplier;

  beforeAll(async () => {
    const environment = { BREAKER_MIN_CALLS: '10', BREAKER_OPEN_SECONDS: '1', REQUEST_DEADLINE_SECONDS: '3' };
    gateway = await GatewayReplica.start(stack, environment);
    routed = await RoutedModels.start(stack, 'routed', gateway.url);
    [first, second, third] = routed.fakes;
  });

  beforeEach(() => routed.forgetCalls());

  afterAll(async () => {
    await gateway.end('SIGTERM');
    await routed.leave();
  });

  const modelOver = (...routes: RouteTerms[]) => routed.modelOver(...routes);
  const ask = (...asked: Parameters<RoutedModels['ask']>) => routed.ask(...asked);
  const traceOf = (answer: { headers: Headers }) => routed.traceOf(answer);
  const ledgerOf = (answer: { headers: Headers }) => routed.ledgerOf(answer.headers.get('x-request-id') ?? '');
  const healthOf = (routeId: string | undefined) => routed.healthOf(routeId);

  it.each([
    ...FAILURES.map((failure) => ({ ...failure, stream: false })),
    ...FAILURES_OF_STREAMS.map((failure) => ({ ...failure, stream: true })),
  ])(
    'are tried in order after $what (stream: $stream), the answer is charged once, and what may be billed is a loss',
    async ({ behavior, stream, isLoss }) => {
      const { model, routeIds } = await modelOver(
        { to: first, timeouts: { total_ms: 300 }, supplier_prices: PROMPT_PRICE },
        { to: second, priority: 1 },
      );
      const before = await routed.balanceNano();
      first.script(behavior);
      const answer = await ask(model, { stream });
      expect([answer.status, first.calls.length, second.calls.length]).toEqual([200, 1, 1]);
      expect(answer.text).toContain(stream ? '[DONE]' : 'Hello from afar.');
      expect(answer.text).not.toContain(CANARY);
      const [failed, answered] = await traceOf(answer);
      expect([failed?.[0], answered]).toEqual([routeIds[0], [routeIds[1], 'answered']]);
      // 11 tokens at 1 CNY and 4 at 2 CNY per thousand.
      expect(before - (await routed.balanceNano())).toBe(19_000_000n);
      const items = await ledgerOf(answer);
      const losses = items.filter(({ kind }) => kind === 'loss');
      expect(items.length - losses.length).toBe(2);
      expect(losses.map(({ account, amount_cny, route_id }) => [account, amount_cny, route_id]).sort()).toEqual(
        isLoss ? ['funding', 'revenue'].map((account) => [account, '0.00', routeIds[0]]) : [],
      );
      for (const { supplier_cost_cny } of losses) expect(nanoOf(supplier_cost_cny)).toBeGreaterThan(0n);
      expect(await routed.lossesOf(model)).toEqual(
        isLoss ? [{ reason: 'undelivered', requests: 1, loss_cny: '0.00' }] : [],
      );
    },
  );

  it.each<[string, SupplierBehavior, number, string]>([
    ['the request is wrong', status(400), 400, 'invalid_value'],
    [
      'the content is refused',
      { kind: 'status', status: 400, body: { error: { message: CANARY, code: 'content_filter' } } },
      400,
      'content_policy_violation',
    ],
    [
      'the context is too long',
      { kind: 'status', status: 400, body: { error: { message: CANARY, code: 'context_length_exceeded' } } },
      400,
      'context_length_exceeded',
    ],
  ])('are not tried when %s', async (_, behavior, code, error) => {
    const { model } = await modelOver({ to: first }, { to: second, priority: 1 });
    first.script(behavior);
    const answer = await ask(model);
    expect([answer.status, answer.body.error.code, second.calls.length]).toEqual([code, error, 0]);
  });

  it('are not tried after the first byte was sent', async () => {
    const { model } = await modelOver({ to: first }, { to: second, priority: 1 });
    first.script({ kind: 'answer', stream: { breakAfter: { words: 2, how: 'reset' } } });
    const { text } = await ask(model, { stream: true });
    expect([text.includes('upstream_error'), text.includes('[DONE]'), second.calls.length]).toEqual([true, false, 0]);
  });

  it.each<[string, SupplierBehavior, number, string]>([
    ['fail', status(500), 502, 'upstream_error'],
    ['take too long', { kind: 'stall' }, 504, 'upstream_timeout'],
  ])('are each tried once when all %s, and nothing is charged', async (_, behavior, code, error) => {
    const timeouts = { total_ms: 200 };
    const { model } = await modelOver(
      { to: first, timeouts },
      { to: second, priority: 1, timeouts },
      { to: third, priority: 2, timeouts },
    );
    const before = await routed.balanceNano();
    for (const fake of routed.fakes) fake.script(behavior);
    const answer = await ask(model);
    expect([answer.status, answer.body.error.code, routed.fakes.map(({ calls }) => calls.length)]).toEqual([
      code,
      error,
      [1, 1, 1],
    ]);
    expect(await routed.balanceNano()).toBe(before);
  });

  it('share one deadline', async () => {
    const { model } = await modelOver({ to: first }, { to: second, priority: 1 });
    for (const fake of routed.fakes) fake.script({ kind: 'stall' });
    const answer = await ask(model);
    expect([answer.status, answer.body.error.code, first.calls.length, second.calls.length]).toEqual([
      504,
      'upstream_timeout',
      1,
      0,
    ]);
  });

  it('are recorded in the ledger with the supplier cost of the one that answered', async () => {
    const { model, routeIds } = await modelOver(
      { to: first, supplier_prices: [{ unit_type: 'input_1k_tokens', price_cny: '0.5' }] },
      {
        to: second,
        priority: 1,
        supplier_prices: [
          { unit_type: 'input_1k_tokens', price_cny: '0.1' },
          { unit_type: 'output_1k_tokens', price_cny: '0.3' },
        ],
      },
    );
    first.script(status(500));
    const answer = await ask(model);
    const charge = (await ledgerOf(answer)).filter(({ kind }) => kind === 'charge');
    expect(charge.map(({ route_id, supplier_cost_cny }) => [route_id, nanoOf(supplier_cost_cny ?? '')])).toEqual([
      [routeIds[1], 2_300_000n],
      [routeIds[1], 2_300_000n],
    ]);
  });

  it('are each a loss when the customer is answered by none', async () => {
    const { model, routeIds } = await modelOver(
      { to: first, supplier_prices: PROMPT_PRICE },
      { to: second, priority: 1, supplier_prices: PROMPT_PRICE },
    );
    first.script(status(503));
    second.script({ kind: 'reset' });
    const answer = await ask(model, { stream: true });
    const routes = (await ledgerOf(answer)).map(({ kind, account, route_id }) => `${kind} ${account} ${route_id}`);
    expect([answer.status, routes.sort()]).toEqual([
      502,
      ['funding', 'revenue'].flatMap((account) => routeIds.map((id) => `loss ${account} ${id}`)).sort(),
    ]);
  });

  it('of one priority share calls by their weights', async () => {
    const { model } = await modelOver({ to: first, weight: 3 }, { to: second }, { to: third, priority: 1 });
    for (let call = 0; call < 8; call += 1) expect((await ask(model)).status).toBe(200);
    expect(routed.fakes.map(({ calls }) => calls.length)).toEqual([6, 2, 0]);
  });

  it('respect their concurrency, and the next route takes the rest', async () => {
    const { model, routeIds } = await modelOver(
      { to: first, max_concurrency: 1 },
      { to: second, priority: 1, max_concurrency: 1 },
    );
    let answerNow: () => void = () => undefined;
    const after = new Promise<void>((resolve) => (answerNow = resolve));
    first.script({ kind: 'answer', after });
    second.script({ kind: 'answer', after });
    const running = [ask(model), ask(model)];
    await waitUntil(
      () => Promise.resolve(first.calls.length + second.calls.length),
      (calls) => calls === 2,
    );
    expect((await healthOf(routeIds[0]))?.in_flight).toBe(1);
    const refused = await ask(model);
    expect([refused.status, refused.body.error.code, refused.headers.get('retry-after')]).toEqual([
      503,
      'no_route_available',
      '1',
    ]);
    expect(await traceOf(refused)).toEqual([
      [routeIds[0], 'busy'],
      [routeIds[1], 'busy'],
    ]);
    answerNow();
    expect((await Promise.all(running)).map((answer) => answer.status)).toEqual([200, 200]);
    expect((await healthOf(routeIds[0]))?.in_flight).toBe(0);
  });

  it('are avoided while they fail, and return after a successful probe', async () => {
    const { model, routeIds } = await modelOver({ to: first });
    const [routeId] = routeIds;
    first.script(...Array.from({ length: 10 }, () => status(500)));
    for (let call = 0; call < 10; call += 1) expect((await ask(model)).status).toBe(502);
    expect(await healthOf(routeId)).toMatchObject({ model, state: 'open', error_rate: 1, in_flight: 0 });
    first.script(status(500));
    const last = await ask(model);
    expect([last.status, last.body.error.code, first.calls.length]).toEqual([502, 'upstream_error', 11]);
    expect(await traceOf(last)).toEqual([
      [routeId, 'open'],
      [routeId, 'failed'],
    ]);
    await waitUntil(
      () => healthOf(routeId),
      (found) => found?.state === 'half_open',
    );
    expect((await ask(model)).status).toBe(200);
    expect(await healthOf(routeId)).toMatchObject({
      state: 'closed',
      error_rate: 0,
      p50_ms: expect.any(Number) as number,
    });
    expect((await ask(model)).status).toBe(200);
  });

  it('are tried though all have failed, the least bad one first', async () => {
    const { model, routeIds } = await modelOver({ to: first }, { to: second, priority: 1 });
    first.script(...Array.from({ length: 10 }, () => status(500)));
    for (let call = 0; call < 10; call += 1) expect((await ask(model)).status).toBe(200);
    second.script(...Array.from({ length: 10 }, () => status(500)));
    // At once, because the first route is tried again after a second.
    const failed = await Promise.all(Array.from({ length: 10 }, () => ask(model)));
    expect(failed.map((answer) => answer.status)).toEqual(Array<number>(10).fill(502));
    const answer = await ask(model);
    expect([answer.status, await traceOf(answer)]).toEqual([
      200,
      [
        [routeIds[0], 'open'],
        [routeIds[1], 'open'],
        [routeIds[1], 'answered'],
      ],
    ]);
  });

  it('serve other customers while the requests of one fail', async () => {
    const { model, routeIds } = await modelOver({ to: first });
    const { secret: poison } = await routed.owner.customer('100');
    for (let call = 0; call < 15; call += 1) {
      first.script({ kind: 'answer' }, status(500));
      expect((await ask(model)).status).toBe(200);
      expect((await ask(model, {}, poison)).status).toBe(502);
    }
    expect(await healthOf(routeIds[0])).toMatchObject({ state: 'closed', error_rate: 0.5 });
  });

  it('stay closed when a 5xx follows a request to another route', async () => {
    const { model, routeIds } = await modelOver({ to: first }, { to: second, priority: 1 });
    for (const fake of [first, second]) fake.script(...Array.from({ length: 12 }, () => status(500)));
    for (let call = 0; call < 12; call += 1) expect((await ask(model)).status).toBe(502);
    for (const id of routeIds) expect(await healthOf(id)).toMatchObject({ state: 'closed', error_rate: 0 });
  });

  it('use the other keys of a supplier while one rests', async () => {
    const { model, routeIds } = await modelOver({ to: first, keys: ['sk-of-nobody-in-the-suite', first.apiKey] });
    for (let call = 0; call < 4; call += 1) expect((await ask(model)).status).toBe(200);
    // The fake counts refused calls separately: the wrong key was tried once.
    expect([first.refusals.splice(0).length, first.calls.length]).toEqual([1, 4]);
    expect(await healthOf(routeIds[0])).toMatchObject({ state: 'closed', error_rate: 0 });
  });

  it('are avoided for the time in Retry-After, if they have no other key', async () => {
    const { model, routeIds } = await modelOver({ to: first });
    first.script({ kind: 'status', status: 429, headers: { 'retry-after': '2' } });
    expect((await ask(model)).body.error.code).toBe('upstream_error');
    const refused = await ask(model);
    expect(refused.body.error.code).toBe('no_route_available');
    expect(['1', '2']).toContain(refused.headers.get('retry-after'));
    expect(await traceOf(refused)).toEqual([[routeIds[0], 'keys_resting']]);
    await waitUntil(
      () => ask(model),
      (answer) => answer.status === 200,
    );
  });
});
