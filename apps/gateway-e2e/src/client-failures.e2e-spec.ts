import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { hashToken, mintToken } from '@shipyard/auth';
import type { SupplierBehavior } from '@shipyard/testing';
import { callApi, documentedAnswerTo, sharedStack, waitUntil } from '@shipyard/testing';
import OpenAI from 'openai';
import { CheckedFetch } from './checked-fetch';
import { type FakeStack, joinFakeStack } from './fake-stack';
import { nanoOf, officialClient, type OpenAiFailure, Operator } from './gateway-client';

interface Row {
  when: string;
  status: number;
  type: string;
  code: string;
  param?: string;
  becomes: abstract new (...particulars: never[]) => Error;
  body?: Record<string, unknown>;
  raw?: Uint8Array<ArrayBuffer>;
  key?: () => string | undefined;
  supplier?: SupplierBehavior;
  /** Headers that tell the client when, or whether, to retry. */
  headers?: Record<string, string>;
}

const CALLER = 'invalid_request_error';
const messages = [{ role: 'user' as const, content: 'Say hello' }];
const bad = (when: string, code: string, param: string, body: Record<string, unknown>): Row => ({
  when,
  status: 400,
  type: CALLER,
  code,
  param,
  becomes: OpenAI.BadRequestError,
  body,
});
const upstream = (when: string, supplier: SupplierBehavior): Row => ({
  when,
  status: 502,
  type: 'api_error',
  code: 'upstream_error',
  becomes: OpenAI.InternalServerError,
  supplier,
});

