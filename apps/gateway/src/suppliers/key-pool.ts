import { createHash } from 'node:crypto';

/** By the status of an answer about the key. */
const DEFAULT_REST_MS: Record<number, number> = { 401: 600_000, 402: 600_000, 429: 30_000 };
/** Limits of the time that a supplier asks for. Without a minimum, a key would be tried over and over. */
const MIN_REST_MS = 1_000;
const MAX_REST_MS = 3_600_000;
/** The longest time in which a key is not used at all. After that, one try costs less than refusing all calls. */
const MAX_BLOCK_MS = 60_000;

export const keyFingerprint = (secret: string) => createHash('sha256').update(secret).digest('base64url').slice(0, 22);

/** Times are of a monotonic clock. */
export interface KeyRest {
  secret: string;
  /** Until then it is used only if all other keys rest too. */
  restsUntil: number;
  /** Until then it is not used at all. */
  blockedUntil: number;
}

interface PooledKey extends KeyRest {
  reportedUntil: number;
}

/** A rest that is hardly longer than the known one is not reported again. */
const REPORT_AGAIN_AFTER_MS = 1_000;

/** The keys of one supplier, used in turn. A refused, unpaid or limited key rests. A 429 with a time also blocks it. */
export class KeyPool {
  private readonly keys: PooledKey[];
  private next = 0;

  constructor(
    secrets: readonly string[],
    private readonly reportRest: (rest: KeyRest) => void = () => undefined,
  ) {
    this.keys = secrets.map((secret) => ({ secret, restsUntil: 0, blockedUntil: 0, reportedUntil: 0 }));
  }

  /** A supplier without keys needs none. */
  isAvailableAt(now: number): boolean {
    return this.keys.length === 0 || this.keys.some(({ blockedUntil }) => blockedUntil <= now);
  }

  hasRestedKeyAt(now: number): boolean {
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
    const open = this.keys.filter(({ blockedUntil }) => blockedUntil <= now);
    return open.toSorted((one, other) => one.restsUntil - other.restsUntil)[0]?.secret;
  }

  find(fingerprint: string): string | undefined {
    return this.keys.find(({ secret }) => keyFingerprint(secret) === fingerprint)?.secret;
  }

  /** Lets the key rest if the status is about it, for the supplier's time or the default. Returns whether it is. */
  recordRefusal(
    secret: string | undefined,
    status: number | undefined,
    retryAfterMs: number | undefined,
    now: number,
  ): boolean {
    const restMs = status === undefined ? undefined : DEFAULT_REST_MS[status];
    const key = this.keys.find((each) => each.secret === secret);
    if (restMs === undefined || !key) return false;
    key.restsUntil = Math.max(
      key.restsUntil,
      now + Math.min(Math.max(retryAfterMs ?? restMs, MIN_REST_MS), MAX_REST_MS),
    );
    if (status === 429 && retryAfterMs !== undefined)
      key.blockedUntil = Math.max(key.blockedUntil, now + Math.min(retryAfterMs, MAX_BLOCK_MS));
    if (key.restsUntil > key.reportedUntil + REPORT_AGAIN_AFTER_MS) {
      key.reportedUntil = key.restsUntil;
      this.reportRest(key);
    }
    return true;
  }

  mergeRests(rests: readonly KeyRest[]): void {
    for (const { secret, restsUntil, blockedUntil } of rests) {
      const key = this.keys.find((each) => each.secret === secret);
      if (!key) continue;
      key.restsUntil = Math.max(key.restsUntil, restsUntil);
      key.blockedUntil = Math.max(key.blockedUntil, blockedUntil);
      key.reportedUntil = Math.max(key.reportedUntil, restsUntil);
    }
  }

  availableIn(now: number): number {
    return this.keys.length === 0
      ? 0
      : Math.max(Math.min(...this.keys.map(({ blockedUntil }) => blockedUntil)) - now, 0);
  }
}
