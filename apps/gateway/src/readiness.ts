import { READINESS_CHECKS, type ReadinessChecks } from '@shipyard/http';
import { createRedisClient } from '@shipyard/platform';
import type { ValueProvider } from '@nestjs/common';
import type { Runtime } from './runtime.module';

/** What `/readyz` asks, and how to let go of it. */
export function openReadinessChecks({ config, logger, dataSource, store }: Runtime): { provider: ValueProvider<ReadinessChecks>; close(): Promise<void> } {
  const redis = config.REDIS_URL === undefined ? null : createRedisClient(config.REDIS_URL, logger);
  return {
    provider: {
      provide: READINESS_CHECKS,
      useValue: {
        postgres: () => dataSource.query('SELECT 1'),
        redis: redis && (() => redis.ping()),
        store: () => store.check(),
      },
    },
    close: () => {
      redis?.disconnect();
      return Promise.resolve();
    },
  };
}
