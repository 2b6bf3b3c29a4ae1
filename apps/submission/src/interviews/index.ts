export { InterviewRedemptionService } from './interview-redemption.service';
export { InterviewReportsService } from './interview-reports.service';
export { InterviewSessionsService } from './interview-sessions.service';
export { InterviewStartService } from './interview-start.service';
export { type OpenInterviewView, type StaffInterviewView } from './interview.view';
export { AnswerDto } from './interviews.dto';
export { interviewErrors } from './interviews.errors';
export { InterviewsModule } from './interviews.module';
