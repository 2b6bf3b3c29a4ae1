import type { IncomingMessage, ServerResponse } from 'node:http';

const HEARING_MS = 5_000;

/**
 * Sends a whole body. If the request is still coming, the connection closes, but only when the client has sent everything:
 * an earlier close would break clients that send first and read later, and its reset could overtake the answer.
 */
export function endHeard(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
  if (request.complete || !hasBody(request)) return void response.end(body);
  response.setHeader('connection', 'close');
  response.write(body);
  const end = () => {
    clearTimeout(patience);
    response.end();
  };
  const patience = setTimeout(end, HEARING_MS);
  if (request.destroyed) end();
  else request.once('end', end).once('close', end).resume();
}

/** A request without a body counts as complete only after its handler began. */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
