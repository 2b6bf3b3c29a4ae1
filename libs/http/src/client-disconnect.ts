import type { ServerResponse } from 'node:http';
import { LightAbortController, type AbortSignalLike } from '@shipyard/platform/cancellation';
import { drainEnd, ProcessEnding } from '@shipyard/platform/in-flight';

/** Aborts when the client disconnects, and with a ProcessEnding when this process must end. */
export function clientDisconnect(response: ServerResponse, reason?: Error): AbortSignalLike {
  const disconnect = new LightAbortController();
  const end = () => disconnect.abort(new ProcessEnding());
  const close = () => {
    drainEnd.removeEventListener('abort', end);
    if (!response.writableFinished) disconnect.abort(reason);
  };
  if (response.destroyed) close();
  else {
    drainEnd.addEventListener('abort', end);
    response.once('close', close);
  }
  return disconnect;
}
