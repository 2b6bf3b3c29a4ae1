import { setTimeout as wait } from 'node:timers/promises';
import { readRetryAfter } from '@shipyard/client';
import { errorCodeOf } from '@shipyard/platform/error-code';
import { CliFailure, EXIT, Interrupted } from '../failure';
import type { Words } from '../words/words';
import { isJson } from './api-answer';
import type { PendingKeys, SentRequest } from './pending-keys';

export type Fetch = (request: Request) => Promise<Response>;

export interface RetryingFetchOptions {
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  keys: PendingKeys;
  signal: AbortSignal;
  words: Words;
  /** A line for `--verbose`. */
  trace: (line: string) => void;
  tell: (line: string) => void;
  pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** A token that is revoked twice is revoked once. */
const REVOCATION = /\/oauth\/revoke$/;
const INTERVIEW_SESSION = 'Bearer ivs_';
const RETRIES = 4;
const FIRST_PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 8000;
const LONGEST_RETRY_AFTER_SECONDS = 60;

/**
 * Returns a fetch that
 * 1. gives each write with a token an Idempotency-Key, which stays on disk until the write is answered,
 * 2. repeats GETs, keyed writes and answers in an interview after a lost connection, a 5xx, a 429 or an answer that asks for it,
 * 3. waits as Retry-After says, and refuses to wait for more than a minute,
 * 4. reads each answer to its end, so that one that breaks off counts as a lost connection,
 * 5. turns a request without an answer into a failure that says so. Those are not repeated: a minute is long enough.
 * A request that its own signal ends is not repeated either.
 */
export function retryingFetch(options: RetryingFetchOptions): Fetch {
  return async (request) => {
    const { method, url, signal } = request;
    const headers = new Headers(request.headers);
    const body = request.body === null ? null : new Uint8Array(await request.arrayBuffer());
    const isRead = method === 'GET' || method === 'HEAD';
    const authorization = headers.get('authorization') ?? '';
    const sent: SentRequest = {
      method,
      url,
      contentType: headers.get('content-type') ?? '',
      authorization,
      body: body ?? new Uint8Array(),
    };
    const isKeyed = !isRead && authorization !== '' && !authorization.startsWith(INTERVIEW_SESSION);
    // An answer in an interview names its question, so the service knows it again.
    const mayRepeat = isRead || authorization !== '' || REVOCATION.test(new URL(url).pathname);
    if (isKeyed) headers.set('idempotency-key', await options.keys.keyFor(sent));
    const response = await attempt(options, url, { method, headers, body, signal, redirect: 'manual' }, mayRepeat);
    if (isKeyed && isFinal(response)) await options.keys.answered(sent);
    return response;
  };
}

type EndableInit = RequestInit & { signal: AbortSignal };

async function attempt(
  options: RetryingFetchOptions,
  url: string,
  init: EndableInit,
  mayRepeat: boolean,
): Promise<Response> {
  const { signal, words, trace, tell, pause = (ms) => wait(ms, undefined, { signal }) } = options;
  for (let attempts = 0; ; attempts++) {
    const isLast = !mayRepeat || attempts === RETRIES;
    const outcome = await once(options, url, init);
    if (outcome instanceof Response && !asksForRepeat(outcome)) return outcome;
    const asked = outcome instanceof Response ? readRetryAfter(outcome.headers.get('retry-after')) : null;
    if (asked !== null && asked > LONGEST_RETRY_AFTER_SECONDS) throw tooLong(asked, words);
    if (isLast && outcome instanceof Response) return outcome;
    if (outcome instanceof Response) await outcome.body?.cancel();
    else if (isLast || isTimeout(outcome)) throw noConnection(url, outcome, words);
    if (attempts === 0 && outcome instanceof Error)
      tell(words.connection.tryingAgain(new URL(url).origin, reasonOf(outcome)));
    const ms = asked === null ? jittered(attempts) : Math.max(asked * 1000, 100);
    if (asked !== null && asked > 2) tell(words.connection.waiting(Math.ceil(asked)));
    trace(`  … ${Math.round(ms)} ms`);
    await pause(ms, signal).catch(() => {
      throw new Interrupted(words.interrupted);
    });
  }
}

async function once(options: RetryingFetchOptions, url: string, init: EndableInit): Promise<Response | Error> {
  const { fetch, signal, trace, words } = options;
  const started = performance.now();
  const taken = () => `${Math.round(performance.now() - started)} ms`;
  try {
    const response = await readWhole(await fetch(url, { ...init, signal: AbortSignal.any([signal, init.signal]) }));
    trace(
      `${init.method} ${url} → ${response.status}, ${taken()}, ${response.headers.get('x-request-id') ?? 'no request id'}`,
    );
    return response;
  } catch (error) {
    if (signal.aborted) throw new Interrupted(words.interrupted);
    init.signal.throwIfAborted();
    const failure = error instanceof Error ? error : new Error(String(error));
    trace(`${init.method} ${url} → ${reasonOf(failure)}, ${taken()}`);
    return failure;
  }
}

/** Reads an answer to its end. Only a stream is left to its reader. */
async function readWhole(response: Response): Promise<Response> {
  const { status, statusText, headers } = response;
  const type = headers.get('content-type') ?? '';
  if (response.body === null || type.startsWith('text/event-stream')) return response;
  const bytes = await response.arrayBuffer();
  if (isJson(type) && breaksOff(bytes)) throw new Error('the answer breaks off');
  return new Response(bytes, { status, statusText, headers });
}

/** Where the end of the connection is the end of the answer, only the text itself shows that some of it is missing. */
function breaksOff(bytes: ArrayBuffer): boolean {
  const text = new TextDecoder().decode(bytes).trim();
  if (text !== '' && !text.startsWith('{')) return false;
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}

/** 409 with Retry-After says that the same request with this key still runs. */
function asksForRepeat({ status, headers }: Response): boolean {
  return status >= 500 || status === 429 || (status === 409 && headers.has('retry-after'));
}

/** After any other answer the key has done its work: a success is known, and a failure changed nothing. */
const isFinal = (response: Response) => !asksForRepeat(response);

function jittered(attempts: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** attempts, LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2);
}

/** The code of the innermost cause, as in ECONNREFUSED. The codes of undici say less than its messages. */
function reasonOf(error: Error): string {
  const cause = innermost(error);
  const code = errorCodeOf(cause);
  return code === '' || code.startsWith('UND_ERR_') ? cause.message : code;
}

const innermost = (error: Error): Error => (error.cause instanceof Error ? innermost(error.cause) : error);

const TIMEOUTS = ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT'];
const isTimeout = (error: Error): boolean => TIMEOUTS.includes(errorCodeOf(innermost(error)));

function noConnection(url: string, error: Error, words: Words): CliFailure {
  const { origin } = new URL(url);
  return new CliFailure({
    exit: EXIT.network,
    error: isTimeout(error) ? 'TIMEOUT' : 'NETWORK',
    message: isTimeout(error)
      ? words.connection.noAnswer(origin)
      : words.connection.unreachable(origin, reasonOf(error)),
    hint: words.connection.unreachableHint,
  });
}

function tooLong(seconds: number, words: Words): CliFailure {
  return new CliFailure({
    exit: EXIT.limited,
    error: 'RATE_LIMITED',
    message: words.connection.tooLong(Math.ceil(seconds)),
    hint: words.connection.tooLongHint,
    details: { retry_after_seconds: Math.ceil(seconds) },
  });
}
