import { AddressRefused, guardedConnector } from '@shipyard/egress';
import { Agent, type Dispatcher, request } from 'undici';
import { retryAfterMs } from './delivery-schedule';

const CONNECT_MS = 5_000;
/** For the whole attempt. Standard Webhooks asks for 15 to 30 s. */
const TOTAL_MS = 15_000;

export interface WebhookRequest {
  url: string;
  isInternal: boolean;
  headers: Record<string, string>;
  body: string;
}

export interface AttemptResult {
  isDelivered: boolean;
  /** Null if no answer came. */
  status: number | null;
  /** What the log of deliveries shows. It never holds what the receiver sent, so that nobody reads hosts through it. */
  error: string | null;
  wishedMs: number | null;
}

/** Connects to public addresses only, except the origin of an internal webhook. Follows no redirect, and reads no answer. */
export class WebhookHttp {
  private readonly agent = agentFor(null);

  constructor(private readonly totalMs = TOTAL_MS) {}

  /** Never fails, unless `signal` is aborted. */
  async send({ url, isInternal, headers, body }: WebhookRequest, signal: AbortSignal): Promise<AttemptResult> {
    const agent = isInternal ? agentFor(new URL(url).origin) : this.agent;
    const timeout = AbortSignal.timeout(this.totalMs);
    try {
      const limits = AbortSignal.any([signal, timeout]);
      const answer = await request(url, { dispatcher: agent, method: 'POST', headers, body, signal: limits });
      answer.body.on('error', () => undefined).destroy();
      return resultOf(answer);
    } catch (error) {
      signal.throwIfAborted();
      return {
        isDelivered: false,
        status: null,
        error: timeout.aborted ? 'The receiver did not answer in time' : wordsFor(error),
        wishedMs: null,
      };
    } finally {
      if (isInternal) void agent.destroy();
    }
  }

  close(): Promise<void> {
    return this.agent.destroy();
  }
}

const agentFor = (internalOrigin: string | null) =>
  new Agent({
    connect: guardedConnector({ hostsNamedBy: 'people', internalOrigin, timeoutMs: CONNECT_MS }),
    // A receiver gets few events, and a connection that it has closed would cost an attempt.
    pipelining: 0,
    headersTimeout: TOTAL_MS,
    bodyTimeout: TOTAL_MS,
  });

function resultOf({ statusCode, headers }: Dispatcher.ResponseData): AttemptResult {
  const isDelivered = statusCode >= 200 && statusCode < 300;
  const [retryAfter = null] = [headers['retry-after']].flat();
  return {
    isDelivered,
    status: statusCode,
    error: isDelivered ? null : `The receiver answered ${statusCode}`,
    wishedMs: retryAfterMs(retryAfter),
  };
}

function wordsFor(error: unknown): string {
  if (error instanceof AddressRefused || (error instanceof Error && error.cause instanceof AddressRefused))
    return 'The host has no public address';
  return 'The receiver could not be reached, or broke off';
}