/** Provokes every row of the contract's error table, over raw HTTP and through OpenAI's client. */
describe('a chat that fails', () => {
  let fake: FakeStack;
  const keys = {
    imageOnly: mintToken('gwk_'),
    suspended: mintToken('gwk_'),
    expired: mintToken('gwk_'),
    revoked: mintToken('gwk_'),
  };

  beforeAll(async () => {
    fake = await joinFakeStack(sharedStack());
    await addKey(keys.imageOnly, 'image');
    await addKey(keys.suspended, 'text', { status: 'suspended' });
    await addKey(keys.expired, 'text', { ends: 'expires_at' });
    await addKey(keys.revoked, 'text', { ends: 'revoked_at' });
  });

  afterAll(() => fake.leave());

  async function addKey(
    secret: string,
    scope: string,
    { status = 'active', ends }: { status?: string; ends?: 'expires_at' | 'revoked_at' } = {},
  ) {
    const customerId = randomUUID();
    await fake.stack.query('gateway', 'INSERT INTO customers (id, name, status) VALUES ($1, $2, $3)', [
      customerId,
      'Someone',
      status,
    ]);
    await fake.stack.query(
      'gateway',
      `INSERT INTO enterprise_keys (id, customer_id, name, secret_hash, last4, scopes${ends ? `, ${ends}` : ''})
       VALUES (gen_random_uuid(), $1, 'A key', $2, $3, ARRAY[$4]${ends ? ", now() - interval '1 second'" : ''})`,
      [customerId, hashToken(secret), secret.slice(-4), scope],
    );
  }

  const rows: Row[] = [
    {
      when: 'no key',
      status: 401,
      type: CALLER,
      code: 'missing_api_key',
      becomes: OpenAI.AuthenticationError,
      key: () => undefined,
    },
    {
      when: 'an unknown key',
      status: 401,
      type: CALLER,
      code: 'invalid_api_key',
      becomes: OpenAI.AuthenticationError,
      key: () => mintToken('gwk_'),
    },
    {
      when: 'a malformed key',
      status: 401,
      type: CALLER,
      code: 'invalid_api_key',
      becomes: OpenAI.AuthenticationError,
      key: () => 'sk-1',
    },
    {
      when: 'an expired key',
      status: 401,
      type: CALLER,
      code: 'invalid_api_key',
      becomes: OpenAI.AuthenticationError,
      key: () => keys.expired,
    },
    {
      when: 'a revoked key',
      status: 401,
      type: CALLER,
      code: 'invalid_api_key',
      becomes: OpenAI.AuthenticationError,
      key: () => keys.revoked,
    },
    {
      when: 'a key without the scope',
      status: 403,
      type: 'permission_error',
      code: 'insufficient_scope',
      becomes: OpenAI.PermissionDeniedError,
      key: () => keys.imageOnly,
    },
    {
      when: 'a suspended customer',
      status: 403,
      type: 'permission_error',
      code: 'customer_suspended',
      becomes: OpenAI.PermissionDeniedError,
      key: () => keys.suspended,
    },
    {
      when: 'an unknown model',
      status: 404,
      type: CALLER,
      code: 'model_not_found',
      param: 'model',
      becomes: OpenAI.NotFoundError,
      body: { model: 'none' },
    },
    {
      when: 'an inactive model',
      status: 404,
      type: CALLER,
      code: 'model_not_found',
      param: 'model',
      becomes: OpenAI.NotFoundError,
      body: { model: 'fake-inactive' },
    },
    {
      when: 'no JSON',
      status: 400,
      type: CALLER,
      code: 'invalid_json',
      becomes: OpenAI.BadRequestError,
      raw: Buffer.from('{"model":'),
    },
    bad('no messages', 'missing_required_parameter', 'messages', { messages: undefined }),
    bad('a content of the wrong type', 'invalid_value', 'messages[0].content', {
      messages: [{ role: 'user', content: 5 }],
    }),
    bad('more output than the model gives', 'invalid_value', 'max_completion_tokens', { max_completion_tokens: 4_097 }),
    bad('a name that is nobody’s', 'unsupported_parameter', 'top_k', { top_k: 5 }),
    bad('a stream on a model without', 'unsupported_parameter', 'stream', { model: 'fake-plain', stream: true }),
    bad('tools on a model without', 'unsupported_parameter', 'tools', {
      model: 'fake-plain',
      tools: [{ type: 'function', function: { name: 'f' } }],
    }),
    bad('an image for a model without vision', 'unsupported_parameter', 'messages[0].content[0]', {
      model: 'fake-plain',
      messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://example.org/a.png' } }] }],
    }),
    bad('a parameter that no route honours', 'unsupported_parameter', 'seed', { model: 'fake-strict', seed: 1 }),
    bad('a format that no route honours', 'unsupported_parameter', 'response_format', {
      model: 'fake-strict',
      response_format: { type: 'json_schema', json_schema: { name: 'a', schema: {} } },
    }),
    bad('too long an input', 'context_length_exceeded', 'messages', {
      model: 'fake-small',
      messages: [{ role: 'user', content: 'word '.repeat(80) }],
    }),
    {
      ...bad('content that the supplier refuses', 'content_policy_violation', '', {}),
      param: undefined,
      supplier: {
        kind: 'status',
        status: 400,
        body: {
          error: { message: 'No.', type: 'invalid_request_error', param: null, code: 'content_policy_violation' },
        },
      },
    },
    {
      ...bad('more context than the supplier takes', 'context_length_exceeded', 'messages', {}),
      supplier: {
        kind: 'status',
        status: 400,
        body: {
          error: { message: 'Too long.', type: 'invalid_request_error', param: null, code: 'context_length_exceeded' },
        },
      },
    },
    {
      ...bad('parameters that the supplier refuses', 'invalid_value', '', {}),
      param: undefined,
      supplier: { kind: 'status', status: 422 },
    },
    {
      when: 'more than the balance',
      status: 429,
      type: 'insufficient_quota',
      code: 'insufficient_quota',
      becomes: OpenAI.RateLimitError,
      body: { model: 'fake-dear' },
      headers: { 'x-should-retry': 'false' },
    },
    ...[401, 402, 403, 404, 409, 429, 500, 503, 529].map((status) =>
      upstream(`a supplier’s ${status}`, {
        kind: 'status',
        status,
        headers: { 'retry-after': status === 429 ? '0' : '3600', 'x-should-retry': 'false' },
      }),
    ),
    upstream('an error inside a 200', { kind: 'error_in_200' }),
    upstream('a page inside a 200', { kind: 'page' }),
    upstream('a reset', { kind: 'reset' }),
    {
      when: 'a supplier’s 408',
      status: 504,
      type: 'api_error',
      code: 'upstream_timeout',
      becomes: OpenAI.InternalServerError,
      supplier: { kind: 'status', status: 408 },
    },
    {
      when: 'a supplier’s silence',
      status: 504,
      type: 'api_error',
      code: 'upstream_timeout',
      becomes: OpenAI.InternalServerError,
      supplier: { kind: 'stall' },
    },
    {
      when: 'no route',
      status: 503,
      type: 'api_error',
      code: 'no_route_available',
      becomes: OpenAI.InternalServerError,
      body: { model: 'fake-unserved' },
      headers: { 'retry-after': '5', 'retry-after-ms': '5000' },
    },
    {
      when: 'no price',
      status: 503,
      type: 'api_error',
      code: 'service_unavailable',
      becomes: OpenAI.InternalServerError,
      body: { model: 'fake-unpriced' },
      headers: { 'retry-after': '60', 'retry-after-ms': '60000' },
    },
  ];

  const bodyOf = ({ body, raw }: Row) => raw ?? JSON.stringify({ model: 'fake-chat', messages, ...body });
  const keyOf = ({ key }: Row) => (key ? key() : fake.secret);

  it.each(rows)('by $when is $status $code', async (row) => {
    const key = keyOf(row);
    if (row.supplier) fake.supplier.script(row.supplier);
    const response = await callApi<OpenAiFailure>(fake.stack.gatewayUrl, 'POST', '/v1/chat/completions', {
      token: key,
      headers: { 'content-type': 'application/json' },
      body: bodyOf(row),
    });
    const { error, ...rest } = response.body;
    expect([response.status, rest]).toEqual([row.status, {}]);
    expect(error).toEqual({
      message: expect.stringMatching(/\S/) as string,
      type: row.type,
      param: row.param ?? null,
      code: row.code,
    });
    const steering = ['retry-after', 'retry-after-ms', 'x-should-retry'].flatMap((name) =>
      response.headers.has(name) ? [[name, response.headers.get(name)]] : [],
    );
    expect(Object.fromEntries(steering)).toEqual(row.headers ?? {});
    expect(response.headers.get('x-request-id')).toMatch(/\S/);
    expect(response.headers.get('x-gateway-cost-cny')).toBeNull();
  });

  it('by a body with a declared length over 20 MiB is 413 request_too_large', async () => {
    // Only announces the length, so that the answer does not race with megabytes that nobody reads.
    const call = request(`${fake.stack.gatewayUrl}/v1/chat/completions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${fake.secret}`,
        'content-type': 'application/json',
        'content-length': 20 * 1024 * 1024 + 1,
      },
    });
    call.flushHeaders();
    const { status, text } = await documentedAnswerTo(call);
    expect([status, JSON.parse(text)]).toEqual([
      413,
      {
        error: { message: expect.stringMatching(/\S/) as string, type: CALLER, param: null, code: 'request_too_large' },
      },
    ]);
    call.destroy();
  });

  it.each(rows)('by $when is of the official client’s own class', async (row) => {
    const checked = new CheckedFetch();
    const key = keyOf(row);
    const client = new OpenAI({
      baseURL: `${fake.stack.gatewayUrl}/v1`,
      apiKey: key ?? 'none',
      maxRetries: 0,
      fetch: checked.fetch,
      ...(key === undefined && { defaultHeaders: { authorization: null } }),
    });
    if (row.supplier) fake.supplier.script(row.supplier);
    const asked = client.post('/chat/completions', {
      body: bodyOf(row),
      headers: { 'content-type': 'application/json' },
    });
    const error: unknown = await asked.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(row.becomes);
    expect(error).toMatchObject({
      status: row.status,
      type: row.type,
      param: row.param ?? null,
      code: row.code,
      requestID: expect.stringMatching(/\S/) as string,
    });
    expect(await checked.faults()).toEqual([]);
  });

  it('charges nothing for any of these failures', async () => {
    const operator = new Operator(fake.stack.gatewayUrl, fake.stack.credentials.gateway_admin_key);
    const found = await operator.settledBooks();
    expect([nanoOf(found.drift_cny), found.mismatches]).toEqual([0n, []]);
    const charges = await fake.stack.query(
      'gateway',
      "SELECT count(*)::int AS count FROM ledger_entries WHERE kind = 'charge' AND customer_id = $1",
      [fake.customerId],
    );
    expect(charges).toEqual([{ count: 0 }]);
  });

  it('by an internal error is 500 internal_error without details', async () => {
    const client = officialClient(fake.stack.gatewayUrl, fake.secret);
    const ask = () =>
      client.chat.completions.create({ model: 'fake-chat', messages }).then(
        () => null,
        (error: unknown) => error,
      );
    await fake.stack.query('gateway', 'ALTER TABLE prices RENAME TO prices_away');
    try {
      const error = await waitUntil(ask, (failure) => failure !== null);
      expect(error).toBeInstanceOf(OpenAI.InternalServerError);
      expect(error).toMatchObject({ status: 500, type: 'api_error', code: 'internal_error', param: null });
      expect(String(error)).not.toMatch(/prices|relation|select/i);
    } finally {
      await fake.stack.query('gateway', 'ALTER TABLE prices_away RENAME TO prices');
    }
    await waitUntil(ask, (failure) => failure === null);
  });
});
