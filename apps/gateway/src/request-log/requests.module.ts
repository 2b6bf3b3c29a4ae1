import { Module } from '@nestjs/common';
import { RequestLogService } from './request-log.service';
import { RequestAdminService } from './request-admin.service';
import { SearchAdminService } from './search-admin.service';
import { UsageService } from './usage.service';

@Module({
  providers: [RequestLogService, RequestAdminService, SearchAdminService, UsageService],
  exports: [RequestLogService, RequestAdminService, SearchAdminService, UsageService],
})
export class RequestsModule {}
