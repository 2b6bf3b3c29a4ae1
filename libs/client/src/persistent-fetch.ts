import { readRetryAfter } from './shipyard-error';

export type Fetch = (request: Request) => Promise<Response>;

export interface RetryOptions {
  /** How often a request is repeated. 0: never. */
  retries?: number;
  /** Ends requests and waits. */
  signal?: AbortSignal;
}

interface Waiting {
  /** For tests. */
  pause?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

const USUAL_RETRIES = 4;
const FIRST_PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 8_000;
const LONGEST_RETRY_AFTER_SECONDS = 60;
const READS = new Set(['GET', 'HEAD']);

/**
 * Returns a fetch that gives each write with a token an Idempotency-Key of its own, and repeats a request after a lost
 * connection, a 429, a 5xx, or a 409 with Retry-After. A write is carried out once, because each repetition has its key.
 */
export function persistentFetch(
  fetch: Fetch = (request) => globalThis.fetch(request),
  { retries = USUAL_RETRIES, signal, pause = wait }: RetryOptions & Waiting = {},
): Fetch {
  return async (given) => {
    const request = withKey(given, signal);
    const mayRepeat = READS.has(request.method) || request.headers.has('idempotency-key');
    for (let attempt = 0; ; attempt += 1) {
      const isLast = !mayRepeat || attempt >= retries;
      const outcome = await outcomeOf(fetch, isLast ? request : request.clone(), isLast);
      if (outcome && (isLast || !asksForRepeat(outcome))) return outcome;
      const asked = readRetryAfter(outcome?.headers.get('retry-after') ?? null);
      if (outcome && asked !== null && asked > LONGEST_RETRY_AFTER_SECONDS) return outcome;
      await outcome?.body?.cancel();
      await pause(asked === null ? jittered(attempt) : asked * 1_000, request.signal);
    }
  };
}

function withKey(given: Request, signal: AbortSignal | undefined): Request {
  const request = signal ? new Request(given, { signal: AbortSignal.any([given.signal, signal]) }) : given;
  const isKeyed = READS.has(request.method) || !request.headers.has('authorization');
  if (isKeyed || request.headers.has('idempotency-key')) return request;
  const headers = new Headers(request.headers);
  headers.set('idempotency-key', globalThis.crypto.randomUUID());
  return new Request(request, { headers });
}

/** Null: no answer came, and another attempt is left. */
async function outcomeOf(fetch: Fetch, request: Request, isLast: boolean): Promise<Response | null> {
  try {
    return await fetch(request);
  } catch (error) {
    if (isLast || request.signal.aborted) throw error;
    return null;
  }
}

/** 409 with Retry-After says that the same request with this key still runs. */
const asksForRepeat = ({ status, headers }: Response): boolean =>
  status >= 500 || status === 429 || (status === 409 && headers.has('retry-after'));

const jittered = (attempt: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2);

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason instanceof Error ? signal.reason : new Error('The request was aborted'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
