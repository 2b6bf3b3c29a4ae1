import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { WebhookEvent } from './webhook-events';

@Entity('webhooks')
export class Webhook {
  @PrimaryColumn('uuid')
  id: string;

  /** Null: it gets the events of all customers, and those of operators. */
  @Column('uuid', { nullable: true })
  customerId: string | null;

  @Column('text')
  url: string;

  @Column('text', { array: true })
  events: WebhookEvent[];

  /** Its origin may have an address that is not public. Only an operator says so. */
  @Column('boolean')
  isInternal: boolean;

  @Column('boolean')
  isEnabled: boolean;

  @Column('text')
  masterKeyId: string;

  @Column('bytea')
  sealed: Buffer;

  @Column('text', { nullable: true })
  previousMasterKeyId: string | null;

  @Column('bytea', { nullable: true })
  previousSealed: Buffer | null;

  /** Until then each request has a signature with the secret before, too. */
  @Column('timestamptz', { nullable: true })
  previousValidUntil: Date | null;

  @Column('timestamptz')
  createdAt: Date;
}
