import {
  type Action,
  CALLER_ACTIONS,
  EARLIER_VERDICTS,
  type EarlierVerdict,
  MISSING_PARTS,
  type MissingPart,
  PROJECT_STATES,
  PROJECT_STATUSES,
  type ProjectState,
  type ProjectStatus,
  SCORE_MAX,
} from '@shipyard/contracts';
import { Describe, Holds, ListOf, OnReceipt, OrNull } from '@shipyard/http';
import { IsBoolean, IsDate, IsIn, IsInt, IsString, IsUUID, Max, Min } from 'class-validator';
import { DecisionView, ProjectView, ShipmentStatusView } from '../project-reads';
import {
  type EarlierRemark,
  type RemarkPlace,
  type Review,
  REVIEW_STAGES,
  REVIEW_STATUSES,
  type ReviewStage,
  type ReviewStatus,
} from './review.entity';

export class RemarkPlaceView {
  @Describe(
    'The id of the section in readme_html. Null for a log, for the beginning of the README, and if the README no longer has the section.',
  )
  @OrNull()
  @IsString()
  heading_id: string | null;

  @Describe('The sequence of a log.')
  @OrNull()
  @IsInt()
  log: number | null;
}

export class EarlierRemarkView {
  @Describe('A comment or suggestion of the review before.')
  @IsString()
  remark: string;

  @Describe('Whether this review found it met. Null: the review said nothing of it, or has not succeeded.')
  @OrNull()
  @IsIn(EARLIER_VERDICTS)
  verdict: EarlierVerdict | null;

  @Describe('Why, in one sentence. Null without a verdict.')
  @OrNull()
  @IsString()
  reason: string | null;
}

export class ReviewView {
  @Describe('The id of the review.')
  @IsUUID()
  id: string;

  @Describe('How far the review is.')
  @IsIn(REVIEW_STATUSES)
  status: ReviewStatus;

  @Describe('What a running review does now.')
  @IsIn(REVIEW_STAGES)
  stage: ReviewStage;

  @Describe('The progress, in percent.')
  @IsInt()
  @Min(0)
  @Max(100)
  progress: number;

  @Describe('When it was asked for.')
  @IsDate()
  requested_at: Date;

  @Describe('The time of the README and logs that were reviewed.')
  @IsDate()
  judged_at: Date;

  @Describe('When it ended. Null until then.')
  @OrNull()
  @IsDate()
  finished_at: Date | null;

  @Describe('Whether it recommends the project. Null until it has succeeded.')
  @OrNull()
  @IsBoolean()
  recommended: boolean | null;

  @Describe('What the project is. Null until it has succeeded.')
  @OrNull()
  @IsString()
  summary: string | null;

  @Describe('What stands out.')
  @IsString({ each: true })
  highlights: string[];

  @Describe('What everyone can read. Null until it has succeeded.')
  @OrNull()
  @IsString()
  public_review: string | null;

  @Describe('Only the owner and staff see comments and suggestions. Each names its README section or its log.')
  @IsString({ each: true })
  comments: string[];

  @Describe('Where each comment belongs, in the same order.')
  @ListOf(() => RemarkPlaceView)
  comment_places: RemarkPlaceView[];

  @Describe('What to do next, for the owner and staff.')
  @IsString({ each: true })
  suggestions: string[];

  @Describe('Where each suggestion belongs, in the same order.')
  @ListOf(() => RemarkPlaceView)
  suggestion_places: RemarkPlaceView[];

  @Describe('What the review before noted, and whether this one found it met, for the owner and staff.')
  @ListOf(() => EarlierRemarkView)
  earlier_remarks: EarlierRemarkView[];

  @Describe('Why the review failed, in words for the participant.')
  @OrNull()
  @IsString()
  failure: string | null;
}

export class ScoreView {
  @Describe('The id of the item of the rubric.')
  @IsString()
  id: string;

  @Describe('The text of the rubric when the review was requested.')
  @IsString()
  label: string;

  @Describe(`From 0 to ${SCORE_MAX}.`)
  @IsInt()
  @Min(0)
  @Max(SCORE_MAX)
  score: number;

  @Describe('Why it has this score.')
  @IsString()
  reason: string;
}

export class StaffReviewView extends ReviewView {
  @Describe('One score for each item of the rubric, in its order. Empty until the review has succeeded.')
  @ListOf(() => ScoreView)
  scores: ScoreView[];

