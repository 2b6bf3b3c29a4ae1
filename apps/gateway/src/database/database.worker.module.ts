import { Module } from '@nestjs/common';
import { partitionSweeper } from './partition-sweeper';

@Module({
  providers: [partitionSweeper],
})
export class DatabaseWorkerModule {}
