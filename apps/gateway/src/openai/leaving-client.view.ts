import type { ServerResponse } from 'node:http';
import { Stop, type StopSignal } from '@shipyard/platform';

/** Aborts when the client goes away before its answer is whole. */
export function leavingClient(response: ServerResponse): StopSignal {
  const leaving = new Stop();
  response.once('close', () => {
    if (!response.writableFinished) leaving.abort();
  });
  return leaving;
}
