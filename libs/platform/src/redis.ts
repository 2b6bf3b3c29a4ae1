import { Redis } from 'ioredis';
import type { Logger } from './logger';
import { parseRedisUrl } from './redis-address';

/** How long the start waits for an unreachable Redis. */
const CONNECT_WITHIN_MS = 2_000;

/** After a failover, the master of before takes no writes any more. The client looks for the new one and repeats the command. */
export const isReplica = (error: Error): false | 2 => error.message.startsWith('READONLY') && 2;

/**
 * Connects a client whose commands fail at once while Redis is away. Waits for the first attempt, because a service that
 * starts earlier would not count its first calls.
 */
export async function connectRedis(url: string, logger: Logger): Promise<Redis> {
  const client = new Redis({
    ...parseRedisUrl(url),
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 500,
    connectTimeout: CONNECT_WITHIN_MS,
    reconnectOnError: isReplica,
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
  // The failure is logged, and the client keeps trying.
  await client.connect().catch(() => undefined);
  return client;
}
