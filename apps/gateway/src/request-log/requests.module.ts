import { Module } from '@nestjs/common';
import { RequestLogService } from './request-log.service';
import { RequestAdminService } from './request-admin.service';
import { UsageService } from './usage.service';

@Module({
  providers: [RequestLogService, RequestAdminService, UsageService],
  exports: [RequestLogService, RequestAdminService, UsageService],
})
export class RequestsModule {}
