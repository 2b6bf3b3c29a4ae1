import type { Server } from 'node:http';

const MINUTE_MS = 60_000;

/** The address and the headers of a request. */
const HEADERS_MS = 20_000;
/** A whole request, which may be a form of 80 MiB over a line of 1 Mbit/s. What a body must do meanwhile is in body-budget.ts. */
const REQUEST_MS = 15 * MINUTE_MS;
/** Proxies keep unused connections for 60 s. Ours must be open for longer, or a proxy sends a request into a connection that just closes. */
const KEEP_ALIVE_MS = 75_000;
/** A connection on which nothing is sent or read, while its request is worked on or its answer is not fetched. */
const SILENT_MS = 5 * MINUTE_MS;
const MARGIN_MS = MINUTE_MS;

/** Bounds how long a client may take for what. `longestAnswerMs` is how long a request may be worked on before anything is sent. */
export function limitConnections(server: Server, longestAnswerMs = 0): void {
  server.headersTimeout = HEADERS_MS;
  server.requestTimeout = REQUEST_MS;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.timeout = Math.max(SILENT_MS, longestAnswerMs + MARGIN_MS);
}
