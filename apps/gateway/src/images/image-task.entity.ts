import { bigintColumn } from '@shipyard/platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

export type ImageTaskStatus = 'pending' | 'running' | 'succeeded' | 'failed';

/** Pictures that are drawn in the background. This row is the truth; its job in the queue is a hint. */
@Entity('image_tasks')
export class ImageTask {
  /** `imgtask_` and 32 hex digits; also the id of its job. */
  @PrimaryColumn('text')
  id: string;

  @Column('uuid')
  customerId: string;

  /** The submitting key, which the charge goes to. */
  @Column('uuid')
  keyId: string;

  @Column('uuid')
  holdId: string;

  /** Of the submission. */
  @Column('text')
  requestId: string;

  @Column('text')
  modelId: string;

  @Column('text')
  prompt: string;

  @Column('text')
  size: string;

  @Column('integer')
  imageCount: number;

  @Column('text', { nullable: true })
  userLabel: string | null;

  /** The price in force at submission. */
  @Column('bigint', { transformer: bigintColumn })
  unitPriceNano: bigint;

  @Column('text')
  status: ImageTaskStatus;

  /** Where a running task stands; customers never see it. */
  @Column('text', { nullable: true })
  step: 'submitting' | null;

  /** The process that is in the step. */
  @Column('uuid', { nullable: true })
  processId: string | null;

  @Column('uuid', { nullable: true })
  routeId: string | null;

  @Column('text', { nullable: true })
  errorCode: string | null;

  @Column('text', { nullable: true })
  errorMessage: string | null;

  @Column('timestamptz')
  createdAt: Date;

  /** When its job was last put into the queue. */
  @Column('timestamptz')
  queuedAt: Date;

  @Column('timestamptz', { nullable: true })
  startedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  finishedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  expiresAt: Date | null;

  /** When the expired task's prompt, files and hold were cleared away. */
  @Column('timestamptz', { nullable: true })
  sweptAt: Date | null;
}
