import { request as sendRequest, type IncomingMessage, type Server } from 'node:http';
import { duplexPair } from 'node:stream';
import type { AbortSignalLike } from '@shipyard/platform/cancellation';

/** What a service learns of the request that a call of its own belongs to. */
export interface OuterRequest {
  requestId: string;
  remoteAddress: string | undefined;
  forwardedFor: string | undefined;
  /** Aborts when nobody waits for the answer any more. */
  signal: AbortSignalLike;
}

export interface OwnCall {
  method: string;
  /** With its query. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body: Buffer | null;
}

/**
 * Reaches the service's own server over a connection in memory. A call passes everything that one from outside passes,
 * such as the token guard, the rates, the body limits and the log. No port, no network. It ends, on both ends of the
 * connection, with the outer request. The answer must be read.
 */
export async function askOwnServer(server: Server, outer: OuterRequest, call: OwnCall): Promise<IncomingMessage> {
  const { signal } = outer;
  signal.throwIfAborted();
  const [ours, theirs] = duplexPair();
  // Neither end learns by itself that the other one is gone.
  const end = () => [ours, theirs].forEach((each) => each.destroy());
  signal.addEventListener('abort', end);
  const forget = () => signal.removeEventListener('abort', end);
  try {
    server.emit('connection', Object.assign(theirs, { remoteAddress: outer.remoteAddress }));
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = sendRequest(
        {
          createConnection: () => ours,
          method: call.method,
          path: call.path,
          headers: {
            ...call.headers,
            host: 'in-process',
            'x-request-id': outer.requestId,
            ...(outer.forwardedFor !== undefined && { 'x-forwarded-for': outer.forwardedFor }),
            ...(call.body !== null && { 'content-length': call.body.length }),
          },
        },
        resolve,
      );
      sent.once('error', reject);
      sent.end(call.body ?? undefined);
    });
    answer.once('close', forget);
    return answer;
  } catch (error) {
    forget();
    throw error;
  }
}
