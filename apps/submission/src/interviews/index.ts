export { InterviewReportsService } from './interview-reports.service';
export { InterviewsModule } from './interviews.module';
