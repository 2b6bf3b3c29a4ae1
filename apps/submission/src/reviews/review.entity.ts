import type { EarlierVerdict, ProjectReviewFacts, ProjectState, RubricItem, RubricScore } from '@shipyard/contracts';
import { bigintColumn } from '@shipyard/platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { SuspectPassage } from '../text/written-text';
import type { ReviewFailure } from './review-failure';

export const REVIEW_STATUSES = ['queued', 'running', 'succeeded', 'failed'] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

export const REVIEW_STAGES = ['collecting', 'reading', 'judging', 'checking', 'publishing'] as const;
export type ReviewStage = (typeof REVIEW_STAGES)[number];

export type ReviewFlag = Omit<SuspectPassage, 'kind'> & { kind: SuspectPassage['kind'] | 'reported' };

export interface RemarkPlace {
  headingId: string | null;
  log: number | null;
}

/** A remark of the review before, and whether this review found it met. Null: it said nothing of it, or is not done. */
export interface EarlierRemark {
  remark: string;
  verdict: EarlierVerdict | null;
  reason: string | null;
}

/** The row is the truth, and its job in the queue is a hint. */
@Entity('reviews')
export class Review {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  projectId: string;

  @Column('text')
  status: ReviewStatus;

  @Column('text')
  stage: ReviewStage;

  @Column('integer')
  progress: number;

  @Column('uuid')
  requestedBy: string;

  @Column('timestamptz')
  requestedAt: Date;

  @Column('timestamptz', { nullable: true })
  finishedAt: Date | null;

  @Column('text')
  stateBefore: ProjectState;

  @Column('jsonb')
  snapshotProject: ProjectReviewFacts['project'];

  @Column('text')
  snapshotReadme: string;

  /** Logs stored later do not count, even with a lower sequence. */
  @Column('bigint')
  snapshotLogOrder: string;

  @Column('bigint')
  snapshotLogSequence: string;

  /** SHA-256 of the README. Null if an earlier version of the service created the review. */
  @Column('bytea', { nullable: true })
  snapshotReadmeHash: Buffer | null;

  /** The number of logs in the snapshot. Null in reviews of an earlier version of the service. */
  @Column('integer', { nullable: true })
  snapshotLogCount: number | null;

  @Column('jsonb')
  snapshotRubric: RubricItem[];

  @Column('text', { array: true })
  snapshotImages: string[];

  /** Remarks of the review before that the maker said to have dealt with. */
  @Column('text', { array: true })
  saidDone: string[];

  /** All remarks of the review before, as they were when this one was asked for. */
  @Column('jsonb')
  earlierRemarks: EarlierRemark[];

  @Column('uuid')
  fence: string;

  @Column('bytea')
  inputHash: Buffer;

  /** Incremented each time the review is queued. Only the worker of the current run may publish. */
  @Column('integer')
  run: number;

  @Column('integer')
  lostRuns: number;

  @Column('timestamptz', { nullable: true })
  heartbeatAt: Date | null;

  @Column('timestamptz')
  nextRunAt: Date;

  @Column('integer')
  failedAnswers: number;

  /** When the gateway became unreachable. Null once it has answered. */
  @Column('timestamptz', { nullable: true })
  unreachableSince: Date | null;

  @Column('text', { nullable: true })
  model: string | null;

  @Column('integer', { nullable: true })
  promptVersion: number | null;

  @Column('bigint', { transformer: bigintColumn })
  promptTokens: bigint;

  @Column('bigint', { transformer: bigintColumn })
  completionTokens: bigint;

  @Column('bigint', { transformer: bigintColumn })
  costNano: bigint;

  @Column('text', { nullable: true })
  summary: string | null;

  @Column('text', { array: true, nullable: true })
  highlights: string[] | null;

  @Column('text', { nullable: true })
  publicReview: string | null;

  @Column('text', { array: true, nullable: true })
  comments: string[] | null;

  @Column('text', { array: true, nullable: true })
  suggestions: string[] | null;

  @Column('jsonb', { nullable: true })
  commentPlaces: RemarkPlace[] | null;

  @Column('jsonb', { nullable: true })
  suggestionPlaces: RemarkPlace[] | null;

  @Column('boolean', { nullable: true })
  recommended: boolean | null;

  @Column('jsonb')
  scores: RubricScore[];

  @Column('text', { array: true })
  reasons: string[];

  /** In the words of the API. */
  @Column('text', { nullable: true })
  failure: string | null;

  /** Null if the owner's account was deleted meanwhile, or if a version before this column ended the review. */
  @Column('text', { nullable: true })
  failureCode: ReviewFailure | null;

  @Column('jsonb', { nullable: true })
  flags: ReviewFlag[] | null;
}
