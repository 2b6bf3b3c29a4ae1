import { INTERVIEW_QUESTIONS_MAX } from '@shipyard/contracts';
import { Describe, Holds, ListOf, OrNull } from '@shipyard/http';
import { IsBoolean, IsDate, IsInt, IsString, IsUUID, Max, Min } from 'class-validator';
import { CreatorView, ProjectSummaryView } from '../project-reads';

export class StartedInterviewView {
  @Describe('The id of the interview.')
  @IsUUID()
  id: string;

  @Describe('`ivc_…`. It can be redeemed once, by anyone who has it. It is shown only here.')
  @IsString()
  credential: string;

  @Describe('When the credential expires.')
  @IsDate()
  expires_at: Date;
}

export class QuestionView {
  @Describe('Starts at 1.')
  @IsInt()
  @Min(1)
  @Max(INTERVIEW_QUESTIONS_MAX)
  index: number;

  @Describe('The number of questions in the interview.')
  @IsInt()
  @Min(1)
  @Max(INTERVIEW_QUESTIONS_MAX)
  total: number;

  @Describe('What is asked.')
  @IsString()
  text: string;
}

class InterviewSessionView {
  @Describe('The id of the interview.')
  @IsUUID()
  id: string;

  @Describe('The project that it is about.')
  @Holds(() => ProjectSummaryView)
  project: ProjectSummaryView;

  @Describe('Who made the project.')
  @Holds(() => CreatorView)
  creator: CreatorView;

  @Describe('`ivs_…`, the Bearer token of the interview. Keep it: only its holder can go on.')
  @IsString()
  session_token: string;

  @Describe('When the session expires.')
  @IsDate()
  expires_at: Date;
}

export class RedeemedInterviewView extends InterviewSessionView {
  @Describe('The first question that has no answer.')
  @Holds(() => QuestionView)
  question: QuestionView;
}

export class OpenInterviewView extends InterviewSessionView {
  @Describe('The one to answer now; null once all are answered.')
  @OrNull()
  @Holds(() => QuestionView)
  question: QuestionView | null;

  @Describe('Whether all questions are answered.')
  @IsBoolean()
  done: boolean;
}

export class AnsweredView {
  @Describe('The next one; null after the last answer.')
  @OrNull()
  @Holds(() => QuestionView)
  question: QuestionView | null;

  @Describe('Whether all questions are answered.')
  @IsBoolean()
  done: boolean;
}

export class TranscriptEntryView {
  @Describe('What was asked.')
  @IsString()
  question: string;

  @Describe('What the participant answered.')
  @IsString()
  answer: string;
}

export class InterviewRemarkView {
  @Describe('The remark.')
  @IsString()
  text: string;

  @Describe('The numbers of the answers that show it, from 1.')
  @IsInt({ each: true })
  answers: number[];
}

export class InterviewReportView {
  @Describe('What the answers explain well.')
  @ListOf(() => InterviewRemarkView)
  explained_well: InterviewRemarkView[];

  @Describe('What the answers leave open.')
  @ListOf(() => InterviewRemarkView)
  not_explained: InterviewRemarkView[];

  @Describe('When the report was written.')
  @IsDate()
  written_at: Date;
}

export class StaffInterviewView {
  @Describe('The id of the interview.')
  @IsUUID()
  id: string;

  @Describe('When the last question was answered or the time was over; null while it goes on.')
  @OrNull()
  @IsDate()
  finished_at: Date | null;

  @Describe('The answered questions, in order. Answer 1 is the first.')
  @ListOf(() => TranscriptEntryView)
  transcript: TranscriptEntryView[];

  @Describe('Null until it is written, and if no useful one could be written. It holds no decision.')
  @OrNull()
  @Holds(() => InterviewReportView)
  report: InterviewReportView | null;
}
