import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import {
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  type OnApplicationShutdown,
  SetMetadata,
} from '@nestjs/common';
import { isDatabaseUnavailable } from '@shipyard/platform/database';
import type { Logger } from '@shipyard/platform/logger';
import type { KeyRing } from '@shipyard/platform/sealing';
import { lastValueFrom, type Observable, of } from 'rxjs';
import type { DataSource } from 'typeorm';
import { envelope } from './envelope';
import type { ErrorMaker, HttpError } from './errors';
import { IdempotencyRecords, type StoredAnswer } from './idempotency-records';
import { IDEMPOTENCY_KEY_SCHEMA } from './idempotency-key';
import { KEPT_HOURS } from './key-claim';
import { inputInvalid } from './request-fault';
import { type DescribedRoute, type RouteAdditions, type RouteRule, WRITES } from './route-rule';
import type { FingerprintBody } from './request-fingerprint';
import type { RecordedRequest, ResponseRecorder } from './response-recorder';
import { openAnswer, sealAnswer, type SealingSecrets } from './sealed-answer';

const SECRET_ANSWER = 'shipyard:secret-answer';

/** Encrypts the stored response, because it holds a secret or personal data. */
export const SecretAnswer = () => SetMetadata(SECRET_ANSWER, true);

const ONCE_BY_ITSELF = 'shipyard:once-by-itself';

/** For a route that executes a key once without a stored response, and answers replays itself. It may need the key. */
export const OnceByItself = ({ needsKey = false } = {}) => SetMetadata(ONCE_BY_ITSELF, { needsKey });

const onceByItself = (route: Pick<DescribedRoute, 'getHandler'>) =>
  Reflect.getMetadata(ONCE_BY_ITSELF, route.getHandler()) as { needsKey: boolean } | undefined;

export const isSecretAnswer = (handler: object, controller: object): boolean =>
  [handler, controller].some((target) => Reflect.getMetadata(SECRET_ANSWER, target) === true);

const IN_PROGRESS_RETRY_SECONDS = '1';
const PRINTABLE = /^[\x20-\x7e]{1,255}$/;

export interface KeyOwner {
  ownerId: string;
  credential: string;
}

export interface IdempotencyErrors {
  IDEMPOTENCY_KEY_REUSED: ErrorMaker;
  IDEMPOTENCY_IN_PROGRESS: ErrorMaker;
}

interface Execution {
  claimId: string;
  ownerId: string;
  secrets: SealingSecrets;
}

/** Replays the first response. Runs after the body was read, which decides whether two requests are equal. */
export abstract class IdempotencyInterceptor implements NestInterceptor, RouteRule, OnApplicationShutdown {
  protected readonly records: IdempotencyRecords;

  constructor(
    dataSource: DataSource,
    keys: KeyRing,
    protected readonly logger: Logger,
    private readonly errors: IdempotencyErrors,
  ) {
    this.records = new IdempotencyRecords(dataSource, keys, logger);
  }

  protected abstract ownerOf(context: ExecutionContext): KeyOwner | null;
  protected abstract bodyOf(request: IncomingMessage): FingerprintBody | Promise<FingerprintBody>;
  protected abstract takesKeys(route: DescribedRoute): boolean;

  onApplicationShutdown(): void {
    this.records.stop();
  }

