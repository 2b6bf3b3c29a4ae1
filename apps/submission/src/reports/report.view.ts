import { Describe, Holds } from '@shipyard/http';
import { IsBoolean, IsDate, IsInt, IsString, IsUUID, Min } from 'class-validator';
import { ProjectSummaryView } from '../project-reads';

export class ReceivedView {
  @Describe('Always true.')
  @IsBoolean()
  received: boolean;
}

export class ReportView {
  @Describe('The id of the report.')
  @IsUUID()
  id: string;

  @Describe('The project that was reported.')
  @Holds(() => ProjectSummaryView)
  project: ProjectSummaryView;

  @Describe('How many reports came since the last ones were closed.')
  @IsInt()
  @Min(1)
  count: number;

  @Describe('In the words of a visitor: untrusted text.')
  @IsString()
  newest_reason: string;

  @Describe('When it was last reported.')
  @IsDate()
  newest_at: Date;
}
