import type { ProjectReviewFacts, ProjectState, RubricItem, RubricScore } from '@shipyard/contracts';
import { bigintColumn } from '@shipyard/platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { SpeakingPlace } from '../text/written-text';

export const REVIEW_STATUSES = ['queued', 'running', 'succeeded', 'failed'] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

export const REVIEW_STAGES = ['collecting', 'reading', 'judging', 'checking', 'publishing'] as const;
export type ReviewStage = (typeof REVIEW_STAGES)[number];

/** A place of the README or a log that addresses the reviewer, for staff. `reported` means that the model named it. */
export type ReviewFlag = Omit<SpeakingPlace, 'kind'> & { kind: SpeakingPlace['kind'] | 'reported' };

/** Where a comment or a suggestion belongs. Both are null for the beginning of the README. */
export interface RemarkPlace {
  /** The id of the section's heading in the README's HTML. */
  headingId: string | null;
  /** The sequence of a log. */
  log: number | null;
}

/**
 * A review of the project's content at the time of the request. The row is the truth, and its job in the queue is a
 * hint.
 */
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

  /** 0-100. */
  @Column('integer')
  progress: number;

  @Column('uuid')
  requestedBy: string;

  @Column('timestamptz')
  requestedAt: Date;

  @Column('timestamptz', { nullable: true })
  finishedAt: Date | null;

  /** The state to which the project returns if the review fails for good. */
  @Column('text')
  stateBefore: ProjectState;

  @Column('jsonb')
  snapshotProject: ProjectReviewFacts['project'];

  /** Cleared 30 days after the review has ended. */
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

  /** `<asset id>.<ext>` of the README's own images. */
  @Column('text', { array: true })
  snapshotImages: string[];

  /** A random secret that fences the project's data in prompts. Drawn when the review is requested. */
  @Column('uuid')
  fence: string;

  /** SHA-256 of the snapshot. */
  @Column('bytea')
  inputHash: Buffer;

  /** Incremented each time the review is queued. Only the worker of the current run may publish. */
  @Column('integer')
  run: number;

  /** Runs whose worker died. */
  @Column('integer')
  lostRuns: number;

  /** The last heartbeat of the current run. Null unless running. */
  @Column('timestamptz', { nullable: true })
  heartbeatAt: Date | null;

  @Column('timestamptz')
  nextRunAt: Date;

  /** Answers of the gateway that were errors or unusable. */
  @Column('integer')
  failedAnswers: number;

  /** When the gateway became unreachable. Null once it has answered. */
  @Column('timestamptz', { nullable: true })
  unreachableSince: Date | null;

  @Column('text', { nullable: true })
  model: string | null;

  @Column('integer', { nullable: true })
  promptVersion: number | null;

  /** The cost of all answers, unusable ones included. */
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

  /** The places of the comments, in their order. Null if an earlier version of the service published the review. */
  @Column('jsonb', { nullable: true })
  commentPlaces: RemarkPlace[] | null;

  @Column('jsonb', { nullable: true })
  suggestionPlaces: RemarkPlace[] | null;

  @Column('boolean', { nullable: true })
  recommended: boolean | null;

  /** One for each item of the rubric. */
  @Column('jsonb')
  scores: RubricScore[];

  /** Why the project is recommended or not, for staff. */
  @Column('text', { array: true })
  reasons: string[];

  /** Why the review failed, for the participant. */
  @Column('text', { nullable: true })
  failure: string | null;

  /** From the last run that read the snapshot. Null before. */
  @Column('jsonb', { nullable: true })
  flags: ReviewFlag[] | null;
}
