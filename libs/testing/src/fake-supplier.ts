import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { CANARY } from './canary';
import { fakeError, writeStream, writeWhole } from './fake-answer';
import type { SupplierBehaviour } from './fake-behaviour';
import { type FakeDialect, type FakeRequestBody, faultOfBody, faultOfHead } from './fake-request';

export interface SupplierCall {
  headers: IncomingMessage['headers'];
  body: FakeRequestBody;
  /** Settles when the caller closes the connection before the answer is whole. */
  leftEarly: Promise<void>;
}

export interface FakeSupplier {
  /** With `/v1`, as a catalog's base_url. */
  baseUrl: string;
  apiKey: string;
  /** Calls that it took; those that it refused are not among them. */
  calls: SupplierCall[];
  /** What it answered calls with that a real supplier would refuse. */
  refusals: string[];
  /** Scripts the calls to come, in order, in the place of what was scripted before; afterwards the default behaviour is back. */
  script(...behaviours: SupplierBehaviour[]): void;
  close(): Promise<void>;
}

/** An OpenAI-compatible chat supplier on a real port. It refuses what OpenAI would refuse, or what its dialect does. */
export async function startFakeSupplier(options: { byDefault?: SupplierBehaviour; dialect?: FakeDialect } = {}): Promise<FakeSupplier> {
  const apiKey = `sk-${CANARY}`;
  const calls: SupplierCall[] = [];
  const refusals: string[] = [];
  const scripted: SupplierBehaviour[] = [];
  const byDefault = options.byDefault ?? { kind: 'answer' };

  const server = createServer((request, response) => {
    void serve(request, response).catch(() => response.destroy());
  });

  function refuse(response: ServerResponse, status: number, message: string): void {
    refusals.push(message);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message: `${message} (${CANARY})`, type: 'invalid_request_error', param: null, code: null } }));
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    const fault = faultOfHead(request, apiKey);
    if (fault) return refuse(response, fault.status, fault.message);
    const sent = await json(request);
    const reason = faultOfBody(sent, options.dialect ?? {});
    if (reason !== undefined) return refuse(response, 400, reason);
    // What the line above has passed.
    const body = sent as FakeRequestBody;
    const leftEarly = new Promise<void>((resolve) => response.once('close', () => !response.writableFinished && resolve()));
    calls.push({ headers: request.headers, body, leftEarly });
    await behave(scripted.shift() ?? byDefault, body, response);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The fake supplier has no port');
  return {
    baseUrl: `http://127.0.0.1:${address.port}/${CANARY}/v1`,
    apiKey,
    calls,
    refusals,
    script: (...behaviours) => void scripted.splice(0, scripted.length, ...behaviours),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** On every answer. */
const HEADERS = {
  'x-request-id': `req_${CANARY}`,
  'openai-organization': CANARY,
  'x-ratelimit-limit-requests': CANARY,
  'set-cookie': `session=${CANARY}`,
  server: CANARY,
};

async function behave(behaviour: SupplierBehaviour, body: FakeRequestBody, response: ServerResponse): Promise<void> {
  switch (behaviour.kind) {
    case 'reset':
      response.socket?.resetAndDestroy();
      return;
    case 'stall':
      return;
    case 'status':
      for (const [name, value] of Object.entries(behaviour.headers ?? {})) response.setHeader(name, value);
      return respond(response, behaviour.status, 'application/json', JSON.stringify(behaviour.body ?? fakeError()));
    case 'error_in_200':
      if (body.stream) return respond(response, 200, 'text/event-stream', `data: ${JSON.stringify(fakeError())}\n\n`);
      return respond(response, 200, 'application/json', JSON.stringify(fakeError()));
    case 'page':
      return respond(response, 200, 'text/html', `<html><title>${CANARY}</title></html>`);
    case 'answer':
      await behaviour.after;
      if (body.stream) await writeStream(behaviour, body, response);
      else writeWhole(behaviour, body, response);
  }
}

function respond(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type });
  response.end(body);
}
