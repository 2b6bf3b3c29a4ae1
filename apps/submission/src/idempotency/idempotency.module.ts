import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { AccountIdempotency } from './account-idempotency';

@Module({ imports: [AccountsModule], providers: [AccountIdempotency], exports: [AccountIdempotency] })
export class IdempotencyModule {}
