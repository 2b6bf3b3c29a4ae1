import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import type { Logger } from './logger';

export interface RateLimit {
  limit: number;
  windowMs: number;
}

export interface RateDecision {
  allowed: boolean;
  limit: number;
  remaining: number;
  resetMs: number;
}

/** Runs atomically in Redis, so that concurrent replicas cannot exceed the limit. */
const TAKE = `
local used = tonumber(redis.call('GET', KEYS[1]) or '0')
local cost, limit, window = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local left = redis.call('PTTL', KEYS[1])
if left < 1 then left = window end
if used + cost > limit then return {0, used, left} end
redis.call('SET', KEYS[1], string.format('%.0f', used + cost), 'PX', left)
return {1, used + cost, left}`;

/** Also counts beyond the limit. */
const SPEND = `
local left = redis.call('PTTL', KEYS[1])
if left < 1 then left = tonumber(ARGV[2]) end
local used = tonumber(redis.call('GET', KEYS[1]) or '0') + tonumber(ARGV[1])
redis.call('SET', KEYS[1], string.format('%.0f', used), 'PX', left)
return 1`;

const GIVE_BACK = `
local used = tonumber(redis.call('GET', KEYS[1]) or '0')
if used == 0 then return 0 end
redis.call('SET', KEYS[1], string.format('%.0f', math.max(0, used - tonumber(ARGV[1]))), 'KEEPTTL')
return 1`;

const MEMORY_ENTRIES = 50_000;
/** Otherwise a hanging Redis would delay each request by the time-out of a command. */
const ASK_AGAIN_AFTER_MS = 1_000;

/**
 * Replicas share a limit through Redis. Without Redis each process counts in its own memory. A window starts with its
 * first counted call.
 */
export class RateLimiter {
  private readonly windows = new LRUCache<string, { used: number; endsAt: number }>({ max: MEMORY_ENTRIES });
  private blind = false;
  private askAgainAt = 0;

  constructor(
    private readonly redis: Redis | null,
    private readonly logger: Logger,
  ) {}

  async take(key: string, limit: RateLimit, cost = 1): Promise<RateDecision> {
    if (this.redis === null) return this.takeInMemory(key, limit, cost);
    const answer = await this.ask(TAKE, key, [cost, limit.limit, limit.windowMs]);
    const [allowed, used, leftMs] = Array.isArray(answer) ? answer.map(Number) : [];
    if (allowed === undefined || used === undefined || leftMs === undefined) return this.takeInMemory(key, limit, cost);
    return { allowed: allowed === 1, limit: limit.limit, remaining: Math.max(0, limit.limit - used), resetMs: leftMs };
  }

  async spend(key: string, limit: RateLimit, cost: number): Promise<void> {
    if (this.redis !== null && (await this.ask(SPEND, key, [cost, limit.windowMs])) !== null) return;
    this.countInMemory(key, limit, cost, () => true);
  }

  async giveBack(key: string, cost: number): Promise<void> {
    if (cost <= 0) return;
    if (this.redis !== null && (await this.ask(GIVE_BACK, key, [cost])) !== null) return;
    const window = this.windows.peek(key);
    if (window) window.used = Math.max(0, window.used - cost);
  }

  private async ask(script: string, key: string, values: number[]): Promise<unknown> {
    if (this.redis === null || Date.now() < this.askAgainAt) return null;
    try {
      const answer = await this.redis.eval(script, 1, `limit:${key}`, ...values);
      if (this.blind) this.logger.info('Redis is back: the processes share their rate limits again');
      this.blind = false;
      return answer;
    } catch (error) {
      if (!this.blind)
        this.logger.warn({ err: error }, 'Redis is out of reach: each process counts rate limits by itself');
      this.blind = true;
      this.askAgainAt = Date.now() + ASK_AGAIN_AFTER_MS;
      return null;
    }
  }

  private takeInMemory(key: string, limit: RateLimit, cost: number): RateDecision {
    return this.countInMemory(key, limit, cost, (used) => used + cost <= limit.limit);
  }

  private countInMemory(
    key: string,
    { limit, windowMs }: RateLimit,
    cost: number,
    isAllowed: (used: number) => boolean,
  ): RateDecision {
    const now = Date.now();
    const found = this.windows.peek(key);
    const window = found && found.endsAt > now ? found : { used: 0, endsAt: now + windowMs };
    const allowed = isAllowed(window.used);
    if (allowed) window.used += cost;
    // A refused call refreshes the entry too, so that the cache does not forget a caller at the limit.
    this.windows.set(key, window);
    return { allowed, limit, remaining: Math.max(0, limit - window.used), resetMs: window.endsAt - now };
  }
}
