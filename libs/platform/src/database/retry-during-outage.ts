import { isDatabaseUnavailable } from './database';
import type { Logger } from '../logger';

const AGAIN_MS = 250;

export interface OutageRetry {
  forMs: number;
  message: string;
  logger: Logger;
  /** Whether the error can pass. Defaults to an unavailable Postgres. */
  isPassing?: (error: unknown) => boolean;
}

/** Bridges a restart of Postgres. `ask` must be idempotent, because its reply may be lost. */
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
