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

  @Describe('The latest one; null if there is none.')
  @OrNull()
  @Holds(() => ReviewView)
  review: ReviewView | null;

  @Describe('Null if no reviewer has claimed it.')
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

  @Describe('`README`, its section, `log N`, or `answer N` of the interview.')
  @IsString()
  where: string;

  @IsString()
  excerpt: string;
}

export class AuditEntryView {
  @IsDate()
  at: Date;

  @Describe('The handle of the person, or `worker` or `system` for the service itself.')
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

  @Describe('What a takedown removed: `log N` or `image <asset id>`; else null.')
  @OrNull()
  @IsString()
  subject: string | null;
}

export class StaffProjectView {
  @Holds(() => ProjectView)
  project: ProjectView;

  @Describe('The latest one; null if there is none.')
  @OrNull()
  @Holds(() => StaffReviewView)
  review: StaffReviewView | null;

  @Describe('Whether README or logs differ from what the latest finished review read.')
  @IsBoolean()
  changed_since_review: boolean;

  @Describe('Passages in which the latest review and the interview found instructions to the model.')
  @ListOf(() => FlagView)
  flags: FlagView[];

  @Describe('The newest 500 entries, oldest first.')
  @ListOf(() => AuditEntryView)
  audit: AuditEntryView[];
}
