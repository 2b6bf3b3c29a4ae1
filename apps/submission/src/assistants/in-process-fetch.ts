import { request as sendRequest, type IncomingMessage, type Server } from 'node:http';
import { duplexPair } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { AbortSignalLike } from '@shipyard/platform/cancellation';

/** What the API learns of the request that a call belongs to. */
export interface OuterRequest {
  requestId: string;
  remoteAddress: string | undefined;
  forwardedFor: string | undefined;
  /** Aborts when nobody waits for the answer any more. */
  signal: AbortSignalLike;
}

const WITHOUT_BODY = new Set([204, 304]);

/**
 * Returns a fetch that reaches the service's own server over a connection in memory. A call passes everything that one
 * from outside passes, such as the token guard, the rates, the body limits and the log. No port, no network. It ends,
 * on both ends of the connection, with the outer request.
 */
export function inProcessFetch(server: Server, outer: OuterRequest): (request: Request) => Promise<Response> {
  const { signal } = outer;
  return async (request) => {
    const body = request.body === null ? null : Buffer.from(await request.arrayBuffer());
    const { pathname, search } = new URL(request.url);
    signal.throwIfAborted();
    const [ours, theirs] = duplexPair();
    // Neither end learns by itself that the other one is gone.
    const end = () => [ours, theirs].forEach((each) => each.destroy());
    signal.addEventListener('abort', end);
    try {
      server.emit('connection', Object.assign(theirs, { remoteAddress: outer.remoteAddress }));
      return await toResponse(
        await new Promise<IncomingMessage>((resolve, reject) => {
          const sent = sendRequest(
            {
              createConnection: () => ours,
              method: request.method,
              path: pathname + search,
              headers: {
                ...Object.fromEntries(request.headers),
                host: 'in-process',
                'x-request-id': outer.requestId,
                ...(outer.forwardedFor !== undefined && { 'x-forwarded-for': outer.forwardedFor }),
                ...(body !== null && { 'content-length': body.length }),
              },
            },
            resolve,
          );
          sent.once('error', reject);
          sent.end(body ?? undefined);
        }),
      );
    } finally {
      signal.removeEventListener('abort', end);
    }
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
