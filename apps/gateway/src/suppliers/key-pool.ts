import { createHash } from 'node:crypto';

/** How long a key rests by default after an answer about it. */
const RESTS_MS: Record<number, number> = { 401: 600_000, 402: 600_000, 429: 30_000 };
/** Bounds what a supplier asks for. Without a minimum, a key would be tried over and over. */
const SHORTEST_REST_MS = 1_000;
const LONGEST_REST_MS = 3_600_000;
/** A closed key is not used at all for this long. After that, one try costs less than refusing all calls. */
const LONGEST_CLOSURE_MS = 60_000;

export const keyFingerprint = (secret: string) => createHash('sha256').update(secret).digest('base64url').slice(0, 22);

/** Times are of a monotonic clock. */
export interface KeyRest {
  secret: string;
  restsUntil: number;
  closedUntil: number;
}

interface PooledKey extends KeyRest {
  toldUntil: number;
}

/** A rest that is hardly longer than the known one is not reported again. */
const TOLD_AGAIN_AFTER_MS = 1_000;

/**
 * The keys of one supplier, used in turn. A refused, unpaid or limited key rests: it is used only if all others rest
 * too. A key with a time from a 429 is not used before that.
 */
export class KeyPool {
  private readonly keys: PooledKey[];
  private next = 0;

  constructor(
    secrets: readonly string[],
    private readonly tell: (rest: KeyRest) => void = () => undefined,
  ) {
    this.keys = secrets.map((secret) => ({ secret, restsUntil: 0, closedUntil: 0, toldUntil: 0 }));
  }

  /** A supplier without keys needs none. */
  isAvailableAt(now: number): boolean {
    return this.keys.length === 0 || this.keys.some(({ closedUntil }) => closedUntil <= now);
  }

  hasRestedAt(now: number): boolean {
    return this.keys.some(({ restsUntil }) => restsUntil <= now);
  }

  /** Returns a key that does not rest, else the one whose rest ends first. Undefined if there is none. */
  take(now: number): string | undefined {
    for (let step = 0; step < this.keys.length; step += 1) {
      const key = this.keys[(this.next + step) % this.keys.length];
      if (!key || key.restsUntil > now) continue;
      this.next = (this.next + step + 1) % this.keys.length;
      return key.secret;
    }
    const open = this.keys.filter(({ closedUntil }) => closedUntil <= now);
    return open.toSorted((one, other) => one.restsUntil - other.restsUntil)[0]?.secret;
  }

  find(fingerprint: string): string | undefined {
    return this.keys.find(({ secret }) => keyFingerprint(secret) === fingerprint)?.secret;
  }

  /** Whether the status is about the key, which then rests for the supplier's time or the default. */
  refused(
    secret: string | undefined,
    status: number | undefined,
    retryAfterMs: number | undefined,
    now: number,
  ): boolean {
    const restMs = status === undefined ? undefined : RESTS_MS[status];
    const key = this.keys.find((each) => each.secret === secret);
    if (restMs === undefined || !key) return false;
    key.restsUntil = Math.max(
      key.restsUntil,
      now + Math.min(Math.max(retryAfterMs ?? restMs, SHORTEST_REST_MS), LONGEST_REST_MS),
    );
    if (status === 429 && retryAfterMs !== undefined)
      key.closedUntil = Math.max(key.closedUntil, now + Math.min(retryAfterMs, LONGEST_CLOSURE_MS));
    if (key.restsUntil > key.toldUntil + TOLD_AGAIN_AFTER_MS) {
      key.toldUntil = key.restsUntil;
      this.tell(key);
    }
    return true;
  }

  learn(rests: readonly KeyRest[]): void {
    for (const { secret, restsUntil, closedUntil } of rests) {
      const key = this.keys.find((each) => each.secret === secret);
      if (!key) continue;
      key.restsUntil = Math.max(key.restsUntil, restsUntil);
      key.closedUntil = Math.max(key.closedUntil, closedUntil);
      key.toldUntil = Math.max(key.toldUntil, restsUntil);
    }
  }

  availableIn(now: number): number {
    return this.keys.length === 0 ? 0 : Math.max(Math.min(...this.keys.map(({ closedUntil }) => closedUntil)) - now, 0);
  }
}
