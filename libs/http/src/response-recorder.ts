import type { IncomingMessage } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Stores the response of a write for its Idempotency-Key. A controller gets it by `@Recorder()`. */
export interface ResponseRecorder {
  /**
   * Stores the response in the write's transaction, so that a crash leaves both or neither. Call it last; it returns
   * `data`. Set a special status before. Throws if another request has taken over the key. `subjectId` lets services
   * delete stored responses with their subject.
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
