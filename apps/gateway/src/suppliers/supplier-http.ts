import { Agent, type Dispatcher, errors, request } from 'undici';
import { SupplierError } from './supplier-error';

/** In milliseconds. */
export interface SupplierTimeouts {
  connect_ms: number;
  /** To the head of the answer. */
  first_byte_ms: number;
  /** Between two pieces of the answer. */
  idle_ms: number;
  total_ms: number;
}

const DEFAULT_TIMEOUTS: SupplierTimeouts = { connect_ms: 10_000, first_byte_ms: 120_000, idle_ms: 60_000, total_ms: 600_000 };
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
const LEFT_OVER_BYTES = 64 * 1024;
const LEFT_OVER_MS = 1_000;

export interface SupplierAnswer {
  status: number;
  body: Dispatcher.ResponseData['body'];
}

/** The one way out to a supplier: connections, time-outs and the naming of failures. It follows no redirects. */
export class SupplierHttp {
  private readonly timeouts: SupplierTimeouts;
  private readonly agent: Agent;

  constructor(
    private readonly baseUrl: string,
    timeouts: Partial<SupplierTimeouts> = {},
  ) {
    this.timeouts = { ...DEFAULT_TIMEOUTS, ...timeouts };
    this.agent = new Agent({
      connect: { timeout: this.timeouts.connect_ms },
      headersTimeout: this.timeouts.first_byte_ms,
      bodyTimeout: this.timeouts.idle_ms,
      // Below the 5 s after which Node servers close an idle connection.
      keepAliveTimeout: 4_000,
    });
  }

  postJson(path: string, headers: Record<string, string>, body: unknown, signal: AbortSignal): Promise<SupplierAnswer> {
    return this.send('POST', path, { 'content-type': 'application/json', ...headers }, signal, JSON.stringify(body));
  }

  get(path: string, headers: Record<string, string>, signal: AbortSignal): Promise<SupplierAnswer> {
    return this.send('GET', path, headers, signal);
  }

  close(): Promise<void> {
    return this.agent.close();
  }

  private async send(method: 'GET' | 'POST', path: string, headers: Record<string, string>, signal: AbortSignal, body?: string): Promise<SupplierAnswer> {
    const withinTotal = AbortSignal.any([signal, AbortSignal.timeout(this.timeouts.total_ms)]);
    try {
      const answer = await request(this.baseUrl + path, {
        method,
        headers,
        body,
        dispatcher: this.agent,
        signal: withinTotal,
      });
      return { status: answer.statusCode, body: answer.body };
    } catch (error) {
      throw nameFailure(error, signal);
    }
  }
}

/** The bytes of an answer as they come. */
export async function* readPieces(answer: SupplierAnswer, signal: AbortSignal): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    for await (const piece of answer.body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > MAX_ANSWER_BYTES) throw new SupplierError('failed', 'The answer is too large');
      yield piece;
    }
  } catch (error) {
    throw nameFailure(error, signal);
  } finally {
    letGo(answer.body);
  }
}

/** Reads the little that may follow what was wanted (a stream's end after `[DONE]`), so that the connection can serve again. */
function letGo(body: SupplierAnswer['body']): void {
  body.dump({ limit: LEFT_OVER_BYTES, signal: AbortSignal.timeout(LEFT_OVER_MS) }).catch(() => body.destroy());
}

/** The JSON of a whole answer, or undefined where it is none. */
export async function readJson(answer: SupplierAnswer, signal: AbortSignal): Promise<unknown> {
  const pieces: Buffer[] = [];
  for await (const piece of readPieces(answer, signal)) pieces.push(piece);
  try {
    return JSON.parse(Buffer.concat(pieces).toString('utf8'));
  } catch {
    return undefined;
  }
}

function nameFailure(error: unknown, signal: AbortSignal): unknown {
  // The caller left: that is no failure of the supplier's.
  if (signal.aborted) return signal.reason;
  if (error instanceof SupplierError) return error;
  const isTimeout =
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError ||
    error instanceof errors.ConnectTimeoutError ||
    (error instanceof DOMException && error.name === 'TimeoutError');
  return new SupplierError(isTimeout ? 'timeout' : 'failed', 'The supplier could not be reached or broke off', { cause: error });
}
