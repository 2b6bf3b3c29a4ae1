import type { ServerResponse } from 'node:http';
import { drainEnd, ProcessEnding, Stop, type StopSignal } from '@shipyard/platform';

/**
 * Aborts when the client disconnects before its response is whole, and with a ProcessEnding when this process cannot
 * wait for it any longer.
 */
export function clientDisconnect(response: ServerResponse, reason?: Error): StopSignal {
  const disconnect = new Stop();
  const end = () => disconnect.abort(new ProcessEnding());
  const close = () => {
    drainEnd.removeEventListener('abort', end);
    if (!response.writableFinished) disconnect.abort(reason);
  };
  // A response that was destroyed may have emitted its 'close' already.
  if (response.destroyed) close();
  else {
    drainEnd.addEventListener('abort', end);
    response.once('close', close);
  }
  return disconnect;
}
