import { Module } from '@nestjs/common';
import { idempotencySweeper } from './idempotency-sweeper';

@Module({
  providers: [idempotencySweeper],
})
export class OperatorsWorkerModule {}
