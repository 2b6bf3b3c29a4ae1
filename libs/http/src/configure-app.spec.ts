import 'reflect-metadata';
import { once } from 'node:events';
import { connect } from 'node:net';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import fc from 'fast-check';
import { DraftsModule } from './__fixtures__/drafts.module';
import { configureApp } from './configure-app';
import { securityHeaders } from './security-headers';
import { envelopeErrorFormat, openAiErrorFormat } from './error-format';

const silent = { info: jest.fn(), warn: jest.fn(), error: jest.fn(), debug: jest.fn() };
const LIMIT = 64 * 1024;
const LONGEST_ANSWER_MS = 700_000;

describe('configureApp', () => {
  let app: NestExpressApplication;
  let url: string;
  let port: number;

  beforeAll(async () => {
    app = await NestFactory.create<NestExpressApplication>(DraftsModule, { bodyParser: false, logger: false });
    configureApp(app, {
      logger: silent as never,
      errorFormats: [envelopeErrorFormat('/'), openAiErrorFormat('/v1')],
      acceptRequestId: true,
      securityHeaders: securityHeaders('https://build.example'),
      longestAnswerMs: LONGEST_ANSWER_MS,
    });
    await app.listen(0, '127.0.0.1');
    const address = app.getHttpServer().address();
    if (address === null || typeof address === 'string') throw new Error('a port is expected');
    port = address.port;
    url = `http://127.0.0.1:${port}`;
  });

  afterAll(() => app.close());

  const post = (path: string, body: RequestInit['body'], type = 'application/json') =>
    fetch(url + path, { method: 'POST', body, headers: { 'content-type': type } });

  it.each([
    [
      'what is no HTTP',
      'nonsense\r\n\r\n',
      400,
      { ok: false, error: 'MALFORMED_BODY', message: 'The request is not valid HTTP. Check the client that sent it.' },
    ],
    [
      'headers without end',
      `GET / HTTP/1.1\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`,
      413,
      { ok: false, error: 'PAYLOAD_TOO_LARGE' },
    ],
    [
      'a broken body',
      'POST /drafts HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n',
      400,
      { ok: false, error: 'MALFORMED_BODY' },
    ],
    [
      'a broken body to the other error-format',
      'POST /v1/drafts HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n',
      400,
      { error: { code: 'invalid_json' } },
    ],
    [
      'what follows a request',
      'GET /drafts HTTP/1.1\r\nHost: a\r\n\r\nnonsense\r\n\r\n',
      400,
      { ok: false, error: 'MALFORMED_BODY' },
    ],
  ])('answers %s in the words of its error-format', async (_, bytes, status, body) => {
    const socket = connect(port, '127.0.0.1');
    const received: Buffer[] = [];
    socket.on('data', (chunk) => received.push(chunk));
    socket.write(bytes);
    await once(socket, 'end');
    socket.destroy();
    const [head = '', text = ''] =
      Buffer.concat(received)
        .toString()
        .split(/(?=HTTP\/1\.1)/)
        .at(-1)
        ?.split('\r\n\r\n') ?? [];
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [^]*\\r\\nx-request-id: [\\w-]{36}`, 'i'));
    expect(JSON.parse(text)).toMatchObject(body);
  });

  it.each(['drafts', 'guarded'])(
    'reaches a client that sends all of a refused body to %s before it reads',
    async (path) => {
      const socket = connect(port, '127.0.0.1').pause();
      const body = Buffer.alloc(30_000_000, ' ');
      const head = `POST /${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
      await new Promise<void>((resolve, reject) => {
        socket.once('error', reject);
        socket.write(Buffer.concat([Buffer.from(head), body]), (error) => (error ? reject(error) : resolve()));
      });
      const received: Buffer[] = [];
      socket.on('data', (chunk) => received.push(chunk));
      socket.resume();
      await once(socket, 'close');
      expect(Buffer.concat(received).toString()).toMatch(
        path === 'guarded' ? /^HTTP\/1\.1 401 [^]*AUTH_TOKEN_MISSING/ : /^HTTP\/1\.1 413 [^]*PAYLOAD_TOO_LARGE/,
      );
    },
  );

  it.each(['drafts', 'guarded'])(
    'stops reading from a client that keeps sending a refused body to %s',
    async (path) => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      const received: Buffer[] = [];
      socket.on('data', (chunk) => received.push(chunk));
      const chunk = `1000\r\n${' '.repeat(0x1000)}\r\n`;
      // As fast as it can, it would keep a processor busy until the server stops.
      const send = () => void (socket.destroyed || socket.write(chunk, () => setTimeout(send, 2)));
      socket.write(
        `POST /${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
        send,
      );
      await new Promise((resolve) => socket.once('close', resolve));
      expect(Buffer.concat(received).toString()).toMatch(path === 'guarded' ? /^HTTP\/1\.1 401 / : /^HTTP\/1\.1 413 /);
    },
    60_000,
  );

  it('reads a body that arrives byte by byte', async () => {
    const text = JSON.stringify({ name: 'é'.repeat(500) });
    const chunks = [...Buffer.from(text)].map((byte) => `1\r\n${String.fromCharCode(byte)}\r\n`).join('');
    const socket = connect(port, '127.0.0.1');
    socket.end(
      `POST /drafts HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`,
      'latin1',
    );
    const answer: Buffer[] = [];
    for await (const part of socket) answer.push(part as Buffer);
    expect(Buffer.concat(answer).toString()).toContain(JSON.stringify({ ok: true, data: { name: 'é'.repeat(500) } }));
  });

  it('passes a validated body to the handler', async () => {
    const response = await post('/drafts', '{"name":"a","parts":[{"content":"b"}]}');
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({ ok: true, data: { name: 'a', parts: [{ content: 'b' }] } });
  });

  it.each([
    ['a missing field', '{}', [{ field: 'name', message: 'is required' }]],
    ['no body', '', [{ field: 'name', message: 'is required' }]],
    ['a wrong type', '{"name":1}', [{ field: 'name', message: 'must be a string' }]],
    [
      'a nested one',
      '{"name":"a","parts":[{"content":1}]}',
      [{ field: 'parts[0].content', message: 'must be a string' }],
    ],
    ['an unknown field', '{"name":"a","nmae":1}', [{ field: 'nmae', message: 'is not a known field' }]],
    ['an array', '[{"name":"a"}]', [{ field: 'body', message: 'must be a JSON object' }]],
    ['null', 'null', [{ field: 'body', message: 'must be a JSON object' }]],
  ])('names the field in %s', async (_, body, fields) => {
    const response = await post('/drafts', body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ ok: false, error: 'VALIDATION_FAILED', details: { fields } });
  });

  it.each([
    ['{"name":', 'application/json', 400, 'MALFORMED_BODY'],
    ['name=a', 'application/x-www-form-urlencoded', 400, 'MALFORMED_BODY'],
    [new Uint8Array([0x7b, 0xff, 0x7d]), 'application/json', 400, 'VALIDATION_FAILED'],
    [`"${'x'.repeat(LIMIT)}"`, 'application/json', 413, 'PAYLOAD_TOO_LARGE'],
  ])('answers %s as %s with %i %s', async (body, type, status, code) => {
    const response = await post('/drafts', body, type);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ ok: false, error: code });
  });

  it('refuses an object with too many fields before validation', async () => {
    const body = JSON.stringify(Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`f${at}`, 0]))).replaceAll(
      '"f',
      '"',
    );
    const answer = (await (await post('/drafts', body)).json()) as { message: string };
    expect(answer.message).toContain('at most 200 fields');
  });

  it.each([
    [
      '/drafts',
      {
        ok: false,
        error: 'VALIDATION_FAILED',
        details: { fields: [{ field: 'body', message: 'must have at most 10000 fields and items in all' }] },
      },
    ],
    ['/v1/drafts', { error: { code: 'invalid_value', param: 'body' } }],
  ])('refuses a body to %s with too many fields while it arrives', async (path, expected) => {
    const body = `{${'"a":1,'.repeat(10_001)}`;
    expect(body.length).toBeLessThan(LIMIT);
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${LIMIT}\r\n\r\n${body}`,
    );
    const received: Buffer[] = [];
    socket.on('data', (chunk) => received.push(chunk));
    socket.once('data', () => socket.end());
    await once(socket, 'close');
    expect(
      JSON.parse(
        Buffer.concat(received)
          .toString()
          .split('\r\n')
          .find((line) => line.startsWith('{')) ?? '',
      ),
    ).toMatchObject(expected);
  });

  it('accepts a body of exactly the limit', async () => {
    const body = JSON.stringify({ name: 'x'.repeat(LIMIT - JSON.stringify({ name: '' }).length) });
    expect(body).toHaveLength(LIMIT);
    expect((await post('/drafts', body)).status).toBe(201);
  });

  it('ignores an unknown query parameter and refuses a known one out of range', async () => {
    expect(await (await fetch(`${url}/drafts?limit=7&utm=1`)).json()).toEqual({ ok: true, data: { limit: 7 } });
    expect((await fetch(`${url}/drafts?limit=101`)).status).toBe(400);
  });

  it('answers a caller without a token before reading a byte of the body', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write('POST /guarded HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 401 [\s\S]*www-authenticate: Bearer/i);
  });

  it.each([
    ['/nowhere', { ok: false, error: 'NOT_FOUND' }],
    ['/fails/%E0%A4%A', { ok: false, error: 'NOT_FOUND' }],
    ['/drafts/%E0%A4%A', { ok: false, error: 'NOT_FOUND' }],
    ['/v1/nowhere', { error: { code: 'unknown_url', type: 'invalid_request_error', param: null } }],
  ])('answers the unknown route %s in the words of its error-format', async (path, body) => {
    const response = await fetch(url + path);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject(body);
  });

  it.each([
    ['a route by its whole address', `GET http://a/drafts?limit=7`, '', 200, { ok: true, data: { limit: 7 } }],
    ['nothing by a whole address', 'GET http://a/v1/nowhere', '', 404, { error: { code: 'unknown_url' } }],
    ['a whole address without a path', 'GET http://a?b=/v1/c', '', 404, { ok: false, error: 'NOT_FOUND' }],
    ['all of the server', 'OPTIONS *', '', 404, { ok: false, error: 'NOT_FOUND' }],
    [
      'an expectation that nobody knows',
      'GET /drafts?limit=7',
      'Expect: the worst\r\n',
      200,
      { ok: true, data: { limit: 7 } },
    ],
  ])('answers a request for %s', async (_, target, header, status, body) => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`${target} HTTP/1.1\r\nHost: a\r\n${header}Connection: close\r\n\r\n`);
    const received: Buffer[] = [];
    for await (const part of socket) received.push(part as Buffer);
    const [head = '', text = ''] = Buffer.concat(received).toString().split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [^]*\\r\\nx-request-id: [\\w-]{36}`, 'i'));
    expect(JSON.parse(text)).toMatchObject(body);
  });

  it('reports an invalid field like OpenAI under /v1', async () => {
    const answer = async (body: RequestInit['body']): Promise<unknown> => (await post('/v1/drafts', body)).json();
    expect(await answer('{}')).toMatchObject({ error: { code: 'missing_required_parameter', param: 'name' } });
    expect(await answer('{"name":"a","parts":[{"content":1}]}')).toMatchObject({
      error: { code: 'invalid_value', param: 'parts[0].content' },
    });
    for (const broken of ['{"name":', new Uint8Array([0x22, 0xff, 0x22])]) {
      expect(await answer(broken)).toMatchObject({
        error: { code: 'invalid_json', param: null, type: 'invalid_request_error' },
      });
    }
  });

  it.each([
    ['/fails/a', 500, { ok: false, error: 'INTERNAL' }],
    ['/v1/fails/a', 500, { error: { code: 'internal_error' } }],
    ['/lost', 503, { ok: false, error: 'SERVICE_UNAVAILABLE' }],
  ])('reveals nothing internal when %s fails, and logs it', async (path, status, body) => {
    silent.error.mockClear();
    silent.warn.mockClear();
    const response = await fetch(url + path);
    expect(response.status).toBe(status);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject(body);
    expect(text).not.toMatch(/SECRET|\.js|at /);
    expect(silent.error.mock.calls.length + silent.warn.mock.calls.length).toBe(1);
  });

  it.each([
    ['an answer', 'GET /drafts HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 200],
    ['a head alone', 'HEAD /drafts HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 200],
    ['a refusal', 'POST /guarded HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 401],
    ['a fault', 'GET /fails/a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 500],
    ['an unknown route', 'GET /v1/nowhere HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 404],
    ['what is no HTTP', 'nonsense\r\n\r\n', 400],
    ['too many headers', `GET / HTTP/1.1\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`, 413],
  ])('sends the security headers with %s', async (_, bytes, status) => {
    const socket = connect(port, '127.0.0.1');
    socket.write(bytes);
    const received: Buffer[] = [];
    for await (const part of socket) received.push(part as Buffer);
    const head = Buffer.concat(received).toString().split('\r\n\r\n')[0]?.toLowerCase() ?? '';
    expect(head).toContain(`http/1.1 ${status}`);
    expect(head.split('\r\n')).toEqual(
      expect.arrayContaining([
        'x-content-type-options: nosniff',
        "content-security-policy: default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
        'referrer-policy: same-origin',
        expect.stringMatching(/^permissions-policy: .*camera=\(\)/),
        'cross-origin-opener-policy: same-origin',
        'strict-transport-security: max-age=31536000; includesubdomains',
      ]),
    );
  });

  it('limits how long a client may take, and keeps connections longer than proxies do', () => {
    const server = app.getHttpServer();
    expect(server.headersTimeout).toBeLessThanOrEqual(30_000);
    expect(server.requestTimeout).toBeGreaterThan(80 * 8 * 1.05 * 1_000);
    expect(server.keepAliveTimeout).toBeGreaterThan(60_000);
    expect(server.timeout).toBe(LONGEST_ANSWER_MS + 60_000);
  });

  it('renders a typed error with its message, details and headers', async () => {
    const response = await fetch(`${url}/told`);
    expect(response.status).toBe(403);
    expect(response.headers.get('x-more')).toBe('1');
    expect(await response.json()).toEqual({
      ok: false,
      error: 'TOLD',
      message: 'Not you.',
      details: { state: 'draft' },
    });
  });

  it('keeps a well-formed request id and replaces any other', async () => {
    const idOf = async (sent: string) =>
      (await fetch(`${url}/drafts`, { headers: { 'x-request-id': sent } })).headers.get('x-request-id');
    expect(await idOf('abc.DEF_1-2')).toBe('abc.DEF_1-2');
    for (const bad of ['a b', 'x'.repeat(129), 'é']) expect(await idOf(bad)).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('never fails on any bytes as a body', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 1, maxLength: 60 }),
        fc.constantFrom('/drafts', '/v1/drafts'),
        async (bytes, path) => {
          const response = await post(path, bytes);
          expect([201, 400]).toContain(response.status);
          await response.json();
        },
      ),
      { numRuns: 60 },
    );
  });
});
