import type { Server } from 'node:http';

const MINUTE_MS = 60_000;

const HEADERS_MS = 20_000;
/** Allows a form of 80 MiB at 1 Mbit/s. body-budget.ts limits slow bodies. */
const REQUEST_MS = 15 * MINUTE_MS;
/** Longer than the 60 s of common proxies, which may otherwise send a request on a closing connection. */
const KEEP_ALIVE_MS = 75_000;
const SILENT_MS = 5 * MINUTE_MS;
const MARGIN_MS = MINUTE_MS;

/** `longestAnswerMs`: how long a request may take before the first byte of its response. */
export function limitConnections(server: Server, longestAnswerMs = 0): void {
  server.headersTimeout = HEADERS_MS;
  server.requestTimeout = REQUEST_MS;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.timeout = Math.max(SILENT_MS, longestAnswerMs + MARGIN_MS);
}