  @Describe('Why the review recommends the project or does not.')
  @IsString({ each: true })
  reasons: string[];
}

@OnReceipt()
export class RequestedReviewView {
  @Describe('The id of the review.')
  @IsUUID()
  id: string;

  @Describe('How far the review is.')
  @IsIn(REVIEW_STATUSES)
  status: ReviewStatus;
}

@OnReceipt()
export class ReviewRequestView {
  @Describe('The new review.')
  @Holds(() => RequestedReviewView)
  review: RequestedReviewView;

  @Describe('The state of the project now.')
  @IsIn(PROJECT_STATES)
  state: ProjectState;
}

export class UsualSecondsView {
  @Describe('The shortest time that is usual, in seconds.')
  @IsInt()
  from: number;

  @Describe('The longest time that is usual, in seconds.')
  @IsInt()
  to: number;

  @Describe('The number of finished reviews behind this estimate.')
  @IsInt()
  reviews: number;
}

export class ProjectStatusView {
  @Describe('The project as its owner reads it.')
  @Holds(() => ProjectView)
  project: ProjectView;

  @Describe('The state in the lifecycle.')
  @IsIn(PROJECT_STATES)
  state: ProjectState;

  @Describe('The status that the participant declares.')
  @IsIn(PROJECT_STATUSES)
  project_status: ProjectStatus;

  @Describe('The latest one; null if there is none.')
  @OrNull()
  @Holds(() => ReviewView)
  review: ReviewView | null;

  @Describe('The latest decision of staff; null if there is none.')
  @OrNull()
  @Holds(() => DecisionView)
  decision: DecisionView | null;

  @Describe('The submitted or sent shipment. Null if there is none, or if the parcel came back.')
  @OrNull()
  @Holds(() => ShipmentStatusView)
  shipment: ShipmentStatusView | null;

  @Describe('What is still missing for a review.')
  @IsIn(MISSING_PARTS, { each: true })
  missing: MissingPart[];

  @Describe('What the caller may do, by role and state.')
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

/** The columns of the view. A whole row holds the judged content too, which may be a megabyte. */
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
  'commentPlaces',
  'suggestions',
  'suggestionPlaces',
  'earlierRemarks',
  'failure',
] as const satisfies (keyof Review)[];

export const STAFF_REVIEW_VIEW_COLUMNS = [
  ...REVIEW_VIEW_COLUMNS,
  'snapshotRubric',
  'scores',
  'reasons',
] as const satisfies (keyof Review)[];

type ViewedReview = Pick<Review, (typeof REVIEW_VIEW_COLUMNS)[number]>;

export function toReviewView(review: ViewedReview): ReviewView {
  return {
    id: review.id,
    status: review.status,
    stage: review.stage,
    progress: review.progress,
    requested_at: review.requestedAt,
    judged_at: review.requestedAt,
    finished_at: review.finishedAt,
    recommended: review.recommended,
    summary: review.summary,
    highlights: review.highlights ?? [],
    public_review: review.publicReview,
    comments: review.comments ?? [],
    comment_places: toPlaceViews(review.comments, review.commentPlaces),
    suggestions: review.suggestions ?? [],
    suggestion_places: toPlaceViews(review.suggestions, review.suggestionPlaces),
    earlier_remarks: review.earlierRemarks.map(toEarlierRemarkView),
    failure: review.failure,
  };
}

export function toStaffReviewView(review: Pick<Review, (typeof STAFF_REVIEW_VIEW_COLUMNS)[number]>): StaffReviewView {
  const labels = new Map(review.snapshotRubric.map(({ id, label }) => [id, label]));
  return {
    ...toReviewView(review),
    scores: review.scores.map(({ id, score, reason }) => ({ id, label: labels.get(id) ?? id, score, reason })),
    reasons: review.reasons,
  };
}

const toEarlierRemarkView = ({ remark, verdict, reason }: EarlierRemark): EarlierRemarkView => ({
  remark,
  verdict,
  reason,
});

function toPlaceViews(remarks: string[] | null, places: RemarkPlace[] | null): RemarkPlaceView[] {
  return (remarks ?? []).map((_, at) => ({
    heading_id: places?.[at]?.headingId ?? null,
    log: places?.[at]?.log ?? null,
  }));
}
