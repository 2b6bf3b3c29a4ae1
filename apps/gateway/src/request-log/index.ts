export { RequestAdminService, type RequestFilter } from './request-admin.service';
export { RequestAnswer, RequestView, UsageView } from './request.view';
export { SearchAdminService } from './search-admin.service';
export { SearchAnswer, SearchRecordView } from './search-record.view';
export { RequestLogService } from './request-log.service';
export { RequestsModule } from './requests.module';
export { USAGE_GROUPS, type UsageGroup, type Whose } from './sum-usage';
export { type UsageDay, type UsageFigures, UsageService } from './usage.service';
