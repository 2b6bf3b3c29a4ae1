import { isDatabaseUnavailable } from './database';
import type { Logger } from './logger';

const AGAIN_MS = 250;

export interface OutageRetry {
  /** How long to retry. */
  forMs: number;
  /** The log message of each failure. */
  message: string;
  logger: Logger;
  /** Which failures are temporary. Defaults to an unavailable Postgres. */
  isPassing?: (error: unknown) => boolean;
}

/**
 * Retries while Postgres is unavailable, which bridges a restart. `ask` must be idempotent, because it is repeated if
 * its reply was lost.
 */
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
