import { PROJECT_STATES, type ProjectState } from '@shipyard/contracts';
import { Describe, Holds, ListOf, OrNull } from '@shipyard/http';
import { IsBoolean, IsDate, IsIn, IsString } from 'class-validator';
import { ProjectSummaryView, ProjectView } from '../project-reads';
import { ReviewView, StaffReviewView } from '../reviews';

export class ClaimView {
  @Describe('The handle of a reviewer.')
  @IsString()
  by: string;

  @IsDate()
  expires_at: Date;
}

export class FreedClaimView {
  @OrNull()
  claim: null;
}

export class QueuedProjectView extends ProjectSummaryView {
  @IsIn(PROJECT_STATES)
  state: ProjectState;

  @Describe('The latest one, or null.')
  @OrNull()
  @Holds(() => ReviewView)
  review: ReviewView | null;

  @Describe('Null where nobody has claimed it.')
  @OrNull()
  @Holds(() => ClaimView)
  claim: ClaimView | null;

  @Describe('Whether README or logs differ from what the latest finished review read.')
  @IsBoolean()
  changed_since_review: boolean;
}

export class FlagView {
  @IsString()
  kind: string;

  @Describe('`README`, its section, or `log N`.')
  @IsString()
  where: string;

  @IsString()
  excerpt: string;
}

export class AuditEntryView {
  @IsDate()
  at: Date;

  @Describe('The handle of who did it, or `worker` or `system`: the service itself.')
  @IsString()
  actor: string;

  @IsString()
  action: string;

  @Describe('Null for the creation.')
  @OrNull()
  @IsString()
  from: string | null;

  @IsString()
  to: string;

  @OrNull()
  @IsString()
  reason: string | null;
}

export class StaffProjectView {
  @Holds(() => ProjectView)
  project: ProjectView;

  @Describe('The latest one, or null.')
  @OrNull()
  @Holds(() => StaffReviewView)
  review: StaffReviewView | null;

  @Describe('Whether README or logs differ from what the latest finished review read.')
  @IsBoolean()
  changed_since_review: boolean;

  @Describe('What the latest review found that tried to steer it.')
  @ListOf(() => FlagView)
  flags: FlagView[];

  @Describe('The newest 500, the oldest of them first.')
  @ListOf(() => AuditEntryView)
  audit: AuditEntryView[];
}
