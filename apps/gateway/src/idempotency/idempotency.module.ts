import { Module } from '@nestjs/common';
import { BillingModule } from '../billing';
import { IdempotencyService } from './idempotency.service';

@Module({ imports: [BillingModule], providers: [IdempotencyService], exports: [IdempotencyService] })
export class IdempotencyModule {}
