import type { IncomingMessage } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Stores the response of a write for its Idempotency-Key. A controller gets it by `@Recorder()`. */
export interface ResponseRecorder {
  /**
   * Stores the response in the write's transaction and returns `data`. Call it last, after setting a special status.
   * Throws if another request has taken over the key. Services delete stored responses with their `subjectId`.
   */
  record<Data>(manager: EntityManager, data: Data, subjectId?: string): Promise<Data>;
}

/** For a write without an Idempotency-Key. */
export const NO_RECORDER: ResponseRecorder = { record: (_manager, data) => Promise.resolve(data) };

export interface RecordedRequest extends IncomingMessage {
  responseRecorder?: ResponseRecorder;
}

export const Recorder = createParamDecorator(
  (_: unknown, context: ExecutionContext): ResponseRecorder =>
    context.switchToHttp().getRequest<RecordedRequest>().responseRecorder ?? NO_RECORDER,
);
