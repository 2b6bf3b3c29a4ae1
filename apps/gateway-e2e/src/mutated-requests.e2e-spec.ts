import { request } from 'node:http';
import { documentedAnswerTo, faultsOfShape, type ReadAnswer, sharedStack } from '@shipyard/testing';
import fc from 'fast-check';

/** `MUTATION_SECONDS=600` runs longer. */
const SECONDS = Number(process.env.MUTATION_SECONDS ?? 8);

/** No request to /v1 causes a 500, and every error has OpenAI's four keys. */
describe('mutated requests', () => {
  const { credentials } = sharedStack();
  const { port } = new URL(credentials.gateway_url);
  const key = credentials.enterprise_key;

  /** fetch would normalize the request. */
  const send = (method: string, path: string, headers: Record<string, string>, body?: string | Buffer) =>
    documentedAnswerTo(request({ host: '127.0.0.1', port, method, path, headers, agent: false }).end(body));

  function expectSound({ status, headers, text }: ReadAnswer): void {
    if (status < 400) return;
    expect([status, text]).not.toEqual([500, text]);
    expect(faultsOfShape('ErrorResponse', JSON.parse(text))).toEqual([]);
    expect(headers.get('x-request-id')).toMatch(/\S/);
  }

  const ordinary = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const limits = {
    interruptAfterTimeLimit: SECONDS * 1_000,
    numRuns: 100_000,
    markInterruptAsFailure: false,
    endOnFailure: true,
  };

  afterEach(async () => {
    const answer = await send(
      'POST',
      '/v1/chat/completions',
      ordinary,
      JSON.stringify({ model: 'sandbox-chat', messages: [{ role: 'user', content: 'a' }] }),
    );
    expect(answer.status).toBe(200);
    expect((await send('GET', '/readyz', {})).status).toBe(200);
  });

  const chat = {
    model: 'sandbox-chat',
    messages: [
      { role: 'system', content: 'Be short' },
      { role: 'user', content: [{ type: 'text', text: 'hi' }] },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'a', content: '1' },
    ],
    max_tokens: 20,
    n: 1,
    stream: false,
    tools: [
      {
        type: 'function',
        function: {
          name: 'f',
          description: 'x',
          parameters: { type: 'object', properties: { a: { type: 'string' } } },
        },
      },
    ],
    tool_choice: 'auto',
    response_format: {
      type: 'json_schema',
      json_schema: { name: 'a', schema: { type: 'object', properties: { b: { enum: [1, 'c'] } } } },
    },
  };
  const places = placesOf(chat);
  const strange = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom<unknown>(
      null,
      '',
      0,
      -1,
      1e308,
      1.5,
      2 ** 53,
      true,
      [],
      {},
      [[]],
      'constructor',
      '__proto__',
      '\u0000',
      '\ud800',
      { $ref: '#' },
      { type: 'object', additionalProperties: false },
    ),
  );

  it('by their bodies', async () => {
    const change = fc.tuple(
      fc.constantFrom(...places),
      fc.oneof(
        strange.map((value) => ({ value })),
        fc.constant(undefined),
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), fc.boolean(), async (changes, stream) => {
        const body = structuredClone<Record<string, unknown>>({ ...chat, stream });
        for (const [place, replacement] of changes) mutate(body, place, replacement);
        expectSound(await send('POST', '/v1/chat/completions', ordinary, JSON.stringify(body)));
      }),
      limits,
    );
  });

  it('by the bytes of their bodies', async () => {
    const bytes = Buffer.from(JSON.stringify(chat));
    const flips = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 5 });
    const sent = fc.oneof(
      flips.map((each) =>
        each.reduce(
          (whole, [at, byte]) => Buffer.concat([whole.subarray(0, at), Buffer.of(byte), whole.subarray(at + 1)]),
          bytes,
        ),
      ),
      fc.nat(bytes.length).map((end) => bytes.subarray(0, end)),
      fc.uint8Array({ maxLength: 50 }).map((each) => Buffer.from(each)),
    );
    const path = fc.constantFrom('/v1/chat/completions', '/v1/images/generations', '/v1/images/tasks', '/v1/searches');
    await fc.assert(
      fc.asyncProperty(path, sent, async (to, body) => expectSound(await send('POST', to, ordinary, body))),
      limits,
    );
  });

  it('by their headers', async () => {
    const value = fc.oneof(
      fc.string({ maxLength: 60 }).map((text) => text.replace(/[^\t\x20-\x7e]/g, '?')),
      fc.constantFrom(
        '',
        'Bearer',
        'Bearer ',
        `bearer ${key}`,
        `Bearer ${key} `,
        `Basic ${key}`,
        `Bearer ${key},Bearer ${key}`,
        'application/json; charset=utf-16',
        'text/plain',
        'gzip',
        'identity',
        '*/*',
        '::1',
        '999999',
      ),
    );
    const name = fc.constantFrom(
      'authorization',
      'content-type',
      'content-encoding',
      'accept',
      'idempotency-key',
      'x-request-id',
      'x-forwarded-for',
      'x-http-method-override',
      'range',
      'if-none-match',
      'origin',
      'cookie',
      'forwarded',
      'x-stainless-retry-count',
    );
    const body = JSON.stringify({ model: 'sandbox-chat', messages: [{ role: 'user', content: 'hi' }] });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(name, value), { minLength: 1, maxLength: 4 }), async (headers) => {
        expectSound(await send('POST', '/v1/chat/completions', { ...ordinary, ...Object.fromEntries(headers) }, body));
      }),
      limits,
    );
  });

  it('by their paths and methods', async () => {
    const part = fc.oneof(
      fc.constantFrom(
        'v1',
        'chat',
        'completions',
        'models',
        'sandbox-chat',
        'images',
        'tasks',
        'generations',
        'files',
        'balance',
        'searches',
        '..',
        '.',
        '',
        '%',
        '%00',
        '%2e%2e',
        '%c3%28',
        '__proto__',
        'a;b',
        '*',
      ),
      fc
        .string({ maxLength: 20 })
        .map(encodeURIComponent.bind(undefined))
        .filter((text) => text !== ''),
    );
    const query = fc.oneof(
      fc.constant(''),
      fc.constantFrom(
        '?',
        '?a',
        '?a[b]=1',
        '?%',
        '?expires=1&signature=2',
        '?response_format=b64_json',
        '?__proto__[a]=1',
      ),
    );
    const method = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND');
    await fc.assert(
      fc.asyncProperty(
        method,
        fc.array(part, { maxLength: 5 }),
        query,
        fc.boolean(),
        async (how, parts, asked, withKey) => {
          const answer = await send(
            how,
            `/v1/${parts.join('/')}${asked}`,
            withKey ? ordinary : {},
            how === 'POST' ? '{}' : undefined,
          );
          // An answer to HEAD has no body.
          if (how === 'HEAD') expect(answer.status).not.toBe(500);
          else expectSound(answer);
        },
      ),
      limits,
    );
  });
});

type Place = (string | number)[];

/** Every path in a JSON value, without the root. */
function placesOf(value: unknown, before: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? value.map((item: unknown, at) => [at, item])
    : Object.entries(value);
  return entries.flatMap(([name, item]) => [[...before, name], ...placesOf(item, [...before, name])]);
}

/** Replaces or removes the value at a path. Ignores paths that were already removed. */
function mutate(target: unknown, [name, ...rest]: Place, replacement: { value: unknown } | undefined): void {
  if (typeof target !== 'object' || target === null || name === undefined) return;
  if (rest.length > 0) mutate(Reflect.get(target, name), rest, replacement);
  // Two changes could otherwise put a value into itself.
  else if (replacement) Reflect.set(target, name, structuredClone(replacement.value));
  else Reflect.deleteProperty(target, name);
}
