import { Redis } from 'ioredis';
import type { Logger } from './logger';
import { parseRedisUrl } from './queues';

/** A client for short commands (limits, probes): it fails at once while Redis is away and comes back by itself. */
export function createRedisClient(url: string, logger: Logger): Redis {
  const client = new Redis({
    ...parseRedisUrl(url),
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 500,
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
  return client;
}
