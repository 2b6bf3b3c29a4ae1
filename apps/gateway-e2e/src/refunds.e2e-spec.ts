import { randomUUID } from 'node:crypto';
import { callApi, sharedStack, waitUntil } from '@shipyard/testing';
import { Admin } from './admin-client';
import { nanoOf, Operator } from './gateway-client';

interface Entry {
  id: string;
  request_id: string;
  kind: string;
  account: string;
  amount_cny: string;
  key_id: string;
  model: string;
}

interface Balance {
  balance_cny: string;
  budget: { used_cny: string } | null;
}

const CHAT = { model: 'sandbox-chat', messages: [{ role: 'user', content: 'Say something long' }] };
const inCny = (nano: bigint) => `${nano / 1_000_000_000n}.${String(nano % 1_000_000_000n).padStart(9, '0')}`;

describe('a refund of a request', () => {
  const stack = sharedStack();
  const { gatewayUrl, credentials } = stack;
  const admin = new Admin(gatewayUrl, credentials.gateway_admin_key);
  const operator = new Operator(gatewayUrl, credentials.gateway_admin_key);

  const balance = async (token: string) => (await callApi<Balance>(gatewayUrl, 'GET', '/v1/balance', { token })).body;

  async function charged(terms: object = { budget: { amount_cny: '5', period: 'month' } }) {
    const customer = await admin.customer('10', terms);
    return { ...customer, ...(await charge(customer.secret)) };
  }

  async function charge(token: string) {
    const { headers } = await callApi(gatewayUrl, 'POST', '/v1/chat/completions', { token, json: CHAT });
    return {
      requestId: headers.get('x-request-id') ?? '',
      chargedNano: nanoOf(headers.get('x-gateway-cost-cny') ?? ''),
    };
  }

  const refund = (requestId: string, json: object, key: string = randomUUID()) =>
    admin.call<{ entry: Entry }>('POST', `/requests/${requestId}/refund`, json, {
      headers: { 'idempotency-key': key },
    });

  it('comes in parts up to the charge, and restores balance and budget exactly', async () => {
    const { requestId, chargedNano, secret, customerId, keyId } = await charged();
    const part = chargedNano / 3n;
    const first = await refund(requestId, { amount_cny: inCny(part), reason: 'Too slow' });
    expect([first.status, first.body.data.entry]).toMatchObject([
      201,
      { request_id: requestId, kind: 'credit', account: 'customer', key_id: keyId, model: CHAT.model },
    ]);
    expect(nanoOf(first.body.data.entry.amount_cny)).toBe(part);
    const after = await balance(secret);
    expect(nanoOf(after.balance_cny)).toBe(10_000_000_000n - chargedNano + part);
    expect(nanoOf(after.budget?.used_cny ?? '')).toBe(chargedNano - part);

    const more = await refund(requestId, { amount_cny: inCny(chargedNano - part + 1n), reason: 'More' });
    expect([more.status, more.body.error]).toEqual([409, 'CONFLICT']);
    const rest = await refund(requestId, { reason: 'The rest' });
    expect(nanoOf(rest.body.data.entry.amount_cny)).toBe(chargedNano - part);
    const nothing = await refund(requestId, { reason: 'Again' });
    expect([nothing.status, nothing.body.error]).toEqual([409, 'CONFLICT']);

    const whole = await balance(secret);
    expect([whole.balance_cny, whole.budget?.used_cny]).toEqual(['10.00', '0.00']);
    const rows = await operator.ledgerOf(requestId);
    expect(rows.reduce((sum, { amount_cny }) => sum + nanoOf(amount_cny), 0n)).toBe(0n);
    expect(rows.filter(({ kind }) => kind === 'credit')).toHaveLength(4);

    const { request } = await waitUntil(
      () => admin.call<{ request: { cost_cny: string; refunded_cny: string } }>('GET', `/requests/${requestId}`),
      ({ status }) => status === 200,
    ).then(({ body }) => body.data);
    expect([nanoOf(request.cost_cny), nanoOf(request.refunded_cny)]).toEqual([chargedNano, chargedNano]);
    const { items } = await admin.do<{ items: { cost_cny: string; requests: number }[] }>(
      'GET',
      `/usage?customer_id=${customerId}&group_by=customer`,
    );
    expect(items).toMatchObject([{ cost_cny: '0.00' }]);
    const { body: own } = await callApi<{ data: { refunded_cny: string | null }[] }>(
      gatewayUrl,
      'GET',
      '/v1/requests',
      {
        token: secret,
      },
    );
    expect(own.data.filter(({ refunded_cny }) => refunded_cny !== null)).toHaveLength(1);
  });

  it('happens once for each Idempotency-Key', async () => {
    const { requestId, chargedNano, secret } = await charged();
    const key = randomUUID();
    const json = { amount_cny: inCny(chargedNano / 2n), reason: 'Once' };
    const answers = await Promise.all([1, 2, 3, 4].map(() => refund(requestId, json, key)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.data.entry.id)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')).toHaveLength(3);
    for (const other of [{ ...json, reason: 'Twice' }, { reason: 'Once' }, { ...json, amount_cny: '0.000000001' }])
      expect((await refund(requestId, other, key)).body.error).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(nanoOf((await balance(secret)).balance_cny)).toBe(10_000_000_000n - chargedNano + chargedNano / 2n);
  });

  it('never exceeds the charge, however many come at once', async () => {
    const { requestId, chargedNano, secret } = await charged();
    const json = { amount_cny: inCny(chargedNano / 2n + 1n), reason: 'At once' };
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => refund(requestId, json)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409]);
    expect(nanoOf((await balance(secret)).balance_cny)).toBe(10_000_000_000n - chargedNano + chargedNano / 2n + 1n);
    await expect(
      stack.query(
        'gateway',
        `INSERT INTO refunds (id, request_id, place, customer_id, key_id, model, charged_at, amount_nano, refunded_nano, charged_nano, reason)
         SELECT gen_random_uuid(), request_id, 2, customer_id, key_id, model, charged_at, charged_nano, amount_nano + charged_nano, charged_nano, 'x'
         FROM refunds WHERE request_id = $1`,
        [requestId],
      ),
    ).rejects.toMatchObject({ code: '23514' });
  });

  it('counts in a budget that is counted anew', async () => {
    const { requestId, chargedNano, secret, keyId } = await charged({});
    const other = await charge(secret);
    await refund(requestId, { amount_cny: inCny(chargedNano / 2n), reason: 'Before' });
    await admin.do('PATCH', `/keys/${keyId}`, { budget: { amount_cny: '5', period: 'day' } });
    const used = chargedNano - chargedNano / 2n + other.chargedNano;
    const found = await waitUntil(
      () => balance(secret),
      ({ budget }) => budget !== null,
    );
    expect(nanoOf(found.budget?.used_cny ?? '')).toBe(used);
    // The next call counts the window. A refund of an older charge counts in it too.
    const last = await charge(secret);
    await refund(requestId, { reason: 'After' });
    expect(nanoOf((await balance(secret)).budget?.used_cny ?? '')).toBe(other.chargedNano + last.chargedNano);
    expect((await operator.reconciliation()).mismatches).toEqual([]);
  });

  it('needs a charge, a key and an operator', async () => {
    const { requestId, secret } = await charged();
    const { headers } = await callApi(gatewayUrl, 'GET', '/v1/balance', { token: secret });
    const free = headers.get('x-request-id') ?? '';
    await waitUntil(
      () => admin.call('GET', `/requests/${free}`),
      ({ status }) => status === 200,
    );
    expect((await refund(free, { reason: 'x' })).body.error).toBe('CONFLICT');
    for (const id of [randomUUID(), 'x', '%00'])
      expect((await refund(id, { reason: 'x' })).body.error).toBe('NOT_FOUND');
    for (const json of [{}, { reason: 'x', amount_cny: '0' }, { reason: 'x', amount_cny: '-1' }, { reason: 'x', y: 1 }])
      expect((await refund(requestId, json)).body.error).toBe('VALIDATION_FAILED');
    const path = `/requests/${requestId}/refund`;
    expect((await admin.call('POST', path, { reason: 'x' })).body.error).toBe('VALIDATION_FAILED');
    const viewer = await admin.as('viewer');
    const more = { headers: { 'idempotency-key': 'x' } };
    expect((await viewer.call('POST', path, { reason: 'x' }, more)).body.error).toBe('FORBIDDEN');
  });
});
