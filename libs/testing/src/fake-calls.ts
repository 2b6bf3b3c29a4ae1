import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { CANARY } from './canary';
import type { Fault, JsonRecord } from './fake-faults';
import type { FakeRefusal } from './fake-protocol';
import { openFakeServer } from './fake-server';

/** What a vendor takes and answers at a path where one POST is a whole call. It refuses what the vendor refuses. */
export interface CallProtocol<Script extends object> {
  version: string;
  path: string;
  contentType: 'application/json' | 'application/x-www-form-urlencoded';
  /** A path that costs nothing. */
  free?: { path: string; status: number };
  /** Null: it takes no key. */
  key: { header: 'authorization' | 'x-api-key'; before: string; refusal: FakeRefusal } | null;
  /** A body that it takes, and changes of it that it refuses. */
  sample: { body: JsonRecord; refused: [what: string, change: JsonRecord][] };
  faultOfBody(body: JsonRecord): Fault;
  answer(body: JsonRecord, script: Partial<Script>): object;
  error(status: number, message: string): object;
}

export type CallBehavior<Script extends object = object> =
  | ({ kind: 'answer'; after?: Promise<void> } & Partial<Script>)
  | { kind: 'status'; status: number; body?: unknown; headers?: Record<string, string> }
  | { kind: 'page' }
  | { kind: 'cut' }
  | { kind: 'reset' }
  | { kind: 'stall' };

export interface FakeCalls<Script extends object> {
  baseUrl: string;
  apiKey: string;
  calls: { url: string; headers: IncomingMessage['headers']; body: JsonRecord }[];
  refusals: string[];
  script(...behaviors: CallBehavior<Script>[]): void;
  close(): Promise<void>;
}

export const BEARER = {
  header: 'authorization',
  before: 'Bearer ',
  refusal: { status: 401, message: 'Unauthorized: missing or invalid API key.' },
} as const;

export async function startFakeCalls<Script extends object>(
  protocol: CallProtocol<Script>,
): Promise<FakeCalls<Script>> {
  const apiKey = `sk-${CANARY}`;
  const calls: FakeCalls<Script>['calls'] = [];
  const refusals: string[] = [];
  const scripted: CallBehavior<Script>[] = [];
  const base = `/${CANARY}${protocol.version}`;
  const { contentType, free, key } = protocol;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const name of ['x-request-id', 'x-served-by', 'server']) response.setHeader(name, CANARY);
    response.setHeader('set-cookie', `session=${CANARY}`);
    const { method, url = '', headers } = request;
    const refuse = (status: number, message: string) => {
      refusals.push(message);
      respond(response, status, JSON.stringify(protocol.error(status, `${message} (${CANARY})`)));
    };
    if (key && headers[key.header] !== key.before + apiKey) return refuse(key.refusal.status, key.refusal.message);
    if (free && method === 'GET' && url === base + free.path)
      return respond(response, free.status, JSON.stringify({ canary: CANARY }));
    if (method !== 'POST' || url !== base + protocol.path) return refuse(404, 'Not found');
    if (headers['content-type']?.split(';')[0] !== contentType) return refuse(415, `The body must be ${contentType}`);
    const sent = await text(request);
    const body = (
      contentType === 'application/json' ? JSON.parse(sent) : Object.fromEntries(new URLSearchParams(sent))
    ) as JsonRecord;
    const fault = protocol.faultOfBody(body);
    if (fault !== undefined) return refuse(400, fault);
    calls.push({ url, headers, body });
    await behave(protocol, scripted.shift(), body, response);
  }

  const server = await openFakeServer(serve);
  return {
    baseUrl: `${server.origin}${base}`,
    apiKey,
    calls,
    refusals,
    script: (...behaviors) => void scripted.splice(0, scripted.length, ...behaviors),
    close: () => server.close(),
  };
}

async function behave<Script extends object>(
  protocol: CallProtocol<Script>,
  behavior: CallBehavior<Script> | undefined,
  body: JsonRecord,
  response: ServerResponse,
): Promise<void> {
  switch (behavior?.kind) {
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
        JSON.stringify(behavior.body ?? protocol.error(behavior.status, `Trouble at ${CANARY}`)),
      );
    case 'page':
      return respond(response, 200, `<html><title>${CANARY}</title></html>`, 'text/html');
    case 'cut':
      return respond(response, 200, JSON.stringify(protocol.answer(body, {})).slice(0, -20));
    case 'answer':
      await behavior.after;
      return respond(response, 200, JSON.stringify(protocol.answer(body, behavior)));
    case undefined:
      return respond(response, 200, JSON.stringify(protocol.answer(body, {})));
  }
}

function respond(response: ServerResponse, status: number, body: string, type = 'application/json'): void {
  response.writeHead(status, { 'content-type': type });
  response.end(body);
}
