import { callApi, type TestStack, waitUntil } from '@shipyard/testing';
import { Admin } from './admin-client';
import { metricsOf } from './gateway-metrics';
import { startGatewayStack } from './gateway-stack';

interface Drift {
  supplier_id: string;
  day: string;
  upstream_model: string;
  unit_type: string;
  our_units: number | null;
  their_units: number | null;
  drift_units: number | null;
  our_cost_cny: string | null;
  their_cost_cny: string | null;
  drift_cny: string | null;
  drift_percent: number | null;
}

interface Route {
  id: string;
  upstream_model: string;
}

const DAY = new Date().toISOString().slice(0, 10);
const TODAY = `?from=${DAY}`;

describe('the drift of suppliers', () => {
  let stack: TestStack;
  let operator: Admin;
  let route: Route;

  beforeAll(async () => {
    stack = await startGatewayStack({ starts: ['gateway'] });
    operator = new Admin(stack.gatewayUrl, stack.credentials.gateway_admin_key);
    const { items } = await operator.do<{ items: Route[] }>('GET', '/models/sandbox-chat/routes');
    [route] = items as [Route];
    const supplier_prices = [
      { unit_type: 'input_1k_tokens', price_cny: '1' },
      { unit_type: 'output_1k_tokens', price_cny: '2' },
    ];
    await operator.do('PATCH', `/routes/${route.id}`, { supplier_prices, upstream_model: 'before' });
  });

  afterAll(() => stack.stop());

  async function chat(): Promise<{ prompt_tokens: number; completion_tokens: number }> {
    const { body } = await callApi<{ usage: { prompt_tokens: number; completion_tokens: number } }>(
      stack.gatewayUrl,
      'POST',
      '/v1/chat/completions',
      {
        token: stack.credentials.enterprise_key,
        json: { model: 'sandbox-chat', messages: [{ role: 'user', content: 'hi' }] },
      },
    );
    return body.usage;
  }
  const drift = async (query = TODAY) =>
    (await operator.do<{ items: Drift[] }>('GET', `/supplier-drift${query}`)).items;
  const of = (items: Drift[], model: string, unit: string) =>
    items.find(({ upstream_model, unit_type }) => upstream_model === model && unit_type === unit);
  const bill = (items: object[], supplier_id = 'sandbox') =>
    operator.call<{ days: string[]; items: number }>('POST', '/supplier-usage', { supplier_id, items });
  const line = (unit_type: string, units: number, cost_cny: string, upstream_model = 'before') => ({
    day: DAY,
    upstream_model,
    unit_type,
    units,
    cost_cny,
  });

  it('shows our count before the supplier has reported', async () => {
    const usage = await chat();
    const row = of(
      await waitUntil(
        () => drift(),
        (items) => items.length > 0,
      ),
      'before',
      'input_1k_tokens',
    );
    expect(row).toEqual({
      supplier_id: 'sandbox',
      day: DAY,
      upstream_model: 'before',
      unit_type: 'input_1k_tokens',
      our_units: usage.prompt_tokens,
      their_units: null,
      drift_units: null,
      our_cost_cny: expect.stringMatching(new RegExp(`^0\\.0*${usage.prompt_tokens}0?$`)) as string,
      their_cost_cny: null,
      drift_cny: null,
      drift_percent: null,
    });
  });

  it('shows what the supplier billed above our count, and what we do not know', async () => {
    const before = of(await drift(), 'before', 'output_1k_tokens')?.our_units ?? 0;
    expect(
      (await bill([line('output_1k_tokens', 2 * before, '1000'), line('web_search', 3, '0.3')])).body.data,
    ).toEqual({ supplier_id: 'sandbox', days: [DAY], items: 2 });
    const items = await drift();
    expect(of(items, 'before', 'output_1k_tokens')).toMatchObject({
      our_units: before,
      their_units: 2 * before,
      drift_units: before,
      their_cost_cny: '1000.00',
      drift_percent: 99.99,
    });
    expect(of(items, 'before', 'web_search')).toMatchObject({
      our_units: null,
      our_cost_cny: null,
      their_units: 3,
      drift_units: 3,
      drift_cny: '0.30',
      drift_percent: 100,
    });
    expect(of(items, 'before', 'input_1k_tokens')).toMatchObject({ their_units: null, drift_percent: null });
  });

  it('uses only the last report of a day, and sums the lines of one unit', async () => {
    await bill([line('output_1k_tokens', 1, '1'), line('output_1k_tokens', 2, '2.5')]);
    const items = await drift();
    expect(of(items, 'before', 'output_1k_tokens')).toMatchObject({ their_units: 3, their_cost_cny: '3.50' });
    expect(of(items, 'before', 'web_search')).toBeUndefined();
  });

  it('counts a call by the name that its route had then', async () => {
    await operator.do('PATCH', `/routes/${route.id}`, { upstream_model: 'after' });
    const { completion_tokens } = await waitUntil(chat, () => true);
    const items = await waitUntil(
      () => drift(),
      (found) => of(found, 'after', 'output_1k_tokens') !== undefined,
    );
    expect(of(items, 'after', 'output_1k_tokens')?.our_units).toBeGreaterThanOrEqual(completion_tokens);
    expect(of(items, 'before', 'output_1k_tokens')).toBeDefined();
  });

  it('reads an export by the supplier’s columns, and names the row that it cannot read', async () => {
    const usage_csv = {
      day: 'date',
      upstream_model: 'model',
      cny_rate: '7',
      lines: [{ unit_type: 'output_1k_tokens', units: 'tokens', cost: 'usd' }],
    };
    await operator.do('PATCH', '/suppliers/sandbox', { usage_csv });
    const post = (rows: string) =>
      operator.call('POST', '/supplier-usage', { supplier_id: 'sandbox', csv: `date,model,tokens,usd\n${rows}` });
    expect((await post(`${DAY},after,12,0.5\n`)).status).toBe(201);
    expect(of(await drift(), 'after', 'output_1k_tokens')).toMatchObject({ their_units: 12, their_cost_cny: '3.50' });
    const { status, body } = await post(`${DAY},after,many,0.5\n`);
    expect([status, body.error, body.details?.fields?.[0]?.message]).toEqual([
      400,
      'VALIDATION_FAILED',
      expect.stringContaining('Row 2: tokens must be a number') as string,
    ]);
  });

  it('is a metric of the worker, the worst day of each model', async () => {
    await stack.processes.gatewayWorker.resume();
    const ratio = /^gateway_supplier_drift_ratio\{supplier="sandbox",upstream_model="after"[^}]*\} (.+)$/m;
    const [, value] =
      ratio.exec(
        await waitUntil(
          () => metricsOf(stack, 'worker'),
          (text) => ratio.test(text),
        ),
      ) ?? [];
    expect(Number(value)).toBeGreaterThan(0.01);
    expect(Number(value)).toBeLessThanOrEqual(1);
  });

  it('counts days in the supplier’s time zone', async () => {
    await operator.do('PATCH', '/suppliers/sandbox', { usage_time_zone: 'Pacific/Kiritimati' });
    const days = new Set(
      (await drift(`?from=${DAY}&to=2100-01-01`)).filter(({ our_units }) => our_units !== null).map(({ day }) => day),
    );
    const there = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Kiritimati' });
    const yesterday = new Date(Date.now() - 24 * 3_600_000);
    expect([...days].every((day) => day === there.format(new Date()) || day === there.format(yesterday))).toBe(true);
    await operator.do('PATCH', '/suppliers/sandbox', { usage_time_zone: 'UTC' });
  });

  it.each<[string, object, number]>([
    ['an unknown supplier', { supplier_id: 'nobody', items: [] }, 404],
    ['neither items nor a file', { supplier_id: 'sandbox' }, 400],
    ['both', { supplier_id: 'sandbox', items: [], csv: '' }, 400],
    [
      'no day of the calendar',
      { supplier_id: 'sandbox', items: [{ ...line('image', 1, '1'), day: '2026-02-30' }] },
      400,
    ],
    ['less than nothing', { supplier_id: 'sandbox', items: [line('image', 1, '-1')] }, 400],
    ['a field that there is not', { supplier_id: 'sandbox', items: [{ ...line('image', 1, '1'), extra: 1 }] }, 400],
  ])('refuses %s', async (_, body, status) => {
    expect((await operator.call('POST', '/supplier-usage', body)).status).toBe(status);
  });

  it('lets viewers compare, but not report', async () => {
    const viewer = await operator.as('viewer');
    expect((await viewer.call('GET', `/supplier-drift${TODAY}`)).status).toBe(200);
    expect((await viewer.call('POST', '/supplier-usage', { supplier_id: 'sandbox', items: [] })).status).toBe(403);
  });
});
