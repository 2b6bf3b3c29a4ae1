import { callApi, type TestStack, waitUntil } from '@shipyard/testing';
import { Admin, type Listed } from './admin-client';
import type { OpenAiFailure } from './gateway-client';
import { failAndBill } from './failing-supplier';
import { startGatewayStack } from './gateway-stack';
import { signaturesBy, WebhookReceiver } from './webhook-receiver';

interface Webhook {
  id: string;
  customer_id: string | null;
  url: string;
  events: string[];
  internal: boolean;
  enabled: boolean;
}

interface Delivery {
  id: string;
  type: string;
  event_id: string;
  status: string;
  attempts: number;
  last_status: number | null;
  last_error: string | null;
}

type WithSecret = { webhook: Webhook; secret: string };
type OwnBody = OpenAiFailure & WithSecret & { data: Webhook[]; delivery: Delivery };

const SCOPES = ['text', 'image', 'keys'];

describe('webhooks', () => {
  let stack: TestStack;
  let admin: Admin;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    stack = await startGatewayStack({ environment: { BREAKER_MIN_CALLS: '3', BREAKER_OPEN_SECONDS: '3600' } });
    admin = new Admin(stack.gatewayUrl, stack.credentials.gateway_admin_key);
    receiver = await WebhookReceiver.open();
  });

  afterAll(async () => {
    await receiver.close();
    await stack.stop();
  });

  const listen = (path: string, events: string[], terms: object = {}) =>
    admin.do<WithSecret>('POST', '/webhooks', { url: receiver.url(path), events, internal: true, ...terms });
  const deliveries = async (webhookId: string) =>
    (await admin.do<Listed<Delivery>>('GET', `/webhooks/${webhookId}/deliveries`)).items;
  const untilDelivery = (webhookId: string, isThere: (delivery: Delivery | undefined) => boolean) =>
    waitUntil(
      async () => (await deliveries(webhookId))[0],
      (delivery) => isThere(delivery),
    );
  const call = (token: string, method: string, path: string, json?: unknown) =>
    callApi<OwnBody>(stack.gatewayUrl, method, `/v1/webhooks${path}`, { token, json });
  const drawTask = async (secret: string) => {
    const json = { model: 'sandbox-image', prompt: 'a boat' };
    const { status, body } = await callApi<{ id: string }>(stack.gatewayUrl, 'POST', '/v1/images/tasks', {
      token: secret,
      json,
    });
    expect(status).toBe(202);
    return body.id;
  };
  const makeDue = () =>
    stack.query('gateway', `UPDATE webhook_deliveries SET next_attempt_at = now() WHERE status = 'pending'`);

  it('tell of a finished image task, signed with each valid secret', async () => {
    const { customerId, keyId, secret } = await admin.customer('10', { scopes: SCOPES });
    const { webhook, secret: first } = await listen('/done', ['image_task.finished'], { customer_id: customerId });
    const operators = await listen('/all', ['image_task.finished']);
    expect(first).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const taskId = await drawTask(secret);
    const [told] = await receiver.until('/done', 1);
    if (!told) throw new Error('Nothing came');
    expect(told.body).toEqual({
      type: 'image_task.finished',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      data: {
        task_id: taskId,
        customer_id: customerId,
        key_id: keyId,
        model: 'sandbox-image',
        status: 'succeeded',
        error: null,
      },
    });
    expect(signaturesBy(first, told)).toEqual([true]);
    expect((await receiver.until('/all', 1))[0]?.body).toEqual(told.body);
    const delivery = await untilDelivery(webhook.id, (found) => found?.status === 'delivered');
    expect(delivery).toMatchObject({
      event_id: told.headers['webhook-id'],
      attempts: 1,
      last_status: 200,
      last_error: null,
    });
    await admin.do('DELETE', `/webhooks/${operators.webhook.id}`);

    const { secret: second } = await admin.do<WithSecret>('POST', `/webhooks/${webhook.id}/rotate`, {});
    await drawTask(secret);
    const [, both] = await receiver.until('/done', 2);
    expect(both && [signaturesBy(second, both), signaturesBy(first, both)]).toEqual([
      [true, false],
      [false, true],
    ]);
    const { secret: third } = await admin.do<WithSecret>('POST', `/webhooks/${webhook.id}/rotate`, {
      grace_seconds: 0,
    });
    await drawTask(secret);
    const [, , alone] = await receiver.until('/done', 3);
    expect(alone && signaturesBy(third, alone)).toEqual([true]);
  });

  it('are tried again until the receiver takes them or a day is over, and can be sent again', async () => {
    const { customerId, secret } = await admin.customer('10', { scopes: SCOPES });
    const { webhook } = await listen('/wrong', ['image_task.finished'], { customer_id: customerId });
    receiver.answer('/wrong', 500);
    await drawTask(secret);
    await untilDelivery(webhook.id, (found) => (found?.attempts ?? 0) >= 1);
    expect(await deliveries(webhook.id)).toMatchObject([
      { status: 'pending', last_status: 500, last_error: 'The receiver answered 500' },
    ]);
    // The last of its attempts.
    await stack.query('gateway', 'UPDATE webhook_deliveries SET attempts = 8 WHERE webhook_id = $1', [webhook.id]);
    await makeDue();
    const failed = await untilDelivery(webhook.id, (found) => found?.status === 'failed');
    expect(failed).toMatchObject({ attempts: 9, next_attempt_at: null });
    receiver.answer('/wrong', 200);
    const again = await admin.call<{ delivery: Delivery }>(
      'POST',
      `/webhooks/deliveries/${failed?.id ?? ''}/resend`,
      {},
    );
    expect([again.status, again.body.data.delivery.status]).toEqual([202, 'pending']);
    await untilDelivery(webhook.id, (found) => found?.status === 'delivered');
    const ids = receiver.at('/wrong').map(({ headers }) => headers['webhook-id']);
    expect([ids.length >= 3, new Set(ids).size]).toEqual([true, 1]);
  });

  it('go to no address that is not public, follow no redirect, and end at 410', async () => {
    const { customerId, secret } = await admin.customer('10', { scopes: SCOPES });
    receiver.answer('/away', 302);
    receiver.answer('/gone', 410);
    const terms = { customer_id: customerId };
    const [away, gone] = await Promise.all(
      ['/away', '/gone'].map((path) => listen(path, ['image_task.finished'], terms)),
    );
    const own = await call(secret, 'POST', '', { url: receiver.url('/private'), events: ['image_task.finished'] });
    expect([own.status, own.headers.get('cache-control'), own.body.webhook.internal]).toEqual([201, 'no-store', false]);
    // A customer cannot use what an operator has freed for another URL.
    const taken = await listen('/freed', ['image_task.finished'], terms);
    await call(secret, 'PATCH', `/${taken.webhook.id}`, { url: receiver.url('/taken') });
    await drawTask(secret);
    const ended = await Promise.all(
      [away, gone, own.body, taken].map((each) =>
        untilDelivery(each?.webhook.id ?? '', (found) => (found?.attempts ?? 0) >= 1),
      ),
    );
    expect(ended.map((found) => [found?.status, found?.last_status, found?.last_error])).toEqual([
      ['pending', 302, 'The receiver answered 302'],
      ['failed', 410, 'The receiver answered 410'],
      ['pending', null, 'The host has no public address'],
      ['pending', null, 'The host has no public address'],
    ]);
    expect(['/moved', '/private', '/freed', '/taken'].flatMap((path) => receiver.at(path))).toEqual([]);
    const { webhook } = await admin.do<WithSecret>('GET', `/webhooks/${gone?.webhook.id ?? ''}`);
    expect(webhook.enabled).toBe(false);
    await admin.do('PATCH', `/webhooks/${away?.webhook.id ?? ''}`, { enabled: false });
    expect((await deliveries(away?.webhook.id ?? '')).map(({ status }) => status)).toEqual(['failed']);
  });

  it('of a customer are its own', async () => {
    const [one, other] = [
      await admin.customer('0.1', { scopes: ['keys'] }),
      await admin.customer('0.1', { scopes: SCOPES }),
    ];
    const json = { url: 'https://host.example/hook', events: ['balance.low'] };
    const made = await call(one.secret, 'POST', '', json);
    const path = `/${made.body.webhook.id}`;
    expect(made.body.webhook).toMatchObject({ customer_id: one.customerId, ...json, enabled: true });
    for (const [method, where, sent] of [
      ['GET', path],
      ['PATCH', path, { enabled: false }],
      ['DELETE', path],
      ['POST', `${path}/rotate`, {}],
      ['GET', `${path}/deliveries`],
    ] as const) {
      const { status, body } = await call(other.secret, method, where, sent);
      expect([method, where, status, body.error.code]).toEqual([method, where, 404, 'webhook_not_found']);
    }
    const unknown = await call(other.secret, 'POST', `/deliveries/${made.body.webhook.id}/resend`, {});
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'delivery_not_found']);
    expect((await call(other.secret, 'GET', '')).body.data).toEqual([]);
    const wrong = await call(one.secret, 'POST', '', { ...json, events: ['supplier.failing'] });
    expect([wrong.status, wrong.body.error.param]).toEqual([400, 'events']);
    const unread = await admin.call('POST', '/webhooks', {
      ...json,
      events: ['losses.high'],
      customer_id: one.customerId,
    });
    expect([unread.status, unread.body.error]).toEqual([400, 'VALIDATION_FAILED']);
    const missing = await admin.call('GET', `/webhooks/${one.customerId}`);
    expect([missing.status, missing.body.error]).toEqual([404, 'NOT_FOUND']);
    await Promise.all(Array.from({ length: 19 }, () => call(one.secret, 'POST', '', json)));
    const many = await call(one.secret, 'POST', '', json);
    expect([many.status, many.body.error.code]).toEqual([409, 'too_many_webhooks']);
    expect((await call(one.secret, 'DELETE', path)).body.webhook.id).toBe(made.body.webhook.id);
    expect((await call(one.secret, 'GET', path)).status).toBe(404);
  });

  /** Sweepers look at once when the worker starts. */
  const restart = async (signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL', whileItEnds = () => {}) => {
    const replaced = stack.processes.gatewayWorker.replace(signal);
    whileItEnds();
    await replaced;
  };

  it('come again with the same id if the worker dies while it sends', async () => {
    const { customerId, secret } = await admin.customer('10', { scopes: SCOPES });
    const { webhook } = await listen('/slow', ['image_task.finished'], { customer_id: customerId });
    receiver.answer('/slow', 'never');
    await drawTask(secret);
    await receiver.until('/slow', 1);
    receiver.answer('/slow', 200);
    await restart();
    await untilDelivery(webhook.id, (found) => found?.status === 'delivered');
    const ids = receiver.at('/slow').map(({ headers }) => headers['webhook-id']);
    expect([ids.length >= 2, new Set(ids).size]).toEqual([true, 1]);
  });

  it('end before a worker that is told to stop, once, and what waits is sent by the next', async () => {
    const { customerId, secret } = await admin.customer('10', { scopes: SCOPES });
    const terms = { customer_id: customerId };
    const [leaving, waiting] = await Promise.all(
      ['/leaving', '/waiting'].map((path) => listen(path, ['image_task.finished'], terms)),
    );
    let answer = (_: number) => {};
    receiver.answer('/leaving', new Promise((resolve) => (answer = resolve)));
    receiver.answer('/waiting', 500);
    await drawTask(secret);
    await receiver.until('/leaving', 1);
    await untilDelivery(waiting?.webhook.id ?? '', (found) => found?.attempts === 1);
    receiver.answer('/waiting', 200);
    await restart('SIGTERM', () => answer(200));
    await makeDue();
    const ended = await Promise.all(
      [leaving, waiting].map((each) => untilDelivery(each?.webhook.id ?? '', (found) => found?.status === 'delivered')),
    );
    expect(ended.map((found) => found?.attempts)).toEqual([1, 2]);
    expect(receiver.at('/leaving').map(({ headers }) => headers['webhook-id'])).toEqual([ended[0]?.event_id]);
    expect(receiver.at('/waiting').map(({ headers }) => headers['webhook-id'])).toEqual(
      [0, 0].map(() => ended[1]?.event_id),
    );
  });

  it('tell operators of a supplier that fails, and of one that bills something else', async () => {
    await listen('/operator', ['supplier.failing', 'supplier.drift']);
    const { routeId } = await failAndBill(admin);
    await restart();
    const told = (await receiver.until('/operator', 2)).map(({ body }) => [body.type, body.data]);
    expect(new Map(told as [string, object][])).toEqual(
      new Map<string, object>([
        ['supplier.failing', { supplier_id: 'dead', route_id: routeId, model: 'dead', error_rate: 1 }],
        ['supplier.drift', { supplier_id: 'sandbox', upstream_model: 'elsewhere', days: 7, drift_percent: 100 }],
      ]),
    );
  });

  it('tell once of a low balance, a used budget and a key that expires', async () => {
    const { customerId, keyId, secret } = await admin.customer('1', {
      scopes: SCOPES,
      budget: { amount_cny: '0.1', period: 'month' },
      expires_at: new Date(Date.now() + 3 * 86_400_000).toISOString(),
    });
    const { customer } = await admin.do<{ customer: { alerts: object } }>('PATCH', `/customers/${customerId}`, {
      alerts: { balance_below_cny: '5', key_expires_days: 4 },
      limits: { spend_day_cny: '0.2' },
    });
    expect(customer.alerts).toMatchObject({ balance_below_cny: '5.00', days_left: 7, key_expires_days: 4 });
    const events = ['balance.low', 'budget.80', 'budget.100', 'key.expiring'];
    await listen('/told', events, { customer_id: customerId });
    // What a charge counts.
    await stack.query(
      'gateway',
      `INSERT INTO budget_windows (key_id, starts_at, used_nano)
       SELECT id, date_trunc('month', now() AT TIME ZONE 'Asia/Shanghai') AT TIME ZONE 'Asia/Shanghai', 80000000
       FROM enterprise_keys WHERE customer_id = $1`,
      [customerId],
    );
    await stack.query(
      'gateway',
      `UPDATE customers SET spent_on = (now() AT TIME ZONE time_zone)::date, spent_day_nano = 200000000 WHERE id = $1`,
      [customerId],
    );
    // A worker that ends after the answer and before its row sends the same again, with the same id.
    const told = () =>
      [...new Map(receiver.at('/told').map((each) => [each.headers['webhook-id'], each.body])).values()]
        .map(({ type, data }) => [type, data['reason'] ?? data['period'] ?? null])
        .sort();
    const expected = [
      ['balance.low', 'amount'],
      ['budget.100', 'day'],
      ['budget.80', 'day'],
      ['budget.80', 'month'],
      ['key.expiring', null],
    ];
    const untilTold = (count: number) =>
      waitUntil(
        () => Promise.resolve(told()),
        (all) => all.length >= count,
      );
    await restart();
    expect(await untilTold(expected.length)).toEqual(expected);

    // The balance is no longer low, and then low again. The others are known.
    const balance = (below: string) =>
      admin.do('PATCH', `/customers/${customerId}`, { alerts: { balance_below_cny: below } });
    await balance('0.5');
    await restart();
    await waitUntil(
      () =>
        stack.query(
          'gateway',
          `SELECT FROM webhook_events WHERE type = 'balance.low' AND customer_id = $1 AND is_open`,
          [customerId],
        ),
      (open) => open.length === 0,
    );
    // At the rate of the last day, the money lasts less than 30 days.
    await admin.do('PATCH', `/keys/${keyId}`, { budget: null });
    await admin.do('PATCH', `/customers/${customerId}`, {
      alerts: { balance_below_cny: '5', days_left: 30 },
      limits: null,
    });
    const draw = () =>
      callApi(stack.gatewayUrl, 'POST', '/v1/images/generations', {
        token: secret,
        json: { model: 'sandbox-image', prompt: 'a boat' },
      });
    await waitUntil(draw, ({ status }) => status === 200);
    await restart();
    expect(await untilTold(expected.length + 2)).toEqual(
      [...expected, ['balance.low', 'amount'], ['balance.low', 'days_left']].sort(),
    );
  });
});
