import { Module } from '@nestjs/common';
import { RequestLogService } from './request-log.service';
import { RequestRecordsService } from './request-records.service';
import { UsageService } from './usage.service';

@Module({ providers: [RequestLogService, RequestRecordsService, UsageService], exports: [RequestLogService, RequestRecordsService, UsageService] })
export class RequestsModule {}
