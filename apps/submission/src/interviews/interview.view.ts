import { Describe, Holds, ListOf, OrNull } from '@shipyard/http';
import { IsBoolean, IsDate, IsInt, IsString, IsUUID, Max, Min } from 'class-validator';
import { CreatorView, ProjectSummaryView } from '../project-reads';

export class StartedInterviewView {
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
  @Max(20)
  index: number;

  @Describe('The number of questions in the interview.')
  @IsInt()
  @Min(1)
  @Max(20)
  total: number;

  @IsString()
  text: string;
}

class InterviewSessionView {
  @IsUUID()
  id: string;

  @Holds(() => ProjectSummaryView)
  project: ProjectSummaryView;

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
  @IsString()
  question: string;

  @IsString()
  answer: string;
}

export class InterviewRemarkView {
  @IsString()
  text: string;

  @Describe('The numbers of the answers that show it, from 1.')
  @IsInt({ each: true })
  answers: number[];
}

export class InterviewReportView {
  @ListOf(() => InterviewRemarkView)
  explained_well: InterviewRemarkView[];

  @ListOf(() => InterviewRemarkView)
  not_explained: InterviewRemarkView[];

  @IsDate()
  written_at: Date;
}

export class StaffInterviewView {
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
