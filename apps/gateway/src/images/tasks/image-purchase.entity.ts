import { bigintColumn } from '@shipyard/platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * submitting: the supplier is being called. If the process dies, the outcome is unknown · submitted: the supplier
 * accepted the work and named a job, which any process can poll · drawn: the images are stored.
 * Without images: refused, rejected without billing, so it may be retried · failed, by the supplier's word, and not
 * billed · lost: the outcome is unknown. Assume that the supplier billed it.
 */
export type PurchaseStep = 'submitting' | 'submitted' | 'drawn' | 'refused' | 'failed' | 'lost';

/** One call of a supplier for an image task. It keeps its terms even if the route changes. */
@Entity('image_purchases')
export class ImagePurchase {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  taskId: string;

  /** The index among the calls of its task. */
  @Column('integer')
  position: number;

  /** The number of images ordered. */
  @Column('integer')
  imageCount: number;

  @Column('text')
  step: PurchaseStep;

  /** The process that submits or submitted it. */
  @Column('uuid')
  processId: string;

  @Column('uuid')
  routeId: string;

  @Column('text')
  supplierId: string;

  @Column('text')
  upstreamModel: string;

  /** The supplier's key that submitted it; null if it needs none. */
  @Column('text', { nullable: true })
  keyFingerprint: string | null;

  /** The supplier's price of one image; null if unknown. */
  @Column('bigint', { nullable: true, transformer: bigintColumn })
  unitCostNano: bigint | null;

  /** The supplier's id of the work. */
  @Column('text', { nullable: true })
  jobId: string | null;

  /** When the job may be polled next. */
  @Column('timestamptz', { nullable: true })
  pollAt: Date | null;

  /** How many polls have failed in a row. */
  @Column('integer')
  failedPolls: number;

  /** The number of images that came. */
  @Column('integer', { nullable: true })
  drawnCount: number | null;

  /** As the customer is told. */
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
