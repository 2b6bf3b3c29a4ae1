import type { ProjectReviewFacts, RubricItem, RubricScore } from '@shipyard/contracts';
import { bigintColumn } from '@shipyard/platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { SpeakingPlace } from '../text/written-text';
import type { ProjectState } from '../projects/project.entity';

export const REVIEW_STATUSES = ['queued', 'running', 'succeeded', 'failed'] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

export const REVIEW_STAGES = ['collecting', 'reading', 'judging', 'checking', 'publishing'] as const;
export type ReviewStage = (typeof REVIEW_STAGES)[number];

/** A place of the README or a log that speaks to the reviewer instead of about the project; for staff. `reported`: the model names it. */
export type ReviewFlag = Omit<SpeakingPlace, 'kind'> & { kind: SpeakingPlace['kind'] | 'reported' };

/** Where in the project a comment or a suggestion belongs; neither for the beginning of the README. */
export interface RemarkPlace {
  /** The id of the section's heading in the README's HTML. */
  headingId: string | null;
  /** The sequence of a log. */
  log: number | null;
}

/** A review of a project as it stood when it was asked for. The row is the truth; its job in the queue is a hint. */
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

  /** Where the project goes back to when the review fails for good. */
  @Column('text')
  stateBefore: ProjectState;

  @Column('jsonb')
  snapshotProject: ProjectReviewFacts['project'];

  /** Emptied 30 days after the review has ended. */
  @Column('text')
  snapshotReadme: string;

  /** Logs stored later do not count, even where their sequence is lower. */
  @Column('bigint')
  snapshotLogOrder: string;

  @Column('bigint')
  snapshotLogSequence: string;

  /** SHA-256 of the README. Null if a process of an earlier version asked for the review. */
  @Column('bytea', { nullable: true })
  snapshotReadmeHash: Buffer | null;

  /** How many logs the snapshot has. Null as the hash of the README is. */
  @Column('integer', { nullable: true })
  snapshotLogCount: number | null;

  @Column('jsonb')
  snapshotRubric: RubricItem[];

  /** `<asset id>.<ext>` of the README's own images. */
  @Column('text', { array: true })
  snapshotImages: string[];

  /** What fences data in what the model is sent: drawn when the review is asked for, and seen by nobody else. */
  @Column('uuid')
  fence: string;

  /** SHA-256 of the snapshot. */
  @Column('bytea')
  inputHash: Buffer;

  /** Rises each time the review is queued; only the worker of the present run may publish. */
  @Column('integer')
  run: number;

  /** Runs whose worker died. */
  @Column('integer')
  lostRuns: number;

  /** When the worker of the present run last said that it lives; null unless running. */
  @Column('timestamptz', { nullable: true })
  heartbeatAt: Date | null;

  @Column('timestamptz')
  nextRunAt: Date;

  /** Answers of the gateway that were failures or unusable. */
  @Column('integer')
  failedAnswers: number;

  /** Since when the gateway has been out of reach; null once it answered. */
  @Column('timestamptz', { nullable: true })
  unreachableSince: Date | null;

  @Column('text', { nullable: true })
  model: string | null;

  @Column('integer', { nullable: true })
  promptVersion: number | null;

  /** Of all answers that were paid for, also unusable ones. */
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

  /** The places of the comments, in their order. Null if a process of an earlier version published the review. */
  @Column('jsonb', { nullable: true })
  commentPlaces: RemarkPlace[] | null;

  @Column('jsonb', { nullable: true })
  suggestionPlaces: RemarkPlace[] | null;

  @Column('boolean', { nullable: true })
  recommended: boolean | null;

  /** One for each item of the rubric. */
  @Column('jsonb')
  scores: RubricScore[];

  /** Why it is recommended or not, for staff. */
  @Column('text', { array: true })
  reasons: string[];

  /** Why it failed, for the participant. */
  @Column('text', { nullable: true })
  failure: string | null;

  /** Of the last run that has read the snapshot; null before. */
  @Column('jsonb', { nullable: true })
  flags: ReviewFlag[] | null;
}
