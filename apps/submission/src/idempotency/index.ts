export { AccountIdempotency } from './account-idempotency';
export { idempotencyErrors } from './idempotency.errors';
export { IdempotencyModule } from './idempotency.module';
