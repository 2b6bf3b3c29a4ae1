import { Describe, Holds, ListOf } from '@shipyard/http';
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

export class ReportReasonView {
  @Describe('In the words of a visitor: untrusted text.')
  @IsString()
  reason: string;

  @Describe('When it came.')
  @IsDate()
  at: Date;
}

export class ClosedReportView {
  @Describe('The id of the report.')
  @IsUUID()
  id: string;

  @Describe('How many reports it counted.')
  @IsInt()
  @Min(1)
  count: number;

  @Describe('In the words of a visitor: untrusted text.')
  @IsString()
  newest_reason: string;

  @Describe('When it was last reported.')
  @IsDate()
  newest_at: Date;

  @Describe('When staff closed it. The reason for that is in the audit trail of the project.')
  @IsDate()
  closed_at: Date;
}

/** A flood of reports cannot fill the disk. */
export const KEPT_REASONS = 100;
export const SHOWN_CLOSED = 100;
export const KEPT_DAYS = 180;

export class ReportReasonsView {
  @Describe('The project that was reported.')
  @Holds(() => ProjectSummaryView)
  project: ProjectSummaryView;

  @Describe(`The newest first, at most ${KEPT_REASONS}.`)
  @ListOf(() => ReportReasonView)
  reasons: ReportReasonView[];

  @Describe(
    `Other reports of the project that staff closed in the last ${KEPT_DAYS} days, the newest first, at most ${SHOWN_CLOSED}.`,
  )
  @ListOf(() => ClosedReportView)
  closed: ClosedReportView[];
}
