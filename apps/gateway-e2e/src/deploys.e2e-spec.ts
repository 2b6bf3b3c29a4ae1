import { callApi, type FakeSupplier, sharedStack, startFakeSupplier, waitUntil } from '@shipyard/testing';
import { BalancedClients } from './balanced-clients';
import { terms } from './catalog-rows';
import type { OpenAiFailure } from './gateway-client';
import { GatewayReplica } from './gateway-replica';
import { costOf, idOf, ImageStack, SUPPLIER_COST_NANO } from './image-stack';
import { removeModels } from './remove-models';

/** `npm run soak` uses more, longer ones. */
const RESTARTS = Number(process.env.ROLLING_RESTARTS ?? 1);
const STREAM_MS = Number(process.env.STREAM_MS ?? 500);
const CLIENTS = Number(process.env.ROLLING_CLIENTS ?? 8);
const WORDS = 20;
const MODEL = 'deployed-chat';
const PRICES = ['input_1k_tokens', 'output_1k_tokens'].map((unit) => ({
  unit_type: unit,
  unit_name: unit,
  price_cny: '0.01',
}));

describe('a gateway that is stopping', () => {
  let images: ImageStack;
  let supplier: FakeSupplier;
  const replicas: GatewayReplica[] = [];

  const start = async (environment: NodeJS.ProcessEnv): Promise<GatewayReplica> => {
    const replica = await GatewayReplica.start(images.stack, environment);
    replicas.push(replica);
    return replica;
  };

  beforeAll(async () => {
    images = await ImageStack.onShared(sharedStack(), 60_000);
    supplier = await startFakeSupplier({
      byDefault: {
        kind: 'answer',
        words: Array.from({ length: WORDS }, () => ' word'),
        stream: { wordEveryMs: STREAM_MS / WORDS },
      },
    });
    await images.addSupplier('deployed', 'openai', supplier);
    await images.admin.do('PUT', `/models/${MODEL}`, { ...terms, display_name: MODEL });
    await images.admin.do('POST', `/models/${MODEL}/prices`, { units: PRICES });
    await images.admin.do('POST', `/models/${MODEL}/routes`, { supplier_id: 'deployed', upstream_model: 'm' });
    await waitUntil(
      () => callApi(images.stack.gatewayUrl, 'GET', `/v1/models/${MODEL}`),
      ({ status }) => status === 200,
    );
  });

  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.end('SIGTERM')));
    await images.admin.do('PATCH', '/suppliers/deployed', { api_keys: [] });
    await removeModels(images.stack, [MODEL]);
    await images.leave();
    await supplier.close();
  });

  it(`gives no failed answer to ${CLIENTS} clients during ${RESTARTS} rolling restarts of two gateways`, async () => {
    const environment = { SHUTDOWN_SECONDS: String((2 * STREAM_MS) / 1_000 + 30), SHUTDOWN_LISTEN_SECONDS: '1' };
    const { customerId, secret } = await images.admin.customer('1000');
    const clients = new BalancedClients(secret, MODEL);
    const serving = await Promise.all([start(environment), start(environment)]);
    for (const { url } of serving) await clients.add(url);
    clients.start(CLIENTS);
    for (let restart = 0; restart < RESTARTS; restart += 1) {
      const answered = clients.answered;
      await waitUntil(
        () => Promise.resolve(clients.answered),
        (count) => count >= answered + CLIENTS,
        { giveUpAfterMs: 60_000 },
      );
      const old = serving[restart % serving.length];
      if (!old) throw new Error('There is no such gateway');
      await old.end('SIGTERM');
      expect(old.exitCode).toBe(0);
      clients.remove(old.url);
      const replacement = await start(environment);
      serving[restart % serving.length] = replacement;
      await clients.add(replacement.url);
    }
    await clients.stop();
    expect(clients.failures).toEqual([]);
    expect(await chargedTo(customerId)).toEqual({ nano: clients.costNano, requests: clients.answered });
    await expectSoundBooks();
    if (process.env.ROLLING_RESTARTS !== undefined)
      process.stdout.write(
        `${clients.answered} streams, ${clients.failures.length} failed, over ${RESTARTS} restarts\n`,
      );
  });

  it('ends unfinished requests with an error, charges what was delivered, and leaves nothing held', async () => {
    const { customerId, secret } = await images.admin.customer();
    const never = new Promise<void>(() => undefined);
    // Leaves 3 s to write the loss and to answer, also on a busy machine.
    const replica = await start({ SHUTDOWN_SECONDS: '12' });
    const ask = (path: string, json: object) =>
      callApi<OpenAiFailure>(replica.url, 'POST', path, { token: secret, json });
    const chat = (more: object) =>
      ask('/v1/chat/completions', { model: MODEL, messages: [{ role: 'user', content: 'Say hello' }], ...more });
    supplier.script(
      {
        kind: 'answer',
        words: [' one', ' two', ' three', ' four'],
        stream: { pauseAfter: { words: 3, until: never } },
      },
      { kind: 'stall' },
      { kind: 'stall' },
    );
    const [calls, purchases] = [supplier.calls.length, images.second.purchases.length];
    const stream = chat({ stream: true });
    await waitUntil(
      () => Promise.resolve(supplier.calls.length),
      (count) => count === calls + 1,
    );
    const whole = [chat({}), chat({ stream: true })];
    images.second.script({ kind: 'stall' });
    const drawing = ask('/v1/images/generations', { model: 'image-at-once', prompt: 'A lighthouse' });
    await waitUntil(
      () => Promise.resolve(supplier.calls.length - calls + images.second.purchases.length - purchases),
      (count) => count === 4,
    );
    replica.signal('SIGTERM');

    const cut = await stream;
    const events = cut.text
      .trimEnd()
      .split('\n\n')
      .map((event) => event.replace('data: ', ''));
    const words = events
      .slice(0, -1)
      .map(
        (event) =>
          (JSON.parse(event) as { choices: { delta: { content?: string } }[] }).choices[0]?.delta.content ?? '',
      );
    expect([words.join(''), JSON.parse(events.at(-1) ?? '')]).toEqual([
      ' one two three',
      { error: expect.objectContaining({ code: 'service_unavailable' }) as object },
    ]);
    for (const answer of await Promise.all(whole)) {
      expect([answer.status, answer.body.error.code, answer.headers.get('retry-after'), costOf(answer)]).toEqual([
        503,
        'service_unavailable',
        '2',
        null,
      ]);
    }
    const lost = await drawing;
    expect([lost.status, lost.body.error.code, lost.headers.get('x-should-retry')]).toEqual([
      503,
      'service_unavailable',
      'false',
    ]);
    await replica.end('SIGTERM');
    expect(replica.exitCode).toBe(0);
    // Without a reaper.
    expect((await images.moneyOf(customerId)).heldNano).toBe(0n);
    const charge = (await images.operator.ledgerOf(idOf(cut))).find(({ kind }) => kind === 'charge');
    expect(charge?.lines.find(({ unit_type }) => unit_type === 'output_1k_tokens')?.units).toBe(3);
    expect((await chargedTo(customerId)).requests).toBe(1);
    const [loss] = await images.operator.ledgerOf(idOf(lost));
    expect([loss?.kind, Number(loss?.supplier_cost_cny) * 1e9]).toEqual(['loss', Number(SUPPLIER_COST_NANO)]);
    await expectSoundBooks();
  });

  it('accepts requests until the load balancer has noticed', async () => {
    const { secret } = await images.admin.customer();
    const replica = await start({ SHUTDOWN_LISTEN_SECONDS: '15' });
    replica.signal('SIGTERM');
    await waitUntil(
      () => callApi(replica.url, 'GET', '/readyz'),
      ({ status }) => status === 503,
    );
    const answer = await callApi(replica.url, 'POST', '/v1/chat/completions', {
      token: secret,
      json: { model: MODEL, messages: [{ role: 'user', content: 'a' }] },
    });
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
    await replica.end('SIGTERM');
    expect(replica.exitCode).toBe(0);
  });

  async function expectSoundBooks(): Promise<void> {
    const { drift_cny, mismatches } = await images.operator.reconciliation();
    expect([Number(drift_cny), mismatches]).toEqual([0, []]);
  }

  async function chargedTo(customerId: string): Promise<{ nano: bigint; requests: number }> {
    const [row] = await images.stack.query(
      'gateway',
      `SELECT COALESCE(sum(-amount_nano), 0)::text AS nano, count(*)::int AS requests FROM ledger_entries WHERE customer_id = $1 AND account = 'customer' AND kind = 'charge'`,
      [customerId],
    );
    return { nano: BigInt(String(row?.nano)), requests: Number(row?.requests) };
  }
});
