import { Module } from '@nestjs/common';
import { reportSweeper } from './report-sweeper';

@Module({
  providers: [reportSweeper],
})
export class ReportsWorkerModule {}
