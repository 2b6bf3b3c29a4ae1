import { createServer, type IncomingMessage, type Server } from 'node:http';
import { json } from 'node:stream/consumers';
import type { WorkerConfig } from '../config';
import { ModelCallFailed, ModelGateway } from './model-gateway';

interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

const QUESTION = { messages: [{ role: 'user' as const, content: 'a' }], schemaName: 'project_review', schema: {} };
const MODEL = { id: 'm', product: 'text', max_input_tokens: 1_000, supports_vision: true };

describe('ModelGateway', () => {
  let server: Server;
  let answer: Answer;
  let asked: { headers: IncomingMessage['headers']; body: unknown }[];
  let gateway: ModelGateway;
  let address: string;
  const signal = new AbortController().signal;

  beforeAll(async () => {
    server = createServer((request, response) => {
      void (request.method === 'POST' ? json(request) : Promise.resolve(null)).then((body) => {
        asked.push({ headers: request.headers, body });
        response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
        response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const place = server.address();
    address = typeof place === 'object' && place ? `http://127.0.0.1:${place.port}` : '';
  });

  beforeEach(() => {
    asked = [];
    gateway = gatewayAt(address);
  });

  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const gatewayAt = (url: string) =>
    new ModelGateway({ GATEWAY_URL: url, REVIEW_GATEWAY_KEY: 'gwk_x', REVIEW_MODEL: 'm' } as WorkerConfig);

  const failureOf = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: unknown) => (error instanceof ModelCallFailed ? error.failure : error),
    );

  it('requests structured output with an Idempotency-Key, and reads answer and cost', async () => {
    answer = {
      status: 200,
      body: {
        choices: [{ message: { content: '{}' } }],
        usage: { prompt_tokens: 7, completion_tokens: 2, cost_cny: 0.000000123 },
      },
    };
    expect(await gateway.ask(QUESTION, 'key-1', signal)).toEqual({
      content: '{}',
      promptTokens: 7,
      completionTokens: 2,
      costNano: 123n,
    });
    expect(asked[0]?.headers).toMatchObject({ 'idempotency-key': 'key-1', authorization: 'Bearer gwk_x' });
    expect(asked[0]?.body).toMatchObject({
      model: 'm',
      response_format: { type: 'json_schema', json_schema: { name: 'project_review', strict: true } },
    });
  });

  it.each<[Answer, object]>([
    [
      { status: 429, body: { error: { code: 'rate_limit_exceeded' } }, headers: { 'retry-after': '7' } },
      { kind: 'unreachable', retryAfterMs: 7_000 },
    ],
    [{ status: 429, body: { error: { code: 'insufficient_quota' } } }, { kind: 'unreachable' }],
    [
      { status: 503, body: { error: { code: 'no_route_available' } }, headers: { 'retry-after': '15' } },
      { kind: 'unreachable', retryAfterMs: 15_000 },
    ],
    [
      { status: 409, body: { error: { code: 'idempotency_in_progress' } }, headers: { 'retry-after': '1' } },
      { kind: 'unreachable', retryAfterMs: 1_000 },
    ],
    [{ status: 409, body: { error: { code: 'idempotency_key_reused' } } }, { kind: 'answered' }],
    [{ status: 500, body: { error: { code: 'internal_error' } } }, { kind: 'answered' }],
    [{ status: 502, body: '<html>' }, { kind: 'answered' }],
    [{ status: 504, body: { error: { code: 'upstream_timeout' } } }, { kind: 'answered' }],
    [{ status: 401, body: { error: { code: 'invalid_api_key' } } }, { kind: 'answered' }],
  ])('treats %j as %j', async (given, failure) => {
    answer = given;
    expect(await failureOf(gateway.ask(QUESTION, 'key', signal))).toEqual(failure);
  });

  it('treats a refused connection as an unreachable gateway', async () => {
    expect(await failureOf(gatewayAt('http://127.0.0.1:9').ask(QUESTION, 'key', signal))).toEqual({
      kind: 'unreachable',
    });
  });

  it.each(['<html>', '{}', '[]', 'null', '{"choices":[]}', '{"choices":[{}],"usage":null}'])(
    'returns null content for %j',
    async (body) => {
      answer = { status: 200, body };
      expect(await gateway.ask(QUESTION, 'key', signal)).toEqual({
        content: undefined,
        promptTokens: 0,
        completionTokens: 0,
        costNano: 0n,
      });
    },
  );

  it("caches the model's limits", async () => {
    answer = { status: 200, body: { data: [{ ...MODEL, id: 'other' }, MODEL] } };
    expect([await gateway.model(signal), await gateway.model(signal)]).toEqual(
      Array(2).fill({ maxInputTokens: 1_000, hasVision: true }),
    );
    expect(asked).toHaveLength(1);
  });

  it.each([{ data: [] }, { data: [{ ...MODEL, product: 'image' }] }, {}, []])(
    'fails without its model: %j',
    async (body) => {
      answer = { status: 200, body };
      expect(await failureOf(gateway.model(signal))).toEqual({ kind: 'answered' });
    },
  );

  it.each([
    ['fine', 200, { data: [MODEL] }],
    ['no_model', 200, { data: [] }],
    ['key_refused', 401, { error: { code: 'invalid_api_key' } }],
    ['key_refused', 403, {}],
    ['unreachable', 500, {}],
    ['unreachable', 404, '<html>'],
  ])('tells the page of the first run that the gateway is %s after %i', async (standing, status, body) => {
    answer = { status, body };
    expect(await gateway.check(signal)).toBe(standing);
  });

  it('tells the page of the first run that nobody answers', async () => {
    expect(await gatewayAt('http://127.0.0.1:9').check(signal)).toBe('unreachable');
  });
});
