import type { IncomingMessage, Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { askOwnServer, type OuterRequest } from '@shipyard/http';

const WITHOUT_BODY = new Set([204, 304]);

/** Returns a fetch that reaches the service's own server. */
export function inProcessFetch(server: Server, outer: OuterRequest): (request: Request) => Promise<Response> {
  return async (request) => {
    const body = request.body === null ? null : Buffer.from(await request.arrayBuffer());
    const { pathname, search } = new URL(request.url);
    const headers = Object.fromEntries(request.headers);
    const call = { method: request.method, path: pathname + search, headers, body };
    return toResponse(await askOwnServer(server, outer, call));
  };
}

/** Reads all of the answer, so that a call is over when it resolves. */
async function toResponse(answer: IncomingMessage): Promise<Response> {
  const { statusCode: status = 500, rawHeaders } = answer;
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2)
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
  const body = await buffer(answer);
  return new Response(WITHOUT_BODY.has(status) ? null : Uint8Array.from(body), { status, headers });
}
