import type { IncomingHttpHeaders } from 'node:http';
import { AddressRefused, guardedConnector } from '@shipyard/egress';
import type { AbortSignalLike } from '@shipyard/platform/cancellation';
import { errorCodeOf } from '@shipyard/platform/error-code';
import { Agent, type Dispatcher, errors } from 'undici';
import type { SupplierAddress } from '../contract/supplier-connection';
import { SupplierError } from '../contract/supplier-error';
import type { SupplierTimeouts } from '../contract/supplier-options';

const DEFAULT_TIMEOUTS: SupplierTimeouts = {
  connect_ms: 10_000,
  first_byte_ms: 120_000,
  idle_ms: 60_000,
  total_ms: 600_000,
};
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
const LEFT_OVER_BYTES = 64 * 1024;
/** The supplier must pause when this many bytes wait. */
const WAITING_BYTES = 256 * 1024;
const LEFT_OVER_MS = 1_000;

export interface CallLimits {
  signal: AbortSignalLike;
  deadlineAt: number;
}

/** The only way to a supplier. It guards connections, limits time, names failures, and follows no redirects. */
export class SupplierHttp {
  private readonly timeouts: SupplierTimeouts;
  private readonly agent: Agent;
  private readonly origin: string;
  private readonly basePath: string;

  constructor({ baseUrl, internal }: SupplierAddress, timeouts: Partial<SupplierTimeouts> = {}) {
    const { origin, pathname } = new URL(baseUrl);
    this.origin = origin;
    this.basePath = pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
    this.timeouts = { ...DEFAULT_TIMEOUTS, ...timeouts };
    this.agent = new Agent({
      connect: guardedConnector({ internalOrigin: internal ? origin : null, timeoutMs: this.timeouts.connect_ms }),
      headersTimeout: this.timeouts.first_byte_ms,
      bodyTimeout: this.timeouts.idle_ms,
      // Below the 5 s after which Node servers close an idle connection.
      keepAliveTimeout: 4_000,
    });
  }

  postJson(path: string, headers: Record<string, string>, body: unknown, limits: CallLimits): Promise<SupplierAnswer> {
    return this.send('POST', path, { 'content-type': 'application/json', ...headers }, limits, JSON.stringify(body));
  }

  postForm(
    path: string,
    headers: Record<string, string>,
    form: Record<string, string>,
    limits: CallLimits,
  ): Promise<SupplierAnswer> {
    return this.send(
      'POST',
      path,
      { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      limits,
      new URLSearchParams(form).toString(),
    );
  }

  get(path: string, headers: Record<string, string>, limits: CallLimits): Promise<SupplierAnswer> {
    return this.send('GET', path, headers, limits);
  }

  getNamed({ origin, pathname, search }: URL, limits: CallLimits, maxBytes: number): Promise<SupplierAnswer> {
    return this.dispatch({ origin, path: pathname + search, method: 'GET' }, limits, maxBytes);
  }

  close(): Promise<void> {
    return this.agent.close();
  }

  private send(
    method: 'GET' | 'POST',
    path: string,
    headers: Record<string, string>,
    limits: CallLimits,
    body?: string,
  ): Promise<SupplierAnswer> {
    return this.dispatch(
      { origin: this.origin, path: this.basePath + path, method, headers, body },
      limits,
      MAX_ANSWER_BYTES,
    );
  }

  private dispatch(
    request: Dispatcher.DispatchOptions,
    { signal, deadlineAt }: CallLimits,
    maxBytes: number,
  ): Promise<SupplierAnswer> {
    if (signal.aborted) return Promise.reject(asError(signal.reason));
    const answer = new SupplierAnswer(
      signal,
      Math.min(this.timeouts.total_ms, deadlineAt - performance.now()),
      maxBytes,
    );
    this.agent.dispatch(request, answer);
    return answer.begun;
  }
}

export class AnswerTooLarge extends SupplierError {
  constructor() {
    super('failed', 'The answer is too large');
  }
}

/**
 * Implements undici's handler itself, because undici's streams and abort signals would cost more than the rest of a
 * chat.
 */
export class SupplierAnswer implements Dispatcher.DispatchHandler {
  status = 0;
  retryAfterMs: number | undefined;
  location: string | undefined;
  readonly begun: Promise<SupplierAnswer>;
  private begin: (answer: SupplierAnswer) => void = () => undefined;
  private refuse: (error: unknown) => void = () => undefined;
  private controller: Dispatcher.DispatchController | undefined;
  private pieces: Buffer[] = [];
  private waitingBytes = 0;
  private bytes = 0;
  private failure: { error: unknown } | undefined;
  private isEnded = false;
  private isLeftOver = false;
  private isWantedWhole = false;
  private isPaused = false;
  private wake: (() => void) | undefined;
  private readonly timer: NodeJS.Timeout;
  private readonly leave = () => this.stop(this.signal.reason);

