import { type FakeSupplier, sharedStack, waitUntil } from '@shipyard/testing';
import { nanoOf } from './gateway-client';
import { RoutedModels } from './routed-models';
import { PROMPT_PRICE, type RouteTerms } from './routing-cases';

describe('a client that leaves', () => {
  let routed: RoutedModels;
  let first: FakeSupplier;
  let second: FakeSupplier;
  const stack = sharedStack();

  beforeAll(async () => {
    routed = await RoutedModels.start(stack, 'left');
    [first, second] = routed.fakes;
  });

  beforeEach(() => routed.forgetCalls());
  afterAll(() => routed.leave());

  /** Returns when the gateway has noticed. */
  async function leaveBeforeContent(model: string, more: object = {}): Promise<string> {
    const asked = first.calls.length;
    const leaving = new AbortController();
    const left = routed.stream(model, leaving.signal, more).catch((error: Error) => error.name);
    await waitUntil(
      () => Promise.resolve(first.calls.length),
      (calls) => calls > asked,
    );
    leaving.abort();
    expect(await left).toBe('AbortError');
    const { items } = await waitUntil(
      () => routed.owner.do<{ items: { request_id: string }[] }>('GET', `/requests?model=${model}`),
      (found) => found.items.length > 0,
    );
    return items[0]?.request_id ?? '';
  }

  async function leaveAfterOneWord(model: string, usage?: null): Promise<{ requestId: string; goOn: () => void }> {
    let goOn: () => void = () => undefined;
    const until = new Promise<void>((resolve) => (goOn = resolve));
    first.script({
      kind: 'answer',
      words: ['Hello', ' from', ' afar', '.'],
      ...(usage === null && { usage }),
      stream: { pauseAfter: { words: 1, until } },
    });
    const leaving = new AbortController();
    const response = await routed.stream(model, leaving.signal);
    const reader = response.body?.getReader();
    for (let text = ''; !text.includes('Hello');) text += Buffer.from((await reader?.read())?.value ?? []).toString();
    leaving.abort();
    // The log row shows that the gateway has noticed.
    await routed.traceOf(response);
    return { requestId: response.headers.get('x-request-id') ?? '', goOn };
  }

  const ledgerOf = (requestId: string) =>
    waitUntil(
      () => routed.ledgerOf(requestId),
      (items) => items.length > 0,
    );
  const rowsOf = async (requestId: string) => {
    const items = await ledgerOf(requestId);
    const charge = items.find(({ account, kind }) => account === 'customer' && kind === 'charge');
    return {
      words: charge?.lines.find(({ unit_type }) => unit_type === 'output_1k_tokens')?.units,
      losses: items.filter(({ kind }) => kind === 'loss'),
    };
  };

  it('is served by no other route, even if the one that is drained fails', async () => {
    const { model } = await routed.modelOver(
      { to: first, on_disconnect: 'drain' },
      { to: second, priority: 1, on_disconnect: 'drain' },
    );
    let breakOff: () => void = () => undefined;
    const after = new Promise<void>((resolve) => (breakOff = resolve));
    first.script({ kind: 'answer', after, finishReason: null });
    const requestId = await leaveBeforeContent(model, { stream: false });
    breakOff();
    expect([(await ledgerOf(requestId)).map(({ kind }) => kind), second.calls]).toEqual([['loss', 'loss'], []]);
  });

  it.each<[string, Omit<RouteTerms, 'to'>]>([
    ['stop, within the time to read usage', { on_disconnect: 'stop', usage_grace_ms: 60_000 }],
    ['drain', { on_disconnect: 'drain', usage_grace_ms: 0 }],
    ['nothing, of a model that reasons,', { reasons: true, usage_grace_ms: 0 }],
  ])('of a route with %s is charged by the supplier’s usage', async (_, terms) => {
    const { model } = await routed.modelOver({ to: first, ...terms });
    const { requestId, goOn } = await leaveAfterOneWord(model);
    goOn();
    expect(await rowsOf(requestId)).toEqual({ words: 4, losses: [] });
    expect(await routed.lossesOf(model)).toEqual([]);
  });

  it('of a route with stop is charged for what was delivered after the grace period, and the supplier is stopped', async () => {
    const { model } = await routed.modelOver({ to: first, usage_grace_ms: 0 });
    const { requestId, goOn } = await leaveAfterOneWord(model);
    await first.calls[0]?.leftEarly;
    goOn();
    const { words, losses } = await rowsOf(requestId);
    expect([words, losses.map(({ account, amount_cny }) => [account, amount_cny]).sort()]).toEqual([
      1,
      [
        ['funding', '0.00'],
        ['revenue', '0.00'],
      ],
    ]);
    expect(await routed.lossesOf(model)).toEqual([{ reason: 'left_early', requests: 1, loss_cny: '0.00' }]);
  });

  it('before the first content is a loss, with the cost of the prompt', async () => {
    const { model } = await routed.modelOver({ to: first, supplier_prices: PROMPT_PRICE });
    first.script({ kind: 'stall' });
    const requestId = await leaveBeforeContent(model);
    const { losses } = await rowsOf(requestId);
    expect(losses).toHaveLength(2);
    const { items } = await routed.owner.do<{ items: Record<string, unknown>[] }>(
      'GET',
      '/losses?group_by=customer,key,model,reason',
    );
    const { customerId, keyId } = routed.customer;
    const [loss] = items.filter((item) => item.model === model);
    expect(loss).toMatchObject({ customer_id: customerId, key_id: keyId, reason: 'abandoned', requests: 1 });
    expect(nanoOf(String(loss?.supplier_cost_cny))).toBeGreaterThan(0n);
    await first.calls[0]?.leftEarly;
  });

  it('is charged only for what was delivered without usage', async () => {
    const { model } = await routed.modelOver({ to: first, on_disconnect: 'drain' });
    const { requestId, goOn } = await leaveAfterOneWord(model, null);
    goOn();
    expect((await rowsOf(requestId)).words).toBe(1);
    expect(await routed.lossesOf(model)).toEqual([{ reason: 'left_early', requests: 1, loss_cny: '0.00' }]);
  });
});
