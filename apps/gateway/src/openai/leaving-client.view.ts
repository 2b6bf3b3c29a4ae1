import type { ServerResponse } from 'node:http';
import { drainEnd, ProcessEnding, Stop, type StopSignal } from '@shipyard/platform';

/** Aborts when the client goes away before its answer is whole, and with a ProcessEnding when this process cannot wait for it any longer. */
export function leavingClient(response: ServerResponse): StopSignal {
  const leaving = new Stop();
  const end = () => leaving.abort(new ProcessEnding());
  drainEnd.addEventListener('abort', end);
  response.once('close', () => {
    drainEnd.removeEventListener('abort', end);
    if (!response.writableFinished) leaving.abort();
  });
  return leaving;
}
