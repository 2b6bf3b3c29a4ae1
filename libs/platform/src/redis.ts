import { Redis } from 'ioredis';
import type { Logger } from './logger';
import { parseRedisUrl } from './queues';

/** How long a start waits for a Redis that cannot be reached at all. */
const CONNECT_WITHIN_MS = 2_000;

/**
 * A client for short commands (limits, probes): its commands fail at once while Redis is away, and it comes back by
 * itself. Resolves once the first attempt to connect has come out, whichever way: a service that began without waiting
 * would not count the first calls that it takes.
 */
export async function connectRedis(url: string, logger: Logger): Promise<Redis> {
  const client = new Redis({
    ...parseRedisUrl(url),
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 500,
    connectTimeout: CONNECT_WITHIN_MS,
    lazyConnect: true,
    retryStrategy: (attempt) => Math.min(attempt * 100, 1_000),
  });
  let lost = false;
  client.on('error', (error) => {
    if (!lost) logger.warn({ err: error }, 'Redis is out of reach');
    lost = true;
  });
  client.on('ready', () => {
    if (lost) logger.info('Redis is back');
    lost = false;
  });
  // Why it failed has been logged, and the client goes on trying.
  await client.connect().catch(() => undefined);
  return client;
}
