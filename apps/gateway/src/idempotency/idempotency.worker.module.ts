import { Module } from '@nestjs/common';
import { keyedCallsSweeper } from './keyed-calls-sweeper';

@Module({
  providers: [keyedCallsSweeper],
})
export class IdempotencyWorkerModule {}
