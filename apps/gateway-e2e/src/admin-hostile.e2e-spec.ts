import { callApi, sharedStack } from '@shipyard/testing';
import fc from 'fast-check';
import type { AdminBody } from './admin-client';

describe('the admin API with hostile input', () => {
  const stack = sharedStack();

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
    'searches',
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
  const headerText = fc.stringMatching(/^[!-~]([ -~]{0,30}[!-~])?$/);
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
          expect([401, 404, 405]).toContain(status);
          expect(['AUTH_TOKEN_INVALID', 'METHOD_NOT_ALLOWED', 'NOT_FOUND']).toContain(answer.error);
        },
      ),
      { numRuns: 100 },
    );
  });
});