  describe(route: DescribedRoute): RouteAdditions {
    if (!WRITES.has(route.method) || !this.takesKeys(route)) return {};
    return {
      errors: [this.reused(), this.inProgress()],
      faults: ['input_invalid'],
      headers: [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: onceByItself(route)?.needsKey ?? false,
          description: `Within ${KEPT_HOURS} hours, requests with the same key and the same content are executed once and get the same answer.`,
          schema: IDEMPOTENCY_KEY_SCHEMA,
        },
      ],
      answerHeaders: {
        'Idempotency-Replayed': {
          description: '`true` on the answer to an earlier request.',
          required: false,
          schema: { const: 'true' },
        },
      },
    };
  }

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<IncomingMessage & { originalUrl?: string }>();
    const { method = '', headers } = request;
    const isKept =
      headers['idempotency-key'] !== undefined && WRITES.has(method) && onceByItself(context) === undefined;
    const owner = isKept ? this.ownerOf(context) : null;
    const idempotencyKey = owner && readIdempotencyKey(headers);
    if (owner === null || idempotencyKey === null) return next.handle();
    const claim = await this.records.claimKey({
      ownerId: owner.ownerId,
      idempotencyKey,
      method,
      url: request.originalUrl ?? request.url ?? '',
      body: await this.bodyOf(request),
    });
    const secrets = { credential: owner.credential, idempotencyKey };
    switch (claim.kind) {
      case 'reused':
        throw this.reused();
      case 'running':
        throw this.inProgress();
      case 'done':
        return of(this.replay(claim.stored, secrets, context.switchToHttp().getResponse<ServerResponse>()));
      case 'mine':
        return of(await this.execute({ claimId: claim.claimId, ownerId: owner.ownerId, secrets }, context, next));
    }
  }

  private async execute(
    { claimId, ownerId, secrets }: Execution,
    context: ExecutionContext,
    next: CallHandler,
  ): Promise<unknown> {
    const isSealed = isSecretAnswer(context.getHandler(), context.getClass());
    const response = context.switchToHttp().getResponse<ServerResponse>();
    const toStored = (answer: unknown, subjectId?: string): StoredAnswer => {
      const text = JSON.stringify(answer);
      return {
        answer: isSealed ? sealAnswer(text, secrets) : Buffer.from(text),
        isSealed,
        status: response.statusCode,
        subjectId,
      };
    };
    let kept: StoredAnswer | null = null;
    const recorder: ResponseRecorder = {
      record: async (manager, data, subjectId) => {
        const stored = toStored(envelope(data), subjectId);
        // This process paused for longer than its lease, and another one executes the request now.
        if (!(await this.records.keep(claimId, stored, manager))) throw this.inProgress();
        kept = stored;
        return data;
      },
    };
    context.switchToHttp().getRequest<RecordedRequest>().responseRecorder = recorder;
    try {
      const answer: unknown = await lastValueFrom(next.handle());
      // Best effort: a write that recorded nothing did nothing that a repeat could double.
      if (!kept) await this.records.keep(claimId, toStored(answer)).catch((cause: unknown) => this.warn(cause));
      else await this.records.trim(ownerId, kept).catch((cause: unknown) => this.warn(cause));
      return answer;
    } catch (error) {
      // If the release fails, the key is free when its lease ends.
      const release = this.records.release(claimId).catch((cause: unknown) => this.warn(cause));
      if (!isDatabaseUnavailable(error)) await release;
      throw error;
    } finally {
      this.records.end(claimId);
    }
  }

  private replay(
    { answer, isSealed, status }: StoredAnswer,
    secrets: SealingSecrets,
    response: ServerResponse,
  ): unknown {
    const text = answer.length === 0 ? null : isSealed ? openAnswer(answer, secrets) : answer.toString();
    // The response was encrypted under another token, or cleared. It cannot be replayed and must not be executed again.
    if (text === null) throw this.reused();
    response.setHeader('idempotency-replayed', 'true');
    if (status !== null) response.statusCode = status;
    return JSON.parse(text) as unknown;
  }

  protected reused(): HttpError {
    return this.errors.IDEMPOTENCY_KEY_REUSED();
  }

  protected inProgress(): HttpError {
    return this.errors.IDEMPOTENCY_IN_PROGRESS({ headers: { 'retry-after': IN_PROGRESS_RETRY_SECONDS } });
  }

  private warn(cause: unknown): void {
    this.logger.warn({ err: cause }, 'The outcome of a request was not stored under its Idempotency-Key');
  }
}

export function readIdempotencyKey(headers: IncomingHttpHeaders): string | null {
  const sent = headers['idempotency-key'];
  if (sent === undefined) return null;
  if (typeof sent !== 'string' || !PRINTABLE.test(sent))
    throw inputInvalid('Idempotency-Key', 'must have 1 to 255 printable ASCII characters');
  return sent;
}
