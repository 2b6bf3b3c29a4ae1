import { bigintColumn } from '@shipyard/platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

export type ImageTaskStatus = 'pending' | 'running' | 'succeeded' | 'failed';

/** Pictures that are drawn in the background. This row is the truth, with those of its purchases; its job in the queue is a hint. */
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

  /** The process that buys, or did; null: none does. */
  @Column('uuid', { nullable: true })
  processId: string | null;

  /** The route that drew, or was asked last. */
  @Column('uuid', { nullable: true })
  routeId: string | null;

  /** What all its purchases cost us; null: not known. */
  @Column('bigint', { nullable: true, transformer: bigintColumn })
  supplierCostNano: bigint | null;

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
