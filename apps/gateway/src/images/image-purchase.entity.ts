import { bigintColumn } from '@shipyard/platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * submitting: the supplier is being asked; if the process that asks dies, nobody knows what it did · submitted: it has taken the work on and named a
 * job, which any process can ask after · drawn: its pictures are kept.
 * Ends without pictures: refused, turned away at the door, so that it may be tried again · failed, by the supplier's word, and not paid for ·
 * lost: what the supplier did is not known, and paid for it is for all we know.
 */
export type PurchaseStep = 'submitting' | 'submitted' | 'drawn' | 'refused' | 'failed' | 'lost';

/** One call of a supplier for an image task. What it was asked stays as it was, whatever becomes of the route. */
@Entity('image_purchases')
export class ImagePurchase {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  taskId: string;

  /** Among the calls of its task. */
  @Column('integer')
  position: number;

  /** How many pictures were asked for. */
  @Column('integer')
  imageCount: number;

  @Column('text')
  step: PurchaseStep;

  /** The process that submits, or did. */
  @Column('uuid')
  processId: string;

  @Column('uuid')
  routeId: string;

  @Column('text')
  supplierId: string;

  @Column('text')
  upstreamModel: string;

  /** Of the supplier's key that submitted; null: it takes none. */
  @Column('text', { nullable: true })
  keyFingerprint: string | null;

  /** What the supplier takes for a picture; null: not known. */
  @Column('bigint', { nullable: true, transformer: bigintColumn })
  unitCostNano: bigint | null;

  /** By which the supplier knows the work. */
  @Column('text', { nullable: true })
  jobId: string | null;

  /** When the job may be asked after next. */
  @Column('timestamptz', { nullable: true })
  pollAt: Date | null;

  /** How often in a row the supplier could not be asked, or did not hand the pictures over. */
  @Column('integer')
  failedPolls: number;

  /** How many pictures came. */
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
