export { OwnReportsService } from './own-reports.service';
export type { OwnRequestView, OwnUsageView } from './own-usage.view';
export { SelfServiceModule } from './self-service.module';
