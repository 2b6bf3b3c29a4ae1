import { bigintColumn } from '@shipyard/platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * submitting: the supplier is being called · submitted: it named a job, which any process can poll · drawn: the images
 * are stored · refused: rejected without billing, so it may be retried · failed: the supplier says so, and does not
 * bill · lost: the outcome is unknown, and we assume that the supplier billed it.
 */
export const PURCHASE_STEPS = ['submitting', 'submitted', 'drawn', 'refused', 'failed', 'lost'] as const;
export type PurchaseStep = (typeof PURCHASE_STEPS)[number];

/** One call of a supplier. It keeps its terms even if the route changes. */
@Entity('image_purchases')
export class ImagePurchase {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  taskId: string;

  @Column('integer')
  position: number;

  @Column('integer')
  imageCount: number;

  @Column('text')
  step: PurchaseStep;

  @Column('uuid')
  processId: string;

  @Column('uuid')
  routeId: string;

  @Column('text')
  supplierId: string;

  @Column('text')
  upstreamModel: string;

  @Column('text', { nullable: true })
  keyFingerprint: string | null;

  @Column('bigint', { nullable: true, transformer: bigintColumn })
  unitCostNano: bigint | null;

  @Column('text', { nullable: true })
  jobId: string | null;

  @Column('timestamptz', { nullable: true })
  pollAt: Date | null;

  @Column('integer')
  failedPolls: number;

  @Column('integer', { nullable: true })
  drawnCount: number | null;

  @Column('text', { nullable: true })
  errorCode: string | null;

  @Column('text', { nullable: true })
  errorMessage: string | null;

  @Column('timestamptz')
  begunAt: Date;

  @Column('timestamptz', { nullable: true })
  endedAt: Date | null;
}

export const isOpen = ({ step }: Pick<ImagePurchase, 'step'>) => step === 'submitting' || step === 'submitted';