  constructor(
    private readonly signal: AbortSignalLike,
    totalMs: number,
    private readonly maxBytes: number,
  ) {
    this.begun = new Promise((resolve, reject) => {
      this.begin = resolve;
      this.refuse = reject;
    });
    this.timer = setTimeout(() => this.stop(new DOMException('The answer took too long', 'TimeoutError')), totalMs);
    signal.addEventListener('abort', this.leave, { once: true });
  }

  /** Returns the bytes since the last call, or null at the end. Throws the failure, or the signal's reason. */
  async next(): Promise<Buffer | null> {
    while (this.pieces.length === 0 && !this.isEnded && !this.failure)
      await new Promise<void>((resolve) => (this.wake = resolve));
    const piece = this.taken();
    this.goOn();
    if (piece) return piece;
    if (this.failure) throw nameFailure(this.failure.error, this.signal);
    return null;
  }

  async whole(): Promise<Buffer> {
    this.isWantedWhole = true;
    this.goOn();
    if (!this.isEnded && !this.failure) await new Promise<void>((resolve) => (this.wake = resolve));
    if (this.failure) throw nameFailure(this.failure.error, this.signal);
    return this.taken() ?? NOTHING;
  }

  /** Reads a short rest, such as the end of a stream after `[DONE]`, so that the connection can be reused. */
  letGo(): void {
    if (this.isEnded || this.failure) return;
    this.isLeftOver = true;
    this.bytes = 0;
    this.goOn();
    setTimeout(() => this.stop(new Error('More followed than was wanted')), LEFT_OVER_MS).unref();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.failure) controller.abort(asError(this.failure.error));
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) return;
    this.status = status;
    if (status >= 400) this.retryAfterMs = readRetryAfter(headers);
    else if (status >= 300) this.location = headers.location;
    this.begin(this);
  }

  onResponseData(controller: Dispatcher.DispatchController, piece: Buffer): void {
    this.bytes += piece.length;
    if (this.isLeftOver) {
      if (this.bytes > LEFT_OVER_BYTES) this.stop(new Error('More followed than was wanted'));
      return;
    }
    if (this.bytes > this.maxBytes) {
      this.stop(new AnswerTooLarge());
      return;
    }
    this.pieces.push(piece);
    this.waitingBytes += piece.length;
    if (this.isWantedWhole) return;
    if (this.waitingBytes > WAITING_BYTES) {
      this.isPaused = true;
      controller.pause();
    }
    this.wake?.();
  }

  onResponseEnd(): void {
    this.isEnded = true;
    this.finish();
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.failure ??= { error };
    this.refuse(nameFailure(this.failure.error, this.signal));
    this.finish();
  }

  private taken(): Buffer | undefined {
    const [first] = this.pieces;
    const piece = this.pieces.length > 1 ? Buffer.concat(this.pieces) : first;
    this.pieces = [];
    this.waitingBytes = 0;
    return piece;
  }

  private goOn(): void {
    if (!this.isPaused) return;
    this.isPaused = false;
    this.controller?.resume();
  }

  private stop(reason: unknown): void {
    if (this.isEnded || this.failure) return;
    this.failure = { error: reason };
    this.refuse(nameFailure(reason, this.signal));
    this.controller?.abort(asError(reason));
    this.finish();
  }

  private finish(): void {
    clearTimeout(this.timer);
    this.signal.removeEventListener('abort', this.leave);
    this.wake?.();
  }
}

const NOTHING = Buffer.alloc(0);

function readRetryAfter(headers: IncomingHttpHeaders): number | undefined {
  const ms = Number(headers['retry-after-ms'] ?? NaN);
  const after = headers['retry-after'];
  const seconds = after === undefined ? NaN : Number(after);
  const waits = [ms, seconds * 1_000, after === undefined ? NaN : Date.parse(after) - Date.now()];
  return waits.find((wait) => Number.isFinite(wait) && wait >= 0);
}

const asError = (reason: unknown) => (reason instanceof Error ? reason : new Error('Stopped', { cause: reason }));

export async function readJson(answer: SupplierAnswer): Promise<unknown> {
  const bytes = await answer.whole();
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

function nameFailure(error: unknown, signal: AbortSignalLike): unknown {
  // The caller disconnected, which is not a failure of the supplier.
  if (signal.aborted) return signal.reason;
  if (error instanceof SupplierError) return error;
  const isTimeout =
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError ||
    error instanceof errors.ConnectTimeoutError ||
    (error instanceof DOMException && error.name === 'TimeoutError');
  const isUntouched = errorCodeOf(error) === 'ECONNREFUSED' || error instanceof AddressRefused;
  return new SupplierError(isTimeout ? 'timeout' : 'failed', 'The supplier could not be reached or broke off', {
    cause: error,
    isUntouched,
  });
}
