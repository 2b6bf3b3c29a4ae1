import type { Logger } from '@shipyard/platform';
import type { Redis } from 'ioredis';

/** So much, per so long. What is counted is up to the caller: calls, or bytes. */
export interface RateLimit {
  limit: number;
  windowMs: number;
}

export interface RateDecision {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Until the window ends and all of the limit is free again. */
  resetMs: number;
}

/** One script at the server: whatever the replicas do at once, nothing is counted that does not fit. */
const TAKE = `
local used = tonumber(redis.call('GET', KEYS[1]) or '0')
local cost, limit, window = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local left = redis.call('PTTL', KEYS[1])
if left < 1 then left = window end
if used + cost > limit then return {0, used, left} end
redis.call('SET', KEYS[1], string.format('%.0f', used + cost), 'PX', left)
return {1, used + cost, left}`;

/** Counts what was used already, whether it fits or not. */
const SPEND = `
local left = redis.call('PTTL', KEYS[1])
if left < 1 then left = tonumber(ARGV[2]) end
local used = tonumber(redis.call('GET', KEYS[1]) or '0') + tonumber(ARGV[1])
redis.call('SET', KEYS[1], string.format('%.0f', used), 'PX', left)
return 1`;

/** Never below nothing, and nothing where the window has ended meanwhile. */
const GIVE_BACK = `
local used = tonumber(redis.call('GET', KEYS[1]) or '0')
if used == 0 then return 0 end
redis.call('SET', KEYS[1], string.format('%.0f', math.max(0, used - tonumber(ARGV[1]))), 'KEEPTTL')
return 1`;

const MEMORY_ENTRIES = 50_000;
/** A server that hangs would else hold each request up for as long as a command may take. */
const ASK_AGAIN_AFTER_MS = 1_000;

/**
 * Counts in Redis, so that replicas share a limit. Without Redis each process counts its own calls in memory. A process that loses Redis
 * logs that once, and asks for it again every second.
 * A window begins with the first call that is counted in it.
 */
export class RateLimiter {
  private readonly windows = new Map<string, { used: number; endsAt: number }>();
  private blind = false;
  private askAgainAt = 0;

  constructor(
    private readonly redis: Redis | null,
    private readonly logger: Logger,
  ) {}

  /** Counts `cost` when all of it fits into what is left of the window; else counts nothing. */
  async take(key: string, limit: RateLimit, cost = 1): Promise<RateDecision> {
    if (this.redis === null) return this.takeInMemory(key, limit, cost);
    const answer = await this.ask(TAKE, key, [cost, limit.limit, limit.windowMs]);
    const [allowed, used, leftMs] = Array.isArray(answer) ? answer.map(Number) : [];
    if (allowed === undefined || used === undefined || leftMs === undefined) return this.takeInMemory(key, limit, cost);
    return { allowed: allowed === 1, limit: limit.limit, remaining: Math.max(0, limit.limit - used), resetMs: leftMs };
  }

  /** Counts what was used already and could not be known before, even beyond the limit. */
  async spend(key: string, limit: RateLimit, cost: number): Promise<void> {
    if (this.redis !== null && (await this.ask(SPEND, key, [cost, limit.windowMs])) !== null) return;
    this.countInMemory(key, limit, cost, () => true);
  }

  /** Undoes so much of an earlier take, for what was not used after all. */
  async giveBack(key: string, cost: number): Promise<void> {
    if (cost <= 0) return;
    if (this.redis !== null && (await this.ask(GIVE_BACK, key, [cost])) !== null) return;
    const window = this.windows.get(key);
    if (window) window.used = Math.max(0, window.used - cost);
  }

  /** Null while Redis is out of reach. */
  private async ask(script: string, key: string, values: number[]): Promise<unknown> {
    if (this.redis === null || Date.now() < this.askAgainAt) return null;
    try {
      const answer = await this.redis.eval(script, 1, `limit:${key}`, ...values);
      if (this.blind) this.logger.info('Redis is back: the processes share their rate limits again');
      this.blind = false;
      return answer;
    } catch (error) {
      if (!this.blind) this.logger.warn({ err: error }, 'Redis is out of reach: each process counts rate limits by itself');
      this.blind = true;
      this.askAgainAt = Date.now() + ASK_AGAIN_AFTER_MS;
      return null;
    }
  }

  private takeInMemory(key: string, limit: RateLimit, cost: number): RateDecision {
    return this.countInMemory(key, limit, cost, (used) => used + cost <= limit.limit);
  }

  private countInMemory(key: string, { limit, windowMs }: RateLimit, cost: number, isAllowed: (used: number) => boolean): RateDecision {
    const now = Date.now();
    const found = this.windows.get(key);
    const window = found && found.endsAt > now ? found : { used: 0, endsAt: now + windowMs };
    const allowed = isAllowed(window.used);
    if (allowed) window.used += cost;
    // A refused call counts as a use too: who is at the limit and goes on must not be forgotten.
    this.windows.delete(key);
    this.windows.set(key, window);
    this.forgetOldest();
    return { allowed, limit, remaining: Math.max(0, limit - window.used), resetMs: window.endsAt - now };
  }

  /** The map is in the order of last use, so what is dropped has been idle longest. */
  private forgetOldest(): void {
    if (this.windows.size <= MEMORY_ENTRIES) return;
    const [oldest] = this.windows.keys();
    if (oldest !== undefined) this.windows.delete(oldest);
  }
}
