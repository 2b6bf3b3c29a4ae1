import { Describe, Holds } from '@shipyard/http';
import { IsDate, IsInt, IsString, IsUUID, Max, Min } from 'class-validator';
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

export class RedeemedInterviewView {
  @IsUUID()
  id: string;

  @Holds(() => ProjectSummaryView)
  project: ProjectSummaryView;

  @Holds(() => CreatorView)
  creator: CreatorView;

  @Describe('`ivs_…`, the Bearer token of the interview. It is shown only here.')
  @IsString()
  session_token: string;

  @Describe('When the session expires.')
  @IsDate()
  expires_at: Date;

  @Holds(() => QuestionView)
  question: QuestionView;
}
