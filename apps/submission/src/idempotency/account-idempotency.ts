import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { isTokenOptional, readParticipantToken, readSessionSecret } from '@shipyard/auth';
import {
  type DescribedRoute,
  type FingerprintBody,
  IdempotencyInterceptor,
  type KeyOwner,
  type ResponseRecorder,
} from '@shipyard/http';
import { isDatabaseUnavailable } from '@shipyard/platform/database';
import type { Logger } from '@shipyard/platform/logger';
import { DataSource } from 'typeorm';
import { type Caller, callerOf, SessionsService } from '../accounts';
import { CONFIG, type HttpConfig } from '../config';
import { LOGGER } from '../runtime.module';
import type { FilePart, MultipartForm } from '../uploads/multipart-form';
import { idempotencyErrors } from './idempotency.errors';

const FORM_LOOK_EVERY_MS = 250;
const FORM_LOOKS = 80;
/** A repeat of a form is not answered from the record. It only learns that the work is done. */
const FORM_ANSWER = Buffer.from('{}');

/** A form of a page, which carries its key in a field. */
export interface KeyedForm {
  caller: Caller;
  key: string;
  url: string;
  /** The parts that make two forms equal. */
  form: MultipartForm;
}

@Injectable()
export class AccountIdempotency extends IdempotencyInterceptor {
  constructor(
    dataSource: DataSource,
    private readonly sessions: SessionsService,
    @Inject(CONFIG) config: HttpConfig,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(dataSource, config.SESSION_KEYS, logger, idempotencyErrors);
  }

  /**
   * Runs the work of a form once. A repeat of the form waits until the first is done, and runs nothing. Throws
   * IDEMPOTENCY_KEY_REUSED if another form had the key.
   */
  async runOnce({ caller, key, url, form }: KeyedForm, work: (recorder: ResponseRecorder) => Promise<unknown>) {
    const request = {
      ownerId: caller.accountId,
      idempotencyKey: `form ${key}`,
      method: 'POST',
      url,
      body: { kind: 'parts' as const, parts: await hashParts(form) },
    };
    for (let left = FORM_LOOKS; ; left -= 1) {
      const claim = await this.records.claimKey(request);
      if (claim.kind === 'done') return;
      if (claim.kind === 'reused') throw this.reused();
      if (claim.kind === 'mine') return this.runForm(claim.claimId, work);
      if (left <= 0) throw this.inProgress();
      await wait(FORM_LOOK_EVERY_MS);
    }
  }

  private async runForm(claimId: string, work: (recorder: ResponseRecorder) => Promise<unknown>): Promise<void> {
    const recorder: ResponseRecorder = {
      record: async (manager, data, subjectId) => {
        const stored = { answer: FORM_ANSWER, isSealed: false, status: null, subjectId };
        if (!(await this.records.keep(claimId, stored, manager))) throw this.inProgress();
        return data;
      },
    };
    try {
      await work(recorder);
    } catch (error) {
      // If the release fails, the key is free when its lease ends.
      if (!isDatabaseUnavailable(error))
        await this.records
          .release(claimId)
          .catch((cause: unknown) => this.logger.warn({ err: cause }, 'The key of a refused form was not released'));
      throw error;
    } finally {
      this.records.end(claimId);
    }
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
    const form = request.multipartForm;
    return form ? { kind: 'parts', parts: await hashParts(form) } : { kind: 'json', value: request.body };
  }
}

async function hashParts({ texts, lists, files }: MultipartForm): Promise<{ name: string; sha256: Buffer }[]> {
  const parts: { name: string; sha256: Buffer }[] = [
    ...texts,
    ...[...lists].flatMap(([name, all]) => all.map((bytes) => [name, bytes] as const)),
  ].map(([name, bytes]) => ({
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
