import type { IncomingHttpHeaders } from 'node:http';
import { type ConnectorOptions, guardedConnector } from '@shipyard/egress';
import type { AbortSignalLike } from '@shipyard/platform/cancellation';
import { Agent, type Dispatcher, errors } from 'undici';
import type { SupplierAddress } from '../contract/supplier-connection';
import { SupplierError } from '../contract/supplier-error';
import type { SupplierTimeouts } from '../contract/supplier-options';

export const DEFAULT_TIMEOUTS: SupplierTimeouts = {
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

/**
 * `whole`: the supplier may work until total_ms before it answers, because it bills the work anyway. `stream`: the head
 * must come within first_byte_ms.
 */
export type AnswerForm = 'whole' | 'stream';

/** The only way to a supplier. It guards connections, limits time, names failures, and follows no redirects. */
export class SupplierHttp {
  private readonly timeouts: SupplierTimeouts;
  private readonly agent: Agent;
  private readonly origin: string;
  private readonly basePath: string;

  constructor(
    { baseUrl, internal }: SupplierAddress,
    timeouts: Partial<SupplierTimeouts> = {},
    hostsNamedBy: ConnectorOptions['hostsNamedBy'] = 'operators',
  ) {
    const { origin, pathname } = new URL(baseUrl);
    this.origin = origin;
    this.basePath = pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
    this.timeouts = { ...DEFAULT_TIMEOUTS, ...timeouts };
    this.agent = new Agent({
      connect: guardedConnector({
        hostsNamedBy,
        internalOrigin: internal ? origin : null,
        timeoutMs: this.timeouts.connect_ms,
      }),
      // Below the 5 s after which Node servers close an idle connection.
      keepAliveTimeout: 4_000,
    });
  }

  postJson(
    path: string,
    headers: Record<string, string>,
    body: unknown,
    limits: CallLimits,
    form: AnswerForm = 'whole',
  ): Promise<SupplierAnswer> {
    return this.dispatch(
      this.post(path, { 'content-type': 'application/json', ...headers }, JSON.stringify(body)),
      limits,
      form,
    );
  }

  postForm(
    path: string,
    headers: Record<string, string>,
    form: Record<string, string>,
    limits: CallLimits,
  ): Promise<SupplierAnswer> {
    return this.dispatch(
      this.post(
        path,
        { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        new URLSearchParams(form).toString(),
      ),
      limits,
      'whole',
    );
  }

  /** Reads are free and can be repeated, so they wait no longer than a stream does. */
  get(path: string, headers: Record<string, string>, limits: CallLimits): Promise<SupplierAnswer> {
    return this.dispatch({ origin: this.origin, path: this.basePath + path, method: 'GET', headers }, limits, 'stream');
  }

  getNamed({ origin, pathname, search }: URL, limits: CallLimits, maxBytes: number): Promise<SupplierAnswer> {
    return this.dispatch({ origin, path: pathname + search, method: 'GET' }, limits, 'stream', maxBytes);
  }

  close(): Promise<void> {
    return this.agent.close();
  }

  private post(path: string, headers: Record<string, string>, body: string): Dispatcher.DispatchOptions {
    return { origin: this.origin, path: this.basePath + path, method: 'POST', headers, body };
  }

  private dispatch(
    request: Dispatcher.DispatchOptions,
    { signal, deadlineAt }: CallLimits,
    form: AnswerForm,
    maxBytes = MAX_ANSWER_BYTES,
  ): Promise<SupplierAnswer> {
    if (signal.aborted) return Promise.reject(asError(signal.reason));
    const { first_byte_ms: firstByteMs, idle_ms: idleMs, total_ms: totalMs } = this.timeouts;
    const isStream = form === 'stream';
    const answer = new SupplierAnswer(
      signal,
      Math.min(totalMs, deadlineAt - performance.now()),
      maxBytes,
      request.origin === this.origin,
      // Undici counts from the head on, and a supplier may send the head of a whole answer before its work.
      isStream ? null : idleMs,
    );
    request.headersTimeout = isStream ? firstByteMs : 0;
    request.bodyTimeout = isStream ? idleMs : 0;
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
  private idleTimer: NodeJS.Timeout | undefined;
  private readonly leave = () => this.stop(this.signal.reason);

  constructor(
    private readonly signal: AbortSignalLike,
    totalMs: number,
    private readonly maxBytes: number,
    private readonly isFromSupplier: boolean,
    /** How long the body may pause once it has begun. Null if undici limits it. */
    private readonly idleMs: number | null,
  ) {
    this.begun = new Promise((resolve, reject) => {
      this.begin = resolve;
      this.refuse = reject;
    });
    this.timer = setTimeout(() => this.stop(tookTooLong()), totalMs);
    signal.addEventListener('abort', this.leave, { once: true });
  }

  /** Returns the bytes since the last call, or null at the end. Throws the failure, or the signal's reason. */
  async next(): Promise<Buffer | null> {
    while (this.pieces.length === 0 && !this.isEnded && !this.failure)
      await new Promise<void>((resolve) => (this.wake = resolve));
    const piece = this.taken();
    this.goOn();
    if (piece) return piece;
    if (this.failure) throw this.named(this.failure.error);
    return null;
  }

  async whole(): Promise<Buffer> {
    this.isWantedWhole = true;
    this.goOn();
    if (!this.isEnded && !this.failure) await new Promise<void>((resolve) => (this.wake = resolve));
    if (this.failure) throw this.named(this.failure.error);
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
    this.waitForMore();
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
    this.refuse(this.named(this.failure.error));
    this.finish();
  }

  private waitForMore(): void {
    if (this.idleMs === null) return;
    if (this.idleTimer) this.idleTimer.refresh();
    else
      this.idleTimer = setTimeout(() => (this.isPaused ? this.waitForMore() : this.stop(tookTooLong())), this.idleMs);
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
    this.refuse(this.named(reason));
    this.controller?.abort(asError(reason));
    this.finish();
  }

  private named(error: unknown): unknown {
    // Undici begins a request when it has a connection. Another origin may be one that the customer named.
    const isSent = this.controller !== undefined;
    return nameFailure(error, this.signal, { isUntouched: !isSent, isUnreachable: !isSent && this.isFromSupplier });
  }

  private finish(): void {
    clearTimeout(this.timer);
    clearTimeout(this.idleTimer);
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

const tookTooLong = () => new DOMException('The answer took too long', 'TimeoutError');

const asError = (reason: unknown) => (reason instanceof Error ? reason : new Error('Stopped', { cause: reason }));

export async function readJson(answer: SupplierAnswer): Promise<unknown> {
  const bytes = await answer.whole();
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

function nameFailure(
  error: unknown,
  signal: AbortSignalLike,
  reach: { isUntouched: boolean; isUnreachable: boolean },
): unknown {
  // The caller disconnected, which is not a failure of the supplier.
  if (signal.aborted) return signal.reason;
  if (error instanceof SupplierError) return error;
  const isTimeout =
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError ||
    error instanceof errors.ConnectTimeoutError ||
    (error instanceof DOMException && error.name === 'TimeoutError');
  return new SupplierError(isTimeout ? 'timeout' : 'failed', 'The supplier could not be reached or broke off', {
    cause: error,
    ...reach,
  });
}
