import { NO_RECORDER, type ResponseRecorder } from '@shipyard/http';
import { type IdempotencyRecorder, KEYED_CALL } from '../idempotency';

/** What a change that accepts an Idempotency-Key adds to its document. It charges nothing. */
export const KEYED = {
  headers: KEYED_CALL.headers,
  answerHeaders: { 'idempotency-replayed': KEYED_CALL.answerHeaders['idempotency-replayed'] },
  errors: KEYED_CALL.errors,
};

export const recorderOf = (recorder: IdempotencyRecorder | null): ResponseRecorder =>
  recorder === null
    ? NO_RECORDER
    : {
        record: async (manager, data) => {
          await recorder.recordWithin(manager, Object(data) as object);
          return data;
        },
      };
