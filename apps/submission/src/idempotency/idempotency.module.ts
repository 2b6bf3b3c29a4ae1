import { Module } from '@nestjs/common';
import { AccountIdempotency } from './account-idempotency';

@Module({ providers: [AccountIdempotency] })
export class IdempotencyModule {}
