import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { AccountIdempotency } from './account-idempotency';

@Module({ imports: [AccountsModule], providers: [AccountIdempotency] })
export class IdempotencyModule {}
