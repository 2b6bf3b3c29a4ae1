import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { type CallHandler, type ExecutionContext, type NestInterceptor, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Logger } from '@shipyard/platform';
import { lastValueFrom, type Observable, of } from 'rxjs';
import type { IdempotencyRecords, StoredAnswer } from './idempotency-records';
import { inputInvalid } from './request-fault';
import type { FingerprintBody } from './request-fingerprint';
import { openAnswer, sealAnswer, type SealingSecrets } from './sealed-answer';

const SECRET_ANSWER = 'shipyard:secret-answer';

/** For routes whose answer holds a secret: where it is kept for a replay, it is sealed. */
export const SecretAnswer = () => SetMetadata(SECRET_ANSWER, true);

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
const PRINTABLE = /^[\x20-\x7e]{1,255}$/;

/** Whose keys they are, and the token that the request came with. */
export interface KeyOwner {
  ownerId: string;
  credential: string;
}

/**
 * Executes a write that names an Idempotency-Key once, however often it is sent, and answers the others with what the first came to.
 * Runs after the body was read, because the body says whether two requests are the same.
 */
export abstract class IdempotencyInterceptor implements NestInterceptor {
  private readonly reflector = new Reflector();

  constructor(
    private readonly records: IdempotencyRecords,
    private readonly logger: Logger,
  ) {}

  /** Null on a route that needs no token: its keys mean nothing. */
  protected abstract ownerOf(context: ExecutionContext): KeyOwner | null;
  protected abstract bodyOf(request: IncomingMessage): FingerprintBody | Promise<FingerprintBody>;
  protected abstract reused(): Error;
  protected abstract inProgress(): Error;

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<IncomingMessage & { originalUrl?: string }>();
    const { method = '', headers } = request;
    const owner = headers['idempotency-key'] === undefined || !WRITES.has(method) ? null : this.ownerOf(context);
    const idempotencyKey = owner && readIdempotencyKey(headers);
    if (owner === null || idempotencyKey === null) return next.handle();
    const claim = await this.records.claim({
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
        return of(await this.execute(claim.claimId, secrets, context, next));
    }
  }

  private async execute(claimId: string, secrets: SealingSecrets, context: ExecutionContext, next: CallHandler): Promise<unknown> {
    let answer: unknown;
    try {
      answer = await lastValueFrom(next.handle());
    } catch (error) {
      // What cannot be released now is free when its lease ends.
      await this.records.release(claimId).catch((cause: unknown) => this.warn(cause));
      throw error;
    }
    const isSealed = this.reflector.getAllAndOverride<boolean | undefined>(SECRET_ANSWER, [context.getHandler(), context.getClass()]) ?? false;
    const text = JSON.stringify(answer);
    // The work is done: its caller hears so even where a replay will not.
    await this.records
      .keep(claimId, { answer: isSealed ? sealAnswer(text, secrets) : Buffer.from(text), isSealed })
      .catch((cause: unknown) => this.warn(cause));
    return answer;
  }

  /** The status is the route's own, as it was the first time. */
  private replay({ answer, isSealed }: StoredAnswer, secrets: SealingSecrets, response: ServerResponse): unknown {
    const text = isSealed ? openAnswer(answer, secrets) : answer.toString();
    // Sealed under another token of the account: it cannot be answered, and must not be executed again.
    if (text === null) throw this.reused();
    response.setHeader('idempotency-replayed', 'true');
    return JSON.parse(text) as unknown;
  }

  private warn(cause: unknown): void {
    this.logger.warn({ err: cause }, 'What became of a request was not recorded under its Idempotency-Key');
  }
}

/** Null where none was sent. Throws for what is no key. */
export function readIdempotencyKey(headers: IncomingHttpHeaders): string | null {
  const sent = headers['idempotency-key'];
  if (sent === undefined) return null;
  if (typeof sent !== 'string' || !PRINTABLE.test(sent)) throw inputInvalid('Idempotency-Key', 'must have 1 to 255 printable ASCII characters');
  return sent;
}
