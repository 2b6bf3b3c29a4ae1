export { ReportDto } from './reports.dto';
export { ReportReasonsView, ReportView } from './report.view';
export { ReportsModule } from './reports.module';
export { type ReportsPlace, ReportsService } from './reports.service';
