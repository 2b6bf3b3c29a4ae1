import { Inject, Injectable } from '@nestjs/common';
import type { ChatCompletionRequest, ChatMessage } from '@shipyard/contracts';
import { currentRequestId } from '@shipyard/platform/request-context';
import { beginSpan, currentSpan, type Span } from '@shipyard/platform/tracing';
import { Agent, errors, request } from 'undici';
import { CONFIG, type WorkerConfig } from '../config';

const ANSWER_WITHIN_MS = 180_000;
const ANSWER_LIMIT_BYTES = 4 * 1024 * 1024;
const MODEL_KEPT_MS = 60_000;
const NANO_DIGITS = 9;

/**
 * `answered`: an error or unusable answer. `unreachable`: no answer, or a request to wait. `lost`: many workers died,
 * perhaps because of the work.
 */
export interface CallFailure {
  kind: 'answered' | 'unreachable' | 'lost';
  retryAfterMs?: number;
}

/** The gateway does not know the key, or does not accept it. */
const KEY_REFUSED: readonly number[] = [401, 403];

export class ModelCallFailed extends Error {
  isKeyRefused = false;

  constructor(
    readonly failure: CallFailure,
    reason: string,
    cause?: unknown,
  ) {
    super(reason, { cause });
  }
}

export interface ModelLimits {
  maxInputTokens: number;
  hasVision: boolean;
}

export interface ModelQuestion {
  messages: ChatMessage[];
  schemaName: string;
  schema: Record<string, unknown>;
}

export interface PaidAnswer {
  content: unknown;
  promptTokens: number;
  completionTokens: number;
  costNano: bigint;
}

/** Asks the gateway as one of its ordinary customers. Throws only ModelCallFailed. */
@Injectable()
export class ModelGateway {
  private readonly agent = new Agent({
    headersTimeout: ANSWER_WITHIN_MS,
    bodyTimeout: ANSWER_WITHIN_MS,
    maxResponseSize: ANSWER_LIMIT_BYTES,
    connect: { timeout: 5_000 },
  });
  private known: { model: ModelLimits; until: number } | undefined;

  constructor(@Inject(CONFIG) private readonly config: WorkerConfig) {}

  async model(signal: AbortSignal): Promise<ModelLimits> {
    if (this.known && this.known.until > Date.now()) return this.known.model;
    const text = await this.call('GET', '/v1/models', signal);
    const listed = modelOf(text, this.config.REVIEW_MODEL);
    if (!listed)
      throw new ModelCallFailed({ kind: 'answered' }, `The gateway has no text model ${this.config.REVIEW_MODEL}`);
    this.known = { model: listed, until: Date.now() + MODEL_KEPT_MS };
    return listed;
  }

  /** Whether the key works and the model is there. Costs nothing, and asks anew. */
  async check(signal: AbortSignal): Promise<'fine' | 'no_model' | 'key_refused' | 'unreachable'> {
    try {
      const text = await this.call('GET', '/v1/models', signal);
      return modelOf(text, this.config.REVIEW_MODEL) ? 'fine' : 'no_model';
    } catch (error) {
      return error instanceof ModelCallFailed && error.isKeyRefused ? 'key_refused' : 'unreachable';
    }
  }

  /** After a crash, the same `idempotencyKey` with the same question returns the same purchase. */
  async ask(
    { messages, schemaName, schema }: ModelQuestion,
    idempotencyKey: string,
    signal: AbortSignal,
  ): Promise<PaidAnswer> {
    const body: ChatCompletionRequest = {
      model: this.config.REVIEW_MODEL,
      messages,
      response_format: { type: 'json_schema', json_schema: { name: schemaName, schema, strict: true } },
    };
    const text = await this.call('POST', '/v1/chat/completions', signal, {
      body: JSON.stringify(body),
      idempotencyKey,
    });
    return answerOf(text);
  }

