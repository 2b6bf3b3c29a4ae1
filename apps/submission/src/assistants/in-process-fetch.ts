import { request as sendRequest, type IncomingMessage, type Server } from 'node:http';
import { duplexPair, Readable } from 'node:stream';

/** What the API learns of the request that a call belongs to. */
export interface OuterRequest {
  requestId: string;
  remoteAddress: string | undefined;
  forwardedFor: string | undefined;
}

const WITHOUT_BODY = new Set([204, 304]);

/**
 * Returns a fetch that reaches the service's own server over a connection in memory. A call passes everything that one
 * from outside passes, such as the token guard, the rates, the body limits and the log. No port, no network.
 */
export function inProcessFetch(server: Server, outer: OuterRequest): (request: Request) => Promise<Response> {
  return async (request) => {
    const body = request.body === null ? null : Buffer.from(await request.arrayBuffer());
    const { pathname, search } = new URL(request.url);
    const [ours, theirs] = duplexPair();
    server.emit('connection', Object.assign(theirs, { remoteAddress: outer.remoteAddress }));
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
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
    });
    return toResponse(answer);
  };
}

function toResponse(answer: IncomingMessage): Response {
  const { statusCode: status = 500, rawHeaders } = answer;
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2)
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
  if (WITHOUT_BODY.has(status)) {
    answer.resume();
    return new Response(null, { status, headers });
  }
  return new Response(Readable.toWeb(answer) as ReadableStream<Uint8Array>, { status, headers });
}
