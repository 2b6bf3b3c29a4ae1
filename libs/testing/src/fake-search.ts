import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { CANARY } from './canary';
import type { JsonRecord } from './fake-faults';
import { openFakeServer } from './fake-server';
import { SEARCH_PROTOCOLS, type SearchKind, type SearchProtocol } from './fake-search-protocols';

export interface FakeSearchResult {
  title: string;
  url: string;
  snippet: string;
  siteName?: string;
  publishedAt?: string;
  score?: number;
}

export type SearchBehavior =
  | { kind: 'answer'; results?: FakeSearchResult[]; more?: object; after?: Promise<void> }
  | { kind: 'status'; status: number; body?: unknown; headers?: Record<string, string> }
  | { kind: 'page' }
  | { kind: 'cut' }
  | { kind: 'reset' }
  | { kind: 'stall' };

export interface FakeSearch {
  baseUrl: string;
  apiKey: string;
  calls: { url: string; headers: IncomingMessage['headers']; body: JsonRecord }[];
  refusals: string[];
  script(...behaviors: SearchBehavior[]): void;
  close(): Promise<void>;
}

const USUAL: FakeSearchResult[] = ['one', 'two', 'three'].map((name, at) => ({
  title: `Result ${name}`,
  url: `https://${name}.example/page`,
  snippet: `What ${name} says.`,
  score: 0.9 - at / 10,
}));

export async function startFakeSearch(kind: SearchKind | SearchProtocol): Promise<FakeSearch> {
  const protocol = typeof kind === 'string' ? SEARCH_PROTOCOLS[kind] : kind;
  const apiKey = `sk-${CANARY}`;
  const calls: FakeSearch['calls'] = [];
  const refusals: string[] = [];
  const scripted: SearchBehavior[] = [];
  const base = `/${CANARY}${protocol.version}`;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const name of ['x-request-id', 'x-served-by', 'server']) response.setHeader(name, CANARY);
    response.setHeader('set-cookie', `session=${CANARY}`);
    const { method, url = '', headers } = request;
    const refuse = (status: number, message: string) => {
      refusals.push(message);
      respond(response, status, JSON.stringify(protocol.error(status, `${message} (${CANARY})`)));
    };
    const keyFault = protocol.faultOfKey(headers, apiKey);
    if (keyFault) return refuse(keyFault.status, keyFault.message);
    if (method === 'GET' && url === base + protocol.free.path)
      return respond(response, protocol.free.status, JSON.stringify({ canary: CANARY }));
    if (method !== 'POST' || url !== base + protocol.path) return refuse(404, 'Not found');
    if (headers['content-type']?.split(';')[0] !== protocol.contentType)
      return refuse(415, `The body must be ${protocol.contentType}`);
    const sent = await text(request);
    const body = (
      protocol.contentType === 'application/json' ? JSON.parse(sent) : Object.fromEntries(new URLSearchParams(sent))
    ) as JsonRecord;
    const fault = protocol.faultOfBody(body);
    if (fault !== undefined) return refuse(400, fault);
    calls.push({ url, headers, body });
    await behave(protocol, scripted.shift() ?? { kind: 'answer' }, body, response);
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

async function behave(
  protocol: SearchProtocol,
  behavior: SearchBehavior,
  body: JsonRecord,
  response: ServerResponse,
): Promise<void> {
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
        JSON.stringify(behavior.body ?? protocol.error(behavior.status, `Trouble at ${CANARY}`)),
      );
    case 'page':
      return respond(response, 200, `<html><title>${CANARY}</title></html>`, 'text/html');
    case 'cut':
      return respond(response, 200, JSON.stringify(protocol.answer(USUAL, body)).slice(0, -20));
    case 'answer': {
      await behavior.after;
      const { from, count } = protocol.window(body);
      const results = (behavior.results ?? USUAL).slice(from, from + count);
      respond(response, 200, JSON.stringify({ ...protocol.answer(results, body), ...behavior.more }));
    }
  }
}

function respond(response: ServerResponse, status: number, body: string, type = 'application/json'): void {
  response.writeHead(status, { 'content-type': type });
  response.end(body);
}
