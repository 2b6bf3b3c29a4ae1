import type { IncomingMessage } from 'node:http';
import { type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { isTokenOptional, readBearerToken, readSessionSecret } from '@shipyard/auth';
import { type DescribedRoute, type FingerprintBody, IdempotencyInterceptor, type KeyOwner } from '@shipyard/http';
import type { Logger } from '@shipyard/platform/logger';
import { DataSource } from 'typeorm';
import { changeErrors } from '../changes/changes.errors';
import { CONFIG, type HttpConfig, LOGGER } from '../config';
import { ConsoleSessionsService } from './console-sessions.service';

@Injectable()
export class OperatorIdempotency extends IdempotencyInterceptor {
  constructor(
    dataSource: DataSource,
    private readonly sessions: ConsoleSessionsService,
    @Inject(CONFIG) config: HttpConfig,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(dataSource, config.SESSION_KEYS, logger, changeErrors);
  }

  protected ownerOf(context: ExecutionContext): KeyOwner | null {
    const request = context.switchToHttp().getRequest<IncomingMessage>();
    const { operator } = request;
    const sent = readBearerToken(request.headers);
    // Only the session cookie counts, because other cookies may change between retries.
    const credential =
      sent.kind === 'token' ? sent.value : readSessionSecret(request.headers.cookie, this.sessions.cookie.name);
    return operator ? { ownerId: operator.id, credential: credential ?? '' } : null;
  }

  /** Others have no operator. /v1 has its own Idempotency-Key. */
  protected takesKeys(route: DescribedRoute): boolean {
    return route.path.startsWith('/admin/') && !isTokenOptional(route);
  }

  protected bodyOf(request: IncomingMessage & { body?: unknown }): FingerprintBody {
    return { kind: 'json', value: request.body };
  }
}