  private async call(
    method: 'GET' | 'POST',
    path: string,
    signal: AbortSignal,
    sent?: { body: string; idempotencyKey: string },
  ): Promise<string> {
    const requestId = currentRequestId();
    const span = beginSpan(`${method} ${path}`, {
      kind: 'client',
      parent: currentSpan()?.traceparent,
      attributes: {
        'http.request.method': method,
        'http.route': path,
        ...(requestId !== undefined && { 'shipyard.request_id': requestId }),
      },
    });
    try {
      const text = await this.send(method, path, signal, span, sent);
      span?.end({ isFailed: false, attributes: { 'shipyard.outcome': 'answered' } });
      return text;
    } catch (error) {
      const outcome = error instanceof ModelCallFailed ? error.failure.kind : 'stopped';
      span?.end({ isFailed: true, attributes: { 'shipyard.outcome': outcome } });
      throw error;
    }
  }

  private async send(
    method: 'GET' | 'POST',
    path: string,
    signal: AbortSignal,
    span: Span | undefined,
    sent: { body: string; idempotencyKey: string } | undefined,
  ): Promise<string> {
    let answer: { statusCode: number; headers: Record<string, string | string[] | undefined>; text: string };
    try {
      const { statusCode, headers, body } = await request(`${this.config.GATEWAY_URL}${path}`, {
        dispatcher: this.agent,
        method,
        headers: {
          authorization: `Bearer ${this.config.REVIEW_GATEWAY_KEY}`,
          'x-client-request-id': currentRequestId() ?? sent?.idempotencyKey ?? '',
          ...(span && { traceparent: span.traceparent }),
          ...(sent && { 'content-type': 'application/json', 'idempotency-key': sent.idempotencyKey }),
        },
        body: sent?.body,
        signal,
      });
      answer = { statusCode, headers, text: await body.text() };
    } catch (error) {
      if (signal.aborted) throw error;
      const late =
        error instanceof errors.HeadersTimeoutError ||
        error instanceof errors.BodyTimeoutError ||
        error instanceof errors.ResponseExceededMaxSizeError;
      throw new ModelCallFailed({ kind: late ? 'answered' : 'unreachable' }, 'The gateway gave no answer', error);
    }
    if (answer.statusCode !== 200) throw refusal(answer.statusCode, codeOf(answer.text), answer.headers['retry-after']);
    return answer.text;
  }
}

function refusal(status: number, code: string | undefined, retryAfter: string | string[] | undefined): ModelCallFailed {
  const seconds = Number(retryAfter);
  const retryAfterMs = Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 3_600) * 1_000 : undefined;
  // Busy, draining, out of funds, or working for a dead worker: temporary, so it does not count.
  const passes = status === 429 || status === 503 || code === 'idempotency_in_progress';
  const failed = new ModelCallFailed(
    { kind: passes ? 'unreachable' : 'answered', ...(retryAfterMs !== undefined && { retryAfterMs }) },
    `The gateway answered ${status} ${code ?? ''}`,
  );
  failed.isKeyRefused = KEY_REFUSED.includes(status);
  return failed;
}

function codeOf(text: string): string | undefined {
  const code = at(parseJson(text), 'error', 'code');
  return typeof code === 'string' ? code : undefined;
}

function modelOf(text: string, modelId: string): ModelLimits | undefined {
  const list = at(parseJson(text), 'data');
  const model: unknown = Array.isArray(list)
    ? list.find((each) => at(each, 'id') === modelId && at(each, 'product') === 'text')
    : undefined;
  const maxInputTokens = at(model, 'max_input_tokens');
  return typeof maxInputTokens === 'number'
    ? { maxInputTokens, hasVision: at(model, 'supports_vision') === true }
    : undefined;
}

function answerOf(text: string): PaidAnswer {
  const completion = parseJson(text);
  return {
    content: at(completion, 'choices', '0', 'message', 'content'),
    promptTokens: wholeNumber(at(completion, 'usage', 'prompt_tokens')),
    completionTokens: wholeNumber(at(completion, 'usage', 'completion_tokens')),
    costNano: nanoOf(at(completion, 'usage', 'cost_cny')),
  };
}

const at = (value: unknown, ...names: string[]): unknown =>
  names.reduce<unknown>(
    (inner, name) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined),
    value,
  );

const wholeNumber = (value: unknown) => (Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : 0);

/** Converts a JSON number in CNY. Its nine decimals are exact up to nine million. */
const nanoOf = (cny: unknown) =>
  typeof cny === 'number' && cny > 0 && cny < 1e12 ? BigInt(cny.toFixed(NANO_DIGITS).replace('.', '')) : 0n;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
