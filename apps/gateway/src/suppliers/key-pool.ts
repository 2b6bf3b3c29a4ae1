import { createHash } from 'node:crypto';

/** How long a key rests after an answer that speaks of it, where the supplier does not say. In milliseconds. */
const RESTS_MS: Record<number, number> = { 401: 600_000, 402: 600_000, 429: 30_000 };
/**
 * What a supplier says itself is believed within these bounds. A key that were fit again at once would be asked over
 * and over.
 */
const SHORTEST_REST_MS = 1_000;
const LONGEST_REST_MS = 3_600_000;
/**
 * For so long a key that is told to wait is not used even where no other is left: after that, asking once costs less
 * than refusing everybody.
 */
const LONGEST_CLOSURE_MS = 60_000;

/** By which a key can be found again where it must not be kept. */
export const keyFingerprint = (secret: string) => createHash('sha256').update(secret).digest('base64url').slice(0, 22);

/** The state of one key, by a clock that never goes back. */
export interface KeyRest {
  secret: string;
  restsUntil: number;
  /** What the supplier itself asked for with its 429. */
  closedUntil: number;
}

interface PooledKey extends KeyRest {
  /** What the other processes have been told. */
  toldUntil: number;
}

/** Who rests anew for hardly longer than was told is not told again. */
const TOLD_AGAIN_AFTER_MS = 1_000;

/**
 * The keys of one supplier. They take turns; one that is refused, without money or limited rests for a while: it is
 * used only where all others rest too. One that is limited until a time that the supplier named is not used before it
 * at all.
 */
export class KeyPool {
  private readonly keys: PooledKey[];
  private next = 0;

  /** `tell` hears of rests, so that other processes learn them. */
  constructor(
    secrets: readonly string[],
    private readonly tell: (rest: KeyRest) => void = () => undefined,
  ) {
    this.keys = secrets.map((secret) => ({ secret, restsUntil: 0, closedUntil: 0, toldUntil: 0 }));
  }

  /** A supplier without keys is asked without one. */
  isAvailableAt(now: number): boolean {
    return this.keys.length === 0 || this.keys.some(({ closedUntil }) => closedUntil <= now);
  }

  /** Whether there is a key that does not rest. */
  hasRestedAt(now: number): boolean {
    return this.keys.some(({ restsUntil }) => restsUntil <= now);
  }

  /**
   * The next key that does not rest, else the one whose rest ends first. Undefined: there is none, or the supplier
   * needs none.
   */
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

  /** The key that has this fingerprint, if it is still there. */
  find(fingerprint: string): string | undefined {
    return this.keys.find(({ secret }) => keyFingerprint(secret) === fingerprint)?.secret;
  }

  /**
   * Whether the status speaks of the key: then it rests, for as long as the supplier says or for the status's own time.
   */
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

  /** Takes over what other processes know of the keys. */
  learn(rests: readonly KeyRest[]): void {
    for (const { secret, restsUntil, closedUntil } of rests) {
      const key = this.keys.find((each) => each.secret === secret);
      if (!key) continue;
      key.restsUntil = Math.max(key.restsUntil, restsUntil);
      key.closedUntil = Math.max(key.closedUntil, closedUntil);
      key.toldUntil = Math.max(key.toldUntil, restsUntil);
    }
  }

  /** Milliseconds until a key is available; 0: now. */
  availableIn(now: number): number {
    return this.keys.length === 0 ? 0 : Math.max(Math.min(...this.keys.map(({ closedUntil }) => closedUntil)) - now, 0);
  }
}
