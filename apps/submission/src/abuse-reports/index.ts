export { ReportDto } from './reports.dto';
export { ReportsModule } from './reports.module';
export { ReportsService } from './reports.service';
