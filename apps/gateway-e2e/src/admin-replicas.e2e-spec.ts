import { callApi, startFakeSupplier, type TestStack, waitUntil } from '@shipyard/testing';
import { Admin, type AdminBody } from './admin-client';
import { terms } from './catalog-rows';
import { startGatewayStack } from './gateway-stack';

/** A change acts within a second. A test fails after ten. */
const SOON = { giveUpAfterMs: 10_000 };

const TERMS = { ...terms, display_name: 'Two' };

describe('a change through one of two gateways', () => {
  let stack: TestStack;
  let otherUrl: string;
  let owner: Admin;
  const units = (price: string) =>
    ['input_1k_tokens', 'output_1k_tokens'].map((unit_type) => ({ unit_type, unit_name: unit_type, price_cny: price }));

  beforeAll(async () => {
    stack = await startGatewayStack({ starts: ['gateway'] });
    otherUrl = await stack.addGateway();
    owner = new Admin(stack.gatewayUrl, stack.credentials.gateway_admin_key);
  });

  afterAll(() => stack.stop());

  const chat = (token: string, model: string) =>
    callApi<{ error?: { code: string } }>(otherUrl, 'POST', '/v1/chat/completions', {
      token,
      json: { model, messages: [{ role: 'user', content: 'a' }] },
    });
  const untilChat = async (token: string, model: string, status: number, code?: string) => {
    const { body } = await waitUntil(
      () => chat(token, model),
      (answer) => answer.status === status,
      SOON,
    );
    expect(body.error?.code).toBe(code);
  };

  it('of a key or customer acts on the other', async () => {
    const { keyId, customerId, secret } = await owner.customer();
    await untilChat(secret, 'sandbox-chat', 200);
    await owner.do('PATCH', `/customers/${customerId}`, { status: 'suspended' });
    await untilChat(secret, 'sandbox-chat', 403, 'customer_suspended');
    await owner.do('PATCH', `/customers/${customerId}`, { status: 'active' });
    await untilChat(secret, 'sandbox-chat', 200);
    await owner.do('PATCH', `/keys/${keyId}`, { scopes: ['image'] });
    await untilChat(secret, 'sandbox-chat', 403, 'insufficient_scope');
    await owner.do('PATCH', `/keys/${keyId}`, { scopes: ['text'] });
    await untilChat(secret, 'sandbox-chat', 200);
    const rotated = await owner.do<{ secret: string }>('POST', `/keys/${keyId}/rotate`, { grace_seconds: 0 });
    await untilChat(secret, 'sandbox-chat', 401, 'invalid_api_key');
    await untilChat(rotated.secret, 'sandbox-chat', 200);
    await owner.do('DELETE', `/keys/${keyId}`);
    await untilChat(rotated.secret, 'sandbox-chat', 401, 'invalid_api_key');
  });

  it('of a model, its route or its price acts on the other', async () => {
    const { secret } = await owner.customer();
    await owner.do('PUT', '/models/two', TERMS);
    const { route } = await owner.do<{ route: { id: string } }>('POST', '/models/two/routes', {
      supplier_id: 'sandbox',
      upstream_model: 'sandbox-chat',
    });
    await untilChat(secret, 'two', 503, 'service_unavailable');
    await owner.do('POST', '/models/two/prices', { units: units('0.001') });
    await untilChat(secret, 'two', 200);
    await owner.do('PATCH', `/routes/${route.id}`, { enabled: false });
    await untilChat(secret, 'two', 503, 'no_route_available');
    await owner.do('PATCH', `/routes/${route.id}`, { enabled: true });
    await untilChat(secret, 'two', 200);
    await owner.do('POST', '/models/two/prices', { units: units('0.5') });
    await waitUntil(
      () => callApi<{ pricing: { units: { price_cny: number }[] } }>(otherUrl, 'GET', '/v1/models/two'),
      ({ body }) => body.pricing.units[0]?.price_cny === 0.5,
      SOON,
    );
    await owner.do('PUT', '/models/two', { ...TERMS, active: false });
    await untilChat(secret, 'two', 404, 'model_not_found');
  });

  it('of money or a budget acts on the other', async () => {
    const { keyId, customerId, secret } = await owner.customer('0.000000001');
    await untilChat(secret, 'sandbox-chat', 429, 'insufficient_quota');
    await owner.do(
      'POST',
      `/customers/${customerId}/credits`,
      { amount_cny: '10', reason: 'Two' },
      { headers: { 'idempotency-key': `two ${customerId}` } },
    );
    await untilChat(secret, 'sandbox-chat', 200);
    await owner.do('PATCH', `/keys/${keyId}`, { budget: { amount_cny: '0', period: 'day' } });
    await untilChat(secret, 'sandbox-chat', 429, 'insufficient_quota');
    await owner.do('PATCH', `/keys/${keyId}`, { budget: null });
    await untilChat(secret, 'sandbox-chat', 200);
    const { balance_cny } = await owner.do<{ balance_cny: string }>('GET', `/customers/${customerId}/balance`);
    await owner.do(
      'POST',
      `/customers/${customerId}/credits`,
      { amount_cny: `-${balance_cny}`, reason: 'Two' },
      { headers: { 'idempotency-key': `back ${customerId}` } },
    );
    await untilChat(secret, 'sandbox-chat', 429, 'insufficient_quota');
  });

  it('of a supplier acts on the other', async () => {
    const fake = await startFakeSupplier();
    try {
      const { secret } = await owner.customer();
      await owner.do('POST', '/suppliers', {
        id: 'fake',
        kind: 'openai',
        internal: true,
        base_url: fake.baseUrl,
        api_keys: [fake.apiKey],
      });
      await owner.do('PUT', '/models/three', { ...TERMS, display_name: 'Three' });
      await owner.do('POST', '/models/three/routes', { supplier_id: 'fake', upstream_model: 'up' });
      await owner.do('POST', '/models/three/prices', { units: units('0.001') });
      await untilChat(secret, 'three', 200);
      await owner.do('PATCH', '/suppliers/fake', { base_url: 'http://127.0.0.1:9/v1' });
      await untilChat(secret, 'three', 502, 'upstream_error');
      await owner.do('PATCH', '/suppliers/fake', { base_url: fake.baseUrl });
      await untilChat(secret, 'three', 200);
    } finally {
      await fake.close();
    }
  });

  it('of console users acts on the other, and so do failed sign-ins', async () => {
    const other = new Admin(otherUrl, owner.key);
    const key = await owner.as('viewer');
    expect((await callApi(otherUrl, 'GET', '/admin/customers', { token: key.key })).status).toBe(200);
    await owner.do('DELETE', `/admin-keys/${key.id}`);
    expect((await callApi(otherUrl, 'GET', '/admin/customers', { token: key.key })).status).toBe(401);
    const json = { email: 'two@example.com', password: 'correct horse battery' };
    const { user } = await other.do<{ user: { id: string } }>('POST', '/users', { ...json, role: 'viewer' });
    const fail = (url: string) =>
      callApi<AdminBody<unknown>>(url, 'POST', '/admin/login', { json: { ...json, password: 'wrong password' } });
    for (const url of [
      stack.gatewayUrl,
      otherUrl,
      stack.gatewayUrl,
      otherUrl,
      stack.gatewayUrl,
      otherUrl,
      stack.gatewayUrl,
      otherUrl,
      stack.gatewayUrl,
      otherUrl,
    ]) {
      expect((await fail(url)).status).toBe(401);
    }
    // Without Redis each process counts for itself.
    if (stack.redis !== null)
      for (const url of [stack.gatewayUrl, otherUrl]) expect((await fail(url)).body.error).toBe('RATE_LIMITED');
    await owner.do('DELETE', `/users/${user.id}`);
  });

  it('keeps the reconciliation right, which names a difference', async () => {
    const { customerId } = await owner.customer('10');
    const books = () =>
      owner.do<{ checked_at: string; customers: number; drift_cny: string; open_holds: object; mismatches: object[] }>(
        'GET',
        '/reconciliation',
      );
    expect(await books()).toMatchObject({
      checked_at: expect.stringMatching(/Z$/) as string,
      customers: expect.any(Number) as number,
      drift_cny: '0.00',
      mismatches: [],
      open_holds: { count: expect.any(Number) as number, oldest_seconds: expect.any(Number) as number },
    });
    await stack.query('gateway', 'UPDATE customers SET balance_nano = balance_nano + 7 WHERE id = $1', [customerId]);
    expect(await books()).toMatchObject({
      drift_cny: '0.000000007',
      mismatches: [{ kind: 'balance', id: customerId, recorded_cny: '10.000000007', recomputed_cny: '10.00' }],
    });
    await stack.query('gateway', 'UPDATE customers SET balance_nano = balance_nano - 7 WHERE id = $1', [customerId]);
  });

  it('cannot demote the last owner', async () => {
    const json = stack.credentials.gateway_console;
    const { headers, body } = await callApi<AdminBody<{ csrf_token: string; user: { id: string } }>>(
      otherUrl,
      'POST',
      '/admin/login',
      { json },
    );
    const demote = () =>
      callApi<AdminBody<unknown>>(otherUrl, 'PATCH', `/admin/users/${body.data.user.id}`, {
        json: { role: 'operator' },
        headers: {
          cookie: headers.get('set-cookie')?.split(';')[0] ?? '',
          'x-csrf-token': body.data.csrf_token,
        },
      });
    await stack.query('gateway', `UPDATE admin_keys SET revoked_at = now() WHERE role = 'owner'`);
    const refused = await demote();
    await stack.query('gateway', `UPDATE admin_keys SET revoked_at = NULL WHERE role = 'owner'`);
    expect([refused.status, refused.body.error]).toEqual([409, 'CONFLICT']);
    expect((await owner.do<{ user: object }>('GET', `/users/${body.data.user.id}`)).user).toMatchObject({
      role: 'owner',
    });
  });

  it('cannot remove the last owner, even by parallel requests', async () => {
    const other = new Admin(otherUrl, owner.key);
    const { items: users } = await owner.do<{ items: { id: string; role: string }[] }>('GET', '/users');
    const [user] = users.filter(({ role }) => role === 'owner');
    const { items: keys } = await owner.do<{ items: { id: string; role: string; revoked_at: string | null }[] }>(
      'GET',
      '/admin-keys',
    );
    const [key] = keys.filter(({ role, revoked_at }) => role === 'owner' && revoked_at === null);
    const answers = await Promise.all([
      owner.call('DELETE', `/admin-keys/${key?.id}`),
      other.call('DELETE', `/users/${user?.id}`),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const [left] = await stack.query(
      'gateway',
      `SELECT (SELECT count(*) FROM admin_keys WHERE role = 'owner' AND revoked_at IS NULL) + (SELECT count(*) FROM console_users WHERE role = 'owner') AS owners`,
    );
    expect(left).toEqual({ owners: '1' });
  });

  it('is refused while Postgres is unavailable', async () => {
    await stack.postgres.pause();
    const { status, body } = await owner.call('POST', '/customers', { name: 'a' });
    await stack.postgres.resume();
    expect([status, body.error]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  });
});
