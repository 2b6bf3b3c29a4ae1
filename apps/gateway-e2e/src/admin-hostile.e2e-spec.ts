import { callApi, sharedStack } from '@shipyard/testing';
import fc from 'fast-check';
import { Admin, type AdminBody } from './admin-client';

const RUNS = 300;

describe('the admin API with hostile input', () => {
  const stack = sharedStack();
  const owner = new Admin(stack.gatewayUrl, stack.credentials.gateway_admin_key);

  const id = fc.constantFrom(
    '00000000-0000-7000-8000-00000000d001',
    '00000000-0000-7000-8000-000000000000',
    'sandbox',
    'sandbox-chat',
    'x',
    '%00',
    '%F0%9F%98%80',
    'a%2Fb',
    '..%2f',
    '%',
  );
  const things = fc.constantFrom(
    'customers',
    'keys',
    'suppliers',
    'models',
    'routes',
    'prices',
    'ledger',
    'audit',
    'tasks',
    'admin-keys',
    'users',
    'reconciliation',
    'login',
    'nothing',
  );
  const query = fc.oneof(
    fc.constant(''),
    fc
      .tuple(
        fc.constantFrom('limit', 'cursor', 'customer_id', 'request_id', 'from', 'to', 'format', '__proto__'),
        fc.string({ unit: 'grapheme', maxLength: 20 }),
      )
      .map(([name, value]) => `?${name}=${encodeURIComponent(value)}`),
    fc.stringMatching(/^\?[!-~]{0,20}$/),
  );
  const path = fc
    .tuple(
      things,
      fc.option(id),
      fc.option(fc.constantFrom('balance', 'credits', 'rotate', 'test', 'routes', 'prices')),
      query,
    )
    .map(
      ([thing, name, rest, text]) =>
        `/${thing}${name === null ? '' : `/${name}`}${name === null || rest === null ? '' : `/${rest}`}${text}`,
    );
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom(
      'a\0b',
      '\ud800',
      '1e999',
      1e21,
      -1,
      '',
      '12.50',
      'text',
      'UTC',
      'sandbox',
      '2099-01-01T00:00:00Z',
      [null],
      [[]],
      {},
      true,
    ),
    fc.string({ unit: 'binary', maxLength: 20 }),
  );
  const field = fc.constantFrom(
    'name',
    'time_zone',
    'status',
    'amount_cny',
    'reason',
    'customer_id',
    'scopes',
    'models',
    'rpm',
    'budget',
    'allowed_ips',
    'expires_at',
    'grace_seconds',
    'id',
    'kind',
    'base_url',
    'api_keys',
    'timeouts',
    'internal',
    'product',
    'owned_by',
    'sizes',
    'input_modalities',
    'supplier_id',
    'upstream_model',
    'supplier_prices',
    'units',
    'effective_from',
    'email',
    'password',
    'role',
    '__proto__',
    'constructor',
    'toString',
  );
  const body = fc.oneof(
    fc
      .array(fc.tuple(field, value), { maxLength: 6 })
      .map(
        (entries) =>
          `{${entries.map(([name, member]) => `${JSON.stringify(name)}:${JSON.stringify(member)}`).join(',')}}`,
      ),
    value.map((member) => JSON.stringify(member)),
    fc.string({ maxLength: 30 }),
  );
  const headerText = fc.stringMatching(/^[!-~]([ -~]{0,30}[!-~])?$/);
  const headers = fc.record(
    {
      'idempotency-key': headerText,
      'x-csrf-token': headerText,
      cookie: headerText,
      'x-forwarded-for': headerText,
      'content-type': fc.constantFrom('application/json', 'text/plain', 'application/json; charset=x'),
    },
    { requiredKeys: [] },
  );

  it('answers in its envelope, never with a 5xx', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('GET', 'POST', 'PUT', 'PATCH'),
        path,
        body,
        headers,
        async (method, where, text, sent) => {
          const answer = await callApi<AdminBody<unknown>>(stack.gatewayUrl, method, `/admin${where}`, {
            token: owner.key,
            headers: { 'content-type': 'application/json', ...sent },
            body: method === 'GET' ? undefined : text,
          });
          expect({ method, where, text, status: answer.status, isFault: answer.status >= 500 }).toMatchObject({
            isFault: false,
          });
          expect(answer.headers.get('x-request-id')).toMatch(/\S/);
          if (answer.headers.get('content-type')?.startsWith('text/csv')) return;
          expect(answer.body).toMatchObject(
            answer.status < 300
              ? { ok: true, data: expect.anything() as unknown }
              : {
                  ok: false,
                  error: expect.stringMatching(/^[A-Z_]+$/) as string,
                  message: expect.stringMatching(/\S/) as string,
                },
          );
        },
      ),
      { numRuns: RUNS },
    );
    expect((await callApi<{ status: string }>(stack.gatewayUrl, 'GET', '/readyz')).body.status).toBe('ok');
  });

  it('limits the size of a sign-in body', async () => {
    const send = (padding: number) =>
      callApi<AdminBody<unknown>>(stack.gatewayUrl, 'POST', '/admin/login', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'x'.repeat(padding), password: 'x' }),
      });
    expect(await send(65 * 1024)).toMatchObject({ status: 413, body: { ok: false, error: 'PAYLOAD_TOO_LARGE' } });
    expect(await send(60 * 1024)).toMatchObject({ status: 400, body: { ok: false, error: 'VALIDATION_FAILED' } });
  });

  it('gives the same answer to every call without a valid key', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE'),
        path.filter((where) => !where.startsWith('/login')),
        headerText,
        async (method, where, authorization) => {
          const { status, body: answer } = await callApi<AdminBody<unknown>>(
            stack.gatewayUrl,
            method,
            `/admin${where}`,
            { headers: { authorization } },
          );
          expect([401, 404]).toContain(status);
          expect(['AUTH_TOKEN_INVALID', 'NOT_FOUND']).toContain(answer.error);
        },
      ),
      { numRuns: 100 },
    );
  });
});
