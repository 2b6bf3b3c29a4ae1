import { PROJECT_STATES, type ProjectState } from '@shipyard/contracts';
import { Describe, Holds, ListOf, OrNull } from '@shipyard/http';
import { IsBoolean, IsDate, IsIn, IsString } from 'class-validator';
import { ProjectSummaryView, ProjectView } from '../project-reads';
import { ReviewView, StaffReviewView } from '../reviews';

export class ClaimView {
  @Describe('The handle of a reviewer.')
  @IsString()
  by: string;

  @Describe('When the claim ends unless it is renewed.')
  @IsDate()
  expires_at: Date;
}

export class FreedClaimView {
  @Describe('Null: nobody claims the project.')
  @OrNull()
  claim: null;
}

export class QueuedProjectView extends ProjectSummaryView {
  @Describe('The state in the lifecycle.')
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
  @Describe('What was noticed.')
  @IsString()
  kind: string;

  @Describe('`README`, its section, `log N`, or `answer N` of the interview.')
  @IsString()
  where: string;

  @Describe('The text around it.')
  @IsString()
  excerpt: string;
}

export class AuditEntryView {
  @Describe('When it was done.')
  @IsDate()
  at: Date;

  @Describe('The handle of the person, or `worker` or `system` for the service itself.')
  @IsString()
  actor: string;

  @Describe('What was done.')
  @IsString()
  action: string;

  @Describe('Null for the creation.')
  @OrNull()
  @IsString()
  from: string | null;

  @Describe('The state after it.')
  @IsString()
  to: string;

  @Describe('What the staff member wrote. Null if nothing.')
  @OrNull()
  @IsString()
  reason: string | null;

  @Describe('What a takedown removed: `log N` or `image <asset id>`; else null.')
  @OrNull()
  @IsString()
  subject: string | null;
}

export class StaffProjectView {
  @Describe('The project as everyone who may see it reads it.')
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
