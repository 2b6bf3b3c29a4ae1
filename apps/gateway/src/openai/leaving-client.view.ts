import type { ServerResponse } from 'node:http';

/** Aborts when the client goes away before its answer is whole. */
export function leavingClient(response: ServerResponse): AbortSignal {
  const leaving = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) leaving.abort();
  });
  return leaving.signal;
}
