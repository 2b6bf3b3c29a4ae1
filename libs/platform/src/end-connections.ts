import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as nextTurn, setTimeout as after } from 'node:timers/promises';

/** How long a connection stays open without a request, so that a proxy that is about to use it is answered. */
const LINGER_MS = 1_000;
/** Connections may come without a pause. */
const QUIET_WITHIN_MS = 1_000;
const CLOSES_WITHIN_MS = 250;

/**
 * Closes the port, and each connection once nothing was asked on it for a second. A proxy may send a request at the moment
 * when its connection closes. It does not repeat a POST, so its client would get a 502. The promise resolves when the port
 * is closed. `haveEnded` waits until the connections are closed too, but not much longer than that second.
 */
export async function endConnections(server: Server): Promise<{ haveEnded: () => Promise<void> }> {
  const ended = new Promise<void>((resolve) => server.once('close', () => resolve()));
  await quietTurns(server);
  // The port alone: `server.close` also ends the connections that are idle right now.
  NetServer.prototype.close.call(server);
  // For those that become idle from now on.
  server.keepAliveTimeout = LINGER_MS;
  setTimeout(() => server.closeIdleConnections(), LINGER_MS).unref();
  return {
    haveEnded: async () => {
      const late = new AbortController();
      const tooLate = after(LINGER_MS + CLOSES_WITHIN_MS, undefined, { signal: late.signal }).catch(() => undefined);
      await Promise.race([ended, tooLate]);
      late.abort();
    },
  };
}

/** Waits for turns of the event loop without a new connection, because those that still wait in the port are reset. */
async function quietTurns(server: Server): Promise<void> {
  const endsAt = performance.now() + QUIET_WITHIN_MS;
  let quiet = 0;
  const unquiet = () => void (quiet = 0);
  server.on('connection', unquiet);
  // The rest of the turn in which this begins takes none.
  while (quiet < 2 && performance.now() < endsAt) {
    quiet += 1;
    await nextTurn();
  }
  server.off('connection', unquiet);
}
