export { KEYED_CALL } from './keyed-call';
export { IdempotencyModule } from './idempotency.module';
export { type IdempotencyRecorder, IdempotencyService, replayHeaders } from './idempotency.service';
