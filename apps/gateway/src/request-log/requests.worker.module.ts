import { Module } from '@nestjs/common';
import { UsageDays, usageDaysSweeper } from './usage-days';
import { UsageHours, usageHoursSweeper } from './usage-hours';

@Module({
  providers: [UsageDays, usageDaysSweeper, UsageHours, usageHoursSweeper],
})
export class RequestsWorkerModule {}
