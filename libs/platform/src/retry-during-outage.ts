import { isDatabaseUnavailable } from './database';
import type { Logger } from './logger';

const AGAIN_MS = 250;

export interface OutageRetry {
  /** How long it is tried. */
  forMs: number;
  /** Of the log line of each failure. */
  message: string;
  logger: Logger;
  /** Which failures pass by themselves; left out: that Postgres is away. */
  isPassing?: (error: unknown) => boolean;
}

/** Asks Postgres again while it is away: a restart passes unseen. `ask` must come to the same when its reply was lost and it is sent again. */
export async function retryDuringOutage<Result>(
  ask: () => Promise<Result>,
  { forMs, message, logger, isPassing = isDatabaseUnavailable }: OutageRetry,
): Promise<Result> {
  const deadline = performance.now() + forMs;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isPassing(error) || performance.now() >= deadline) throw error;
      logger.warn({ err: error }, message);
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}
