import { bigintColumn } from '@shipyard/platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

export const IMAGE_TASK_STATUSES = ['pending', 'running', 'succeeded', 'failed'] as const;
export type ImageTaskStatus = (typeof IMAGE_TASK_STATUSES)[number];

/** This row and its purchases are the truth. The job in the queue is a hint. */
@Entity('image_tasks')
export class ImageTask {
  /** `imgtask_` and 32 hex digits. It is also the id of its job. */
  @PrimaryColumn('text')
  id: string;

  @Column('uuid')
  customerId: string;

  /** The submitting key, which is charged. */
  @Column('uuid')
  keyId: string;

  @Column('uuid')
  holdId: string;

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

  @Column('bigint', { transformer: bigintColumn })
  unitPriceNano: bigint;

  @Column('text')
  status: ImageTaskStatus;

  @Column('uuid', { nullable: true })
  processId: string | null;

  @Column('uuid', { nullable: true })
  routeId: string | null;

  @Column('bigint', { nullable: true, transformer: bigintColumn })
  supplierCostNano: bigint | null;

  @Column('text', { nullable: true })
  errorCode: string | null;

  @Column('text', { nullable: true })
  errorMessage: string | null;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  queuedAt: Date;

  @Column('timestamptz', { nullable: true })
  startedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  finishedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  expiresAt: Date | null;

  /** When the prompt, files and hold of the expired task were deleted. */
  @Column('timestamptz', { nullable: true })
  sweptAt: Date | null;
}
