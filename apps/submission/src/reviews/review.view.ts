import { Describe, Holds, OrNull } from '@shipyard/http';
import { IsBoolean, IsDate, IsIn, IsInt, IsString, IsUUID, Max, Min } from 'class-validator';
import { type Action, CALLER_ACTIONS, PROJECT_STATES, PROJECT_STATUSES, type ProjectState, type ProjectStatus } from '../projects/project.entity';
import { ProjectView } from '../projects/project.view';
import { ShipmentStatusView } from '../projects/shipment-status.view';
import { type Review, REVIEW_STAGES, REVIEW_STATUSES, type ReviewStage, type ReviewStatus } from './review.entity';

/** A review as the project's owner and staff see it. */
export class ReviewView {
  @IsUUID()
  id: string;

  @IsIn(REVIEW_STATUSES)
  status: ReviewStatus;

  @IsIn(REVIEW_STAGES)
  stage: ReviewStage;

  @Describe('In percent.')
  @IsInt()
  @Min(0)
  @Max(100)
  progress: number;

  @IsDate()
  requested_at: Date;

  @OrNull()
  @IsDate()
  finished_at: Date | null;

  @OrNull()
  @IsBoolean()
  recommended: boolean | null;

  @OrNull()
  @IsString()
  summary: string | null;

  @IsString({ each: true })
  highlights: string[];

  @OrNull()
  @IsString()
  public_review: string | null;

  @Describe('For the owner and staff only, as are suggestions. Each names its README section or its log.')
  @IsString({ each: true })
  comments: string[];

  @IsString({ each: true })
  suggestions: string[];

  @Describe('Why it failed for good, in words for the participant.')
  @OrNull()
  @IsString()
  failure: string | null;
}

/** A review that was just asked for. */
export class RequestedReviewView {
  @IsUUID()
  id: string;

  @IsIn(REVIEW_STATUSES)
  status: ReviewStatus;
}

export class ReviewRequestView {
  @Holds(() => RequestedReviewView)
  review: RequestedReviewView;

  @IsIn(PROJECT_STATES)
  state: ProjectState;
}

/** How long the last reviews took: most of them between these. */
export class UsualSecondsView {
  @IsInt()
  from: number;

  @IsInt()
  to: number;

  @Describe('How many this is told from.')
  @IsInt()
  reviews: number;
}

/** Where a project stands, and what can be done next. */
export class ProjectStatusView {
  @Holds(() => ProjectView)
  project: ProjectView;

  @IsIn(PROJECT_STATES)
  state: ProjectState;

  @IsIn(PROJECT_STATUSES)
  project_status: ProjectStatus;

  @Describe('The latest one, or null.')
  @OrNull()
  @Holds(() => ReviewView)
  review: ReviewView | null;

  @Describe('What was submitted or sent; null where nothing is, or the parcel came back.')
  @OrNull()
  @Holds(() => ShipmentStatusView)
  shipment: ShipmentStatusView | null;

  @Describe('What a review still needs.')
  @IsIn(['readme', 'logs'], { each: true })
  missing: ('readme' | 'logs')[];

  @Describe('What the caller may do by role and state.')
  @IsIn(CALLER_ACTIONS, { each: true })
  allowed: Action[];

  @Describe('The sequence that the next log gets.')
  @IsInt()
  next_sequence: number;

  @Describe('Null before the first review.')
  @OrNull()
  @Holds(() => UsualSecondsView)
  usual_seconds: UsualSecondsView | null;
}

/** What the view is made of: a review's row holds all that it judged, too, which may be a megabyte. */
export const REVIEW_VIEW_COLUMNS = [
  'id',
  'projectId',
  'status',
  'stage',
  'progress',
  'requestedAt',
  'finishedAt',
  'recommended',
  'summary',
  'highlights',
  'publicReview',
  'comments',
  'suggestions',
  'failure',
] as const satisfies (keyof Review)[];

export function toReviewView(review: Pick<Review, (typeof REVIEW_VIEW_COLUMNS)[number]>): ReviewView {
  return {
    id: review.id,
    status: review.status,
    stage: review.stage,
    progress: review.progress,
    requested_at: review.requestedAt,
    finished_at: review.finishedAt,
    recommended: review.recommended,
    summary: review.summary,
    highlights: review.highlights ?? [],
    public_review: review.publicReview,
    comments: review.comments ?? [],
    suggestions: review.suggestions ?? [],
    failure: review.failure,
  };
}
