import { Module } from '@nestjs/common';
import { UsageDays, usageDaysSweeper } from './usage-days';

@Module({
  providers: [UsageDays, usageDaysSweeper],
})
export class RequestsWorkerModule {}
