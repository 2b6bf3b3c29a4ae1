import { hashToken, mintToken } from '@shipyard/auth';
import { callApi, sharedStack, waitUntil } from '@shipyard/testing';
import { Admin } from './admin-client';
import type { OpenAiFailure } from './gateway-client';
import { GatewayReplica } from './gateway-replica';

/** A change of a key acts within a second, although keys are not read for each request. */
describe('the limits of a key', () => {
  const stack = sharedStack();
  const owner = new Admin(stack.gatewayUrl, stack.credentials.gateway_admin_key);
  let gateway: GatewayReplica;
  let customerId: string;
  const keyId = '00000000-0000-7000-8000-00000000c001';
  const secret = mintToken('gwk_');
  const chat = { model: 'sandbox-chat', messages: [{ role: 'user', content: 'hi' }] };

  beforeAll(async () => {
    gateway = await GatewayReplica.start(stack, { TRUSTED_PROXIES: '127.0.0.0/8' });
    ({ customerId } = await owner.customer());
    await stack.query(
      'gateway',
      `INSERT INTO enterprise_keys (id, customer_id, name, secret_hash, last4, scopes)
       VALUES ($1, $3, 'Terms', $2, 'abcd', '{text,image}')`,
      [keyId, hashToken(secret), customerId],
    );
  });

  afterAll(() => gateway.end('SIGTERM'));

  const ask = (headers: Record<string, string> = {}, token = secret) =>
    callApi<OpenAiFailure>(gateway.url, 'POST', '/v1/chat/completions', { token, json: chat, headers });
  const codeOf = async (answer: ReturnType<typeof ask>) => {
    const { status, body } = await answer;
    return status === 200 ? 'answered' : body.error.code;
  };

  const change = (terms: string, values: unknown[] = []) =>
    stack.query('gateway', `UPDATE enterprise_keys SET ${terms} WHERE id = '${keyId}'`, values);
  const expectSoon = (code: string, headers?: Record<string, string>, token?: string) =>
    waitUntil(
      () => codeOf(ask(headers, token)),
      (found) => found === code,
      { giveUpAfterMs: 5_000 },
    );

  it('apply to addresses that trusted proxies forward', async () => {
    expect(await codeOf(ask())).toBe('answered');
    await change(`allowed_ips = '{198.51.100.0/24,10.1}'`);
    await expectSoon('ip_not_allowed');
    expect(await codeOf(ask({ 'x-forwarded-for': '198.51.100.7' }))).toBe('answered');
    expect(await codeOf(ask({ 'x-forwarded-for': '198.51.100.7, 192.0.2.1' }))).toBe('ip_not_allowed');
    const balance = await callApi<OpenAiFailure>(gateway.url, 'GET', '/v1/balance', { token: secret });
    expect([balance.status, balance.body.error.code]).toEqual([403, 'ip_not_allowed']);
    await change('allowed_ips = NULL');
    await expectSoon('answered');
  });

  it('apply to models of every product', async () => {
    await change(`models = '{sandbox-image}'`);
    await expectSoon('model_not_allowed');
    const { status, body } = await ask();
    expect([status, body.error]).toMatchObject([
      403,
      { type: 'permission_error', code: 'model_not_allowed', param: 'model' },
    ]);
    await change(`models = '{sandbox-chat}'`);
    await expectSoon('answered');
    const image = await callApi<OpenAiFailure>(gateway.url, 'POST', '/v1/images/generations', {
      token: secret,
      json: { model: 'sandbox-image', prompt: 'a' },
    });
    expect(image.body.error.code).toBe('model_not_allowed');
    await change('models = NULL');
    await expectSoon('answered');
  });

  it('keep the previous secret valid for a grace period', async () => {
    const next = mintToken('gwk_');
    await change(
      `previous_secret_hash = secret_hash, secret_hash = $1, previous_valid_until = now() + interval '1 hour'`,
      [hashToken(next)],
    );
    await expectSoon('answered', {}, next);
    expect(await codeOf(ask())).toBe('answered');
    await change(`previous_valid_until = now()`);
    await expectSoon('invalid_api_key');
    expect(await codeOf(ask({}, next))).toBe('answered');
    await change(`secret_hash = previous_secret_hash, previous_secret_hash = NULL, previous_valid_until = NULL`);
    await expectSoon('answered');
  });

  it('end the previous secret exactly when its grace period ends', async () => {
    const { keyId: rotatedId, secret: old } = await owner.customer();
    expect(await codeOf(ask({}, old))).toBe('answered');
    const { key, secret: next } = await owner.do<{ key: { previous_valid_until: string }; secret: string }>(
      'POST',
      `/keys/${rotatedId}/rotate`,
      { grace_seconds: 3 },
    );
    const endsAt = Date.parse(key.previous_valid_until);
    for (let code: string | null = 'answered'; code === 'answered';) {
      const askedAt = Date.now();
      code = await codeOf(ask({}, old));
      // Both clocks are this machine's, but Postgres has microseconds.
      if (code === 'answered') expect(askedAt).toBeLessThanOrEqual(endsAt);
      else expect([code, Date.now() >= endsAt]).toEqual(['invalid_api_key', true]);
    }
    expect(await codeOf(ask({}, next))).toBe('answered');
    await stack.query(
      'gateway',
      `UPDATE enterprise_keys SET previous_valid_until = now() + interval '1 hour' WHERE id = $1`,
      [rotatedId],
    );
    await expectSoon('answered', {}, old);
    await stack.query(
      'gateway',
      `UPDATE enterprise_keys SET previous_valid_until = now() - interval '1 second' WHERE id = $1`,
      [rotatedId],
    );
    await expectSoon('invalid_api_key', {}, old);
  });

  it('stop every call of a customer who is suspended', async () => {
    const suspend = (status: string) =>
      stack.query('gateway', 'UPDATE customers SET status = $1 WHERE id = $2', [status, customerId]);
    await suspend('suspended');
    await expectSoon('customer_suspended');
    await suspend('active');
    await expectSoon('answered');
  });

  it('end when the key is revoked or has expired', async () => {
    await change(`expires_at = now() + interval '1 hour'`);
    expect(await codeOf(ask())).toBe('answered');
    await change('expires_at = now()');
    await expectSoon('invalid_api_key');
    await change('expires_at = NULL');
    await expectSoon('answered');
    await change('revoked_at = now()');
    await expectSoon('invalid_api_key');
  });
});
