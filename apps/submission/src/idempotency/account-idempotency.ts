import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { type ExecutionContext, Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { isTokenOptional, readParticipantToken, readSessionSecret } from '@shipyard/auth';
import {
  type DescribedRoute,
  type FingerprintBody,
  type HttpError,
  IdempotencyInterceptor,
  IdempotencyRecords,
  type KeyOwner,
} from '@shipyard/http';
import type { Logger } from '@shipyard/platform/logger';
import { DataSource } from 'typeorm';
import { callerOf, SessionsService } from '../accounts';
import { CONFIG, type HttpConfig } from '../config';
import { LOGGER } from '../runtime.module';
import type { FilePart, MultipartForm } from '../uploads/multipart-form';
import { formOf } from '../uploads/multipart.interceptor';
import { idempotencyErrors } from './idempotency.errors';

const IN_PROGRESS_RETRY_SECONDS = '1';

@Injectable()
export class AccountIdempotency extends IdempotencyInterceptor implements OnApplicationShutdown {
  private readonly accountRecords: IdempotencyRecords;

  constructor(
    dataSource: DataSource,
    private readonly sessions: SessionsService,
    @Inject(CONFIG) config: HttpConfig,
    @Inject(LOGGER) logger: Logger,
  ) {
    const records = new IdempotencyRecords(dataSource, config.SESSION_KEYS, logger);
    super(records, logger);
    this.accountRecords = records;
  }

  onApplicationShutdown(): void {
    this.accountRecords.stop();
  }

  protected ownerOf(context: ExecutionContext): KeyOwner | null {
    const request = context.switchToHttp().getRequest<IncomingMessage>();
    const caller = isTokenOptional(context) ? null : callerOf(request);
    const sent = readParticipantToken(request.headers);
    const credential =
      sent.kind === 'token' ? sent.value : readSessionSecret(request.headers.cookie, this.sessions.cookie.name);
    return caller && credential !== null ? { ownerId: caller.accountId, credential } : null;
  }

  protected takesKeys(route: DescribedRoute): boolean {
    return !isTokenOptional(route);
  }

  protected async bodyOf(request: IncomingMessage & { body?: unknown }): Promise<FingerprintBody> {
    const form = formOf(request);
    return form ? { kind: 'parts', parts: await hashParts(form) } : { kind: 'json', value: request.body };
  }

  protected reused(): HttpError {
    return idempotencyErrors.IDEMPOTENCY_KEY_REUSED();
  }

  protected inProgress(): HttpError {
    return idempotencyErrors.IDEMPOTENCY_IN_PROGRESS({ headers: { 'retry-after': IN_PROGRESS_RETRY_SECONDS } });
  }
}

async function hashParts({ texts, files }: MultipartForm): Promise<{ name: string; sha256: Buffer }[]> {
  const parts: { name: string; sha256: Buffer }[] = [...texts].map(([name, bytes]) => ({
    name,
    sha256: createHash('sha256').update(bytes).digest(),
  }));
  for (const file of files) parts.push({ name: file.name, sha256: await hashFile(file) });
  return parts;
}

async function hashFile({ path }: FilePart): Promise<Buffer> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest();
}
