import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { CANARY } from './canary';
import { fakeError, writeStream, writeWhole } from './fake-answer';
import type { SupplierBehavior } from './fake-behavior';
import { ANTHROPIC_PROTOCOL } from './fake-anthropic';
import { GEMINI_PROTOCOL } from './fake-gemini';
import type { FakeProtocol } from './fake-protocol';
import { openFakeServer } from './fake-server';
import { type FakeDialect, type FakeRequestBody, faultOfBody, faultOfHead } from './fake-request';

export interface SupplierCall<Body = FakeRequestBody> {
  url: string;
  headers: IncomingMessage['headers'];
  body: Body;
  leftEarly: Promise<void>;
}

export interface FakeSupplier<Body = FakeRequestBody> {
  baseUrl: string;
  apiKey: string;
  calls: SupplierCall<Body>[];
  refusals: string[];
  script(...behaviors: SupplierBehavior[]): void;
  close(): Promise<void>;
}

type JsonBody = Record<string, unknown>;

export function startFakeSupplier(
  options: {
    byDefault?: SupplierBehavior | ((body: FakeRequestBody) => SupplierBehavior);
    dialect?: FakeDialect;
  } = {},
): Promise<FakeSupplier> {
  return startFakeChats(openAiProtocol(options.dialect ?? {}), options.byDefault);
}

export function startFakeAnthropic(options: { byDefault?: SupplierBehavior } = {}): Promise<FakeSupplier<JsonBody>> {
  return startFakeChats(ANTHROPIC_PROTOCOL, options.byDefault);
}

export function startFakeGemini(options: { byDefault?: SupplierBehavior } = {}): Promise<FakeSupplier<JsonBody>> {
  return startFakeChats(GEMINI_PROTOCOL, options.byDefault);
}

function openAiProtocol(dialect: FakeDialect): FakeProtocol<FakeRequestBody> {
  return {
    version: 'v1',
    headers: {
      'x-request-id': `req_${CANARY}`,
      'openai-organization': CANARY,
      'x-ratelimit-limit-requests': CANARY,
      'set-cookie': `session=${CANARY}`,
      server: CANARY,
    },
    faultOfHead,
    faultOfBody: (body) => faultOfBody(body, dialect),
    isStreamed: ({ stream }) => stream === true,
    error: (_, message) =>
      message === undefined
        ? fakeError()
        : { error: { message, type: 'invalid_request_error', param: null, code: null } },
    writeWhole,
    writeStream,
  };
}

export async function startFakeChats<Body>(
  protocol: FakeProtocol<Body>,
  byDefault: SupplierBehavior | ((body: Body) => SupplierBehavior) = { kind: 'answer' },
): Promise<FakeSupplier<Body>> {
  const apiKey = `sk-${CANARY}`;
  const calls: SupplierCall<Body>[] = [];
  const refusals: string[] = [];
  const scripted: SupplierBehavior[] = [];

  function refuse(response: ServerResponse, status: number, message: string): void {
    refusals.push(message);
    respond(response, status, 'application/json', JSON.stringify(protocol.error(status, `${message} (${CANARY})`)));
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(protocol.headers)) response.setHeader(name, value);
    const fault = protocol.faultOfHead(request, apiKey);
    if (fault) return refuse(response, fault.status, fault.message);
    const sent = await json(request);
    const reason = protocol.faultOfBody(sent, request);
    if (reason !== undefined) return refuse(response, 400, reason);
    const body = sent as Body;
    const leftEarly = new Promise<void>((resolve) =>
      response.once('close', () => !response.writableFinished && resolve()),
    );
    calls.push({ url: request.url ?? '', headers: request.headers, body, leftEarly });
    await behave(
      protocol,
      scripted.shift() ?? (typeof byDefault === 'function' ? byDefault(body) : byDefault),
      body,
      request,
      response,
    );
  }

  const server = await openFakeServer(serve);
  return {
    baseUrl: `${server.origin}/${CANARY}/${protocol.version}`,
    apiKey,
    calls,
    refusals,
    script: (...behaviors) => void scripted.splice(0, scripted.length, ...behaviors),
    close: () => server.close(),
  };
}

async function behave<Body>(
  protocol: FakeProtocol<Body>,
  behavior: SupplierBehavior,
  body: Body,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const isStreamed = protocol.isStreamed(body, request);
  switch (behavior.kind) {
    case 'reset':
      response.socket?.resetAndDestroy();
      return;
    case 'stall':
      return;
    case 'status':
      for (const [name, value] of Object.entries(behavior.headers ?? {})) response.setHeader(name, value);
      return respond(
        response,
        behavior.status,
        'application/json',
        JSON.stringify(behavior.body ?? protocol.error(behavior.status)),
      );
    case 'error_in_200':
      if (isStreamed)
        return respond(response, 200, 'text/event-stream', `data: ${JSON.stringify(protocol.error(500))}\n\n`);
      return respond(response, 200, 'application/json', JSON.stringify(protocol.error(500)));
    case 'page':
      return respond(response, 200, 'text/html', `<html><title>${CANARY}</title></html>`);
    case 'answer':
      await behavior.after;
      if (isStreamed) await protocol.writeStream(behavior, body, response);
      else protocol.writeWhole(behavior, body, response);
  }
}

function respond(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type });
  response.end(body);
}
