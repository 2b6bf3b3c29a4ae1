import { setTimeout as after } from 'node:timers/promises';
import { isDatabaseUnavailable, type Logger } from '@shipyard/platform';

/** For how long what was bought waits to be written down: a restart of Postgres passes unseen. */
const OUTLASTS_MS = 20_000;
const AGAIN_MS = 250;

/** Writes again while Postgres is away. `write` must come to the same when a reply was lost and it is sent again. */
export async function outlastOutage<Result>(write: () => Promise<Result>, logger: Logger): Promise<Result> {
  const deadline = performance.now() + OUTLASTS_MS;
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || performance.now() >= deadline) throw error;
      logger.warn({ err: error }, 'What became of a purchase could not be written down, and will be tried again');
      await after(AGAIN_MS);
    }
  }
}
