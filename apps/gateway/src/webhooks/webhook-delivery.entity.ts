import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { WebhookEvent } from './webhook-events';

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

@Entity('webhook_deliveries')
export class WebhookDelivery {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  webhookId: string;

  @Column('uuid')
  eventId: string;

  @Column('text')
  eventType: WebhookEvent;

  @Column('text')
  status: DeliveryStatus;

  /** Since it was first sent, or sent again by hand. */
  @Column('integer')
  attempts: number;

  /** Null if no attempt follows. */
  @Column('timestamptz', { nullable: true })
  nextAttemptAt: Date | null;

  @Column('timestamptz', { nullable: true })
  lastAttemptAt: Date | null;

  /** Null if no answer came. */
  @Column('integer', { nullable: true })
  lastStatus: number | null;

  @Column('text', { nullable: true })
  lastError: string | null;

  @Column('timestamptz')
  createdAt: Date;
}
