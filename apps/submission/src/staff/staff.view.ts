import { PROJECT_STATES, type ProjectState } from '@shipyard/contracts';
import { Describe, Holds, ListOf, OrNull } from '@shipyard/http';
import { IsBoolean, IsDate, IsIn, IsInt, IsString } from 'class-validator';
import { PrizeView } from '../programs';
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

export class ShippingProjectView extends ProjectSummaryView {
  @Describe('The state in the lifecycle.')
  @IsIn(PROJECT_STATES)
  state: ProjectState;

  @Describe('The name of the program.')
  @IsString()
  program_name: string;

  @Describe('What its maker gets. Null if there is no prize.')
  @OrNull()
  @Holds(() => PrizeView)
  prize: PrizeView | null;

  @Describe('Where it goes, by two letters of ISO 3166-1. Null if there is no address, or its maker did not say it.')
  @OrNull()
  @IsString()
  recipient_country: string | null;

  @Describe('When the address came. Null while there is none.')
  @OrNull()
  @IsDate()
  submitted_at: Date | null;
}

export class NotesView {
  @Describe('What staff wrote about the project. Only staff see it.')
  @IsString()
  text: string;

  @Describe('The handle of who changed it last, or `staff` if the account was deleted.')
  @IsString()
  by: string;

  @Describe('When it was last changed.')
  @IsDate()
  updated_at: Date;
}

export class NotesAnswer {
  @Describe('Null if there are none.')
  @OrNull()
  @Holds(() => NotesView)
  notes: NotesView | null;
}

export class ReadmeChangeView {
  @Describe(
    'The README that the latest finished review read, as HTML. Empty if there is none, or 30 days after it ended.',
  )
  @IsString()
  before_html: string;

  @Describe('The README of now as HTML. Empty if there is none.')
  @IsString()
  after_html: string;

  @Describe('The source of the README that the review read.')
  @IsString()
  before: string;

  @Describe('The source of the README of now.')
  @IsString()
  after: string;
}

export class ChangesView {
  @Describe('The README then and now.')
  @Holds(() => ReadmeChangeView)
  readme: ReadmeChangeView;

  @Describe('The logs that the review has not read. All of them if there was no review.')
  @IsInt({ each: true })
  logs_added: number[];

  @Describe('The URLs of images of the README and of the new logs that the review has not seen.')
  @IsString({ each: true })
  images_added: string[];
}
