import { randomUUID } from 'node:crypto';
import { callApi, sharedStack, waitUntil } from '@shipyard/testing';
import { Admin, NO_KEY_DEFAULTS, NO_LIMITS } from './admin-client';
import { nanoOf, type OpenAiFailure, Operator } from './gateway-client';

interface CustomerItem {
  id: string;
  balance_cny: string;
  held_cny: string;
  credit_line_cny: string;
  overdue_at: string | null;
  limits: Record<string, unknown>;
}

const CHAT = { model: 'sandbox-chat', messages: [{ role: 'user', content: 'hi' }], max_tokens: 20 };

describe('what an operator allows a customer', () => {
  const stack = sharedStack();
  const { gatewayUrl, credentials } = stack;
  const admin = new Admin(gatewayUrl, credentials.gateway_admin_key);
  const operator = new Operator(gatewayUrl, credentials.gateway_admin_key);

  const chat = (token: string, more: object = {}) =>
    callApi<OpenAiFailure>(gatewayUrl, 'POST', '/v1/chat/completions', { token, json: { ...CHAT, ...more } });
  const task = (token: string) =>
    callApi<OpenAiFailure>(gatewayUrl, 'POST', '/v1/images/tasks', {
      token,
      json: { model: 'sandbox-image', prompt: 'a' },
    });
  /** A task holds its price until it is retrieved. */
  const draw = async (token: string) => {
    const { status, body } = await task(token);
    const { id } = body as unknown as { id: string };
    await waitUntil(
      () => callApi<{ status: string }>(gatewayUrl, 'GET', `/v1/images/tasks/${id}`, { token }),
      (read) => read.body.status === 'succeeded',
    );
    return status;
  };
  const codeOf = async (answer: Promise<{ status: number; body: OpenAiFailure }>) => {
    const { status, body } = await answer;
    return status < 300 ? status : body.error.code;
  };
  const change = async (customerId: string, json: object) =>
    (await admin.do<{ customer: CustomerItem }>('PATCH', `/customers/${customerId}`, json)).customer;
  const find = async (customerId: string) =>
    (await admin.do<{ customer: CustomerItem }>('GET', `/customers/${customerId}`)).customer;
  const soon = <Found>(read: () => Promise<Found>, isThere: (found: Found) => boolean) =>
    waitUntil(read, isThere, { giveUpAfterMs: 5_000 });
  const anotherKey = async (customerId: string) =>
    (
      await admin.do<{ secret: string }>('POST', '/keys', {
        customer_id: customerId,
        name: 'Another',
        scopes: ['text', 'image'],
      })
    ).secret;

  it('is shown, stays if it is absent, and goes with null', async () => {
    const { customerId } = await admin.customer('1');
    expect(await find(customerId)).toMatchObject({ credit_line_cny: '0.00', overdue_at: null, limits: NO_LIMITS });
    const limits = { rpm: 5, spend_day_cny: '1.50', models: ['sandbox-chat'] };
    const set = await change(customerId, { limits, credit_line_cny: '2.5', overdue_at: '2099-01-01T08:00:00+08:00' });
    const shown = {
      limits: { ...NO_LIMITS, ...limits },
      credit_line_cny: '2.50',
      overdue_at: '2099-01-01T00:00:00.000Z',
    };
    expect(set).toMatchObject(shown);
    expect(await change(customerId, { name: 'Other' })).toMatchObject(shown);
    expect((await change(customerId, { limits: { rpm: null } })).limits).toEqual({
      ...NO_LIMITS,
      ...limits,
      rpm: null,
    });
    expect(await change(customerId, { limits: null, overdue_at: null, credit_line_cny: '0' })).toMatchObject({
      limits: NO_LIMITS,
      overdue_at: null,
      credit_line_cny: '0.00',
    });
    for (const wrong of [
      { limits: { rpm: 0 } },
      { limits: { spend_day_cny: 1 } },
      { limits: { speed: 1 } },
      { limits: { models: [] } },
      { credit_line_cny: '-1' },
      { credit_line_cny: null },
      { overdue_at: 'soon' },
    ])
      expect((await admin.call('PATCH', `/customers/${customerId}`, wrong)).body.error).toBe('VALIDATION_FAILED');
  });

  it('has defaults for new keys, which a key may do without', async () => {
    const { customerId, keyId } = await admin.customer('1');
    const budget = { amount_cny: '3.00', period: 'day' };
    const key_defaults = { rpm: 7, models: ['sandbox-chat'], budget };
    await change(customerId, { key_defaults: { rpm: 7, tpm: 9, budget: { amount_cny: '3', period: 'day' } } });
    await change(customerId, { key_defaults: { tpm: null, models: ['sandbox-chat'] } });
    expect(await find(customerId)).toMatchObject({ key_defaults: { ...NO_KEY_DEFAULTS, ...key_defaults } });
    const keyOf = async (terms: object) =>
      (
        await admin.do<{ key: object }>('POST', '/keys', {
          customer_id: customerId,
          name: 'New',
          scopes: ['text'],
          ...terms,
        })
      ).key;
    expect(await keyOf({})).toMatchObject({ ...key_defaults, tpm: null });
    expect(await keyOf({ rpm: 100, models: null, budget: null })).toMatchObject({
      rpm: 100,
      models: null,
      budget: null,
    });
    expect(await admin.do('GET', `/keys/${keyId}`)).toMatchObject({ key: { rpm: null, models: null } });
    await change(customerId, { key_defaults: null });
    expect(await keyOf({})).toMatchObject({ rpm: null, models: null, budget: null });
    for (const wrong of [{ rpm: 0 }, { speed: 1 }, { models: [] }, { budget: { amount_cny: '-1', period: 'day' } }])
      expect((await admin.call('PATCH', `/customers/${customerId}`, { key_defaults: wrong })).body.error).toBe(
        'VALIDATION_FAILED',
      );
  });

  describe('in a minute', () => {
    it('counts for all its keys together, and the error and the headers say whose limit it was', async () => {
      const { customerId, secret } = await admin.customer('10', { rpm: 100 });
      const other = await anotherKey(customerId);
      await change(customerId, { limits: { rpm: 3 } });
      const headers = await soon(
        async () => (await chat(secret)).headers,
        (found) => found.get('x-ratelimit-limit-requests') === '3',
      );
      let left = Number(headers.get('x-ratelimit-remaining-requests'));
      for (; left > 0; left -= 1) {
        const answer = await chat(other);
        expect([answer.status, answer.headers.get('x-ratelimit-remaining-requests')]).toEqual([200, String(left - 1)]);
      }
      for (const token of [secret, other]) {
        const { status, body, headers: refused } = await chat(token);
        expect([status, body.error.code, body.error.type]).toEqual([429, 'rate_limit_exceeded', 'rate_limit_error']);
        expect(body.error.message).toContain('customer');
        expect(Number(refused.get('retry-after'))).toBeGreaterThan(0);
        expect(refused.get('x-ratelimit-limit-requests')).toBe('3');
      }
      // What the customer's limit refused does not count for the key.
      await change(customerId, { limits: null });
      const back = await soon(
        () => chat(secret),
        ({ status }) => status === 200,
      );
      expect(back.headers.get('x-ratelimit-limit-requests')).toBe('100');
      expect(Number(back.headers.get('x-ratelimit-remaining-requests'))).toBeGreaterThan(90);
    });

    it('says nothing of the customer if the limit of the key refused', async () => {
      const { customerId, secret } = await admin.customer('10', { rpm: 1 });
      const other = await anotherKey(customerId);
      await change(customerId, { limits: { rpm: 50 } });
      await soon(
        async () => (await chat(other)).headers.get('x-ratelimit-limit-requests'),
        (limit) => limit === '50',
      );
      await chat(secret);
      for (let time = 0; time < 5; time += 1) {
        const { body } = await chat(secret);
        expect([body.error.code, body.error.message.includes('customer')]).toEqual(['rate_limit_exceeded', false]);
      }
      // What the key's own limit refused does not weigh on the others.
      expect(Number((await chat(other)).headers.get('x-ratelimit-remaining-requests'))).toBeGreaterThan(40);
    });
  });

  it('is a list of models', async () => {
    const { customerId, secret } = await admin.customer('10');
    await change(customerId, { limits: { models: ['sandbox-image'] } });
    const { body } = await soon(
      () => chat(secret),
      ({ status }) => status === 403,
    );
    expect(body.error).toMatchObject({ code: 'model_not_allowed', param: 'model' });
    expect(body.error.message).toContain('customer');
    expect(await draw(secret)).toBe(202);
  });

  describe('to spend', () => {
    it.each(['spend_day_cny', 'spend_month_cny'])(
      'by %s is never exceeded, however many ask at once',
      async (limit) => {
        const { customerId, secret } = await admin.customer('10');
        const first = await chat(secret);
        const cost = nanoOf(first.headers.get('x-gateway-cost-cny') ?? '');
        // What was spent before counts.
        const allowed = cost * 4n + cost / 2n;
        await change(customerId, { limits: { [limit]: `0.${String(allowed).padStart(9, '0')}` } });
        const secrets = [secret, await anotherKey(customerId)];
        for (let round = 0; round < 3; round += 1)
          await Promise.all(Array.from({ length: 8 }, (_, at) => chat(secrets[at % 2] ?? '')));
        const { body } = await soon(
          () => chat(secret),
          ({ status }) => status !== 200,
        );
        expect([body.error.code, body.error.type]).toEqual(['insufficient_quota', 'insufficient_quota']);
        expect(body.error.message).toContain('customer');
        const refused = await task(secret);
        expect([refused.body.error.code, refused.body.error.message.includes('customer')]).toEqual([
          'insufficient_quota',
          true,
        ]);
        const { balance_cny } = await find(customerId);
        const spent = 10_000_000_000n - nanoOf(balance_cny);
        expect([spent <= allowed, spent > 0n]).toEqual([true, true]);

        // A refund gives back what may be spent.
        const path = `/requests/${first.headers.get('x-request-id')}/refund`;
        await admin.do('POST', path, { reason: 'x' }, { headers: { 'idempotency-key': randomUUID() } });
        const [row] = await stack.query(
          'gateway',
          `SELECT spent_day_nano::text AS day, spent_month_nano::text AS month FROM customers WHERE id = $1`,
          [customerId],
        );
        expect(row).toEqual({ day: String(spent - cost), month: String(spent - cost) });
        await change(customerId, { limits: null });
        await soon(
          () => codeOf(chat(secret)),
          (code) => code === 200,
        );
      },
    );

    it('does not name the customer if the budget of the key is used up', async () => {
      const { customerId, secret } = await admin.customer('10', { budget: { amount_cny: '0', period: 'day' } });
      await change(customerId, { limits: { spend_day_cny: '5' } });
      const { body } = await chat(secret);
      expect([body.error.code, body.error.message.includes('customer')]).toEqual(['insufficient_quota', false]);
    });
  });

  describe('to owe', () => {
    it('is the credit line, exactly, also for tasks and debits', async () => {
      const { customerId, secret } = await admin.customer('0.000000001');
      expect(await codeOf(chat(secret))).toBe('insufficient_quota');
      expect(await codeOf(task(secret))).toBe('insufficient_quota');
      await change(customerId, { credit_line_cny: '0.001' });
      await Promise.all(Array.from({ length: 30 }, () => chat(secret)));
      await soon(
        () => codeOf(chat(secret)),
        (code) => code === 'insufficient_quota',
      );
      const owed = await soon(
        () => find(customerId),
        ({ held_cny }) => held_cny === '0.00',
      );
      const balance = nanoOf(owed.balance_cny);
      expect([balance < 0n, balance >= -1_000_000n]).toEqual([true, true]);

      const lower = await admin.call('PATCH', `/customers/${customerId}`, { credit_line_cny: '0' });
      expect([lower.status, lower.body.error]).toEqual([409, 'CONFLICT']);
      const credit = (amount_cny: string) =>
        admin.call<{ balance_cny: string }>(
          'POST',
          `/customers/${customerId}/credits`,
          { amount_cny, reason: 'x' },
          { headers: { 'idempotency-key': randomUUID() } },
        );
      expect((await credit('-0.001')).body.error).toBe('BALANCE_TOO_LOW');
      await expect(
        stack.query('gateway', 'UPDATE customers SET balance_nano = -1000001 WHERE id = $1', [customerId]),
      ).rejects.toMatchObject({ code: '23514' });
      await credit('1');
      await change(customerId, { credit_line_cny: '0.5' });
      expect(await draw(secret)).toBe(202);
      expect((await operator.reconciliation()).mismatches).toEqual([]);
    });

    it('ends when the customer is overdue', async () => {
      const { customerId, secret } = await admin.customer('10');
      expect(await codeOf(chat(secret))).toBe(200);
      await change(customerId, { overdue_at: '2099-01-01T00:00:00Z' });
      const overdueAt = new Date(Date.now() + 1_500);
      await change(customerId, { overdue_at: overdueAt.toISOString() });
      await soon(
        () => codeOf(chat(secret)),
        (code) => code === 'customer_suspended',
      );
      expect(Date.now()).toBeGreaterThanOrEqual(overdueAt.getTime());
      const { status, body } = await callApi<OpenAiFailure>(gatewayUrl, 'GET', '/v1/balance', { token: secret });
      expect([status, body.error.type]).toEqual([403, 'permission_error']);
      await change(customerId, { overdue_at: null });
      await soon(
        () => codeOf(chat(secret)),
        (code) => code === 200,
      );
    });
  });
});
