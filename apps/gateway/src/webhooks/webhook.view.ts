import { Describe, Holds, OrNull } from '@shipyard/http';
import { IsArray, IsBoolean, IsDateString, IsIn, IsInt, IsString, IsUUID } from 'class-validator';
import type { Webhook } from './webhook.entity';
import { DELIVERY_STATUSES, type DeliveryStatus, type WebhookDelivery } from './webhook-delivery.entity';
import { WEBHOOK_EVENTS, type WebhookEvent } from './webhook-events';

export class WebhookView {
  @Describe('The id of the webhook.')
  @IsUUID()
  id: string;

  @Describe('The customer whose events are sent. Null: those of all customers, and those of the operator.')
  @OrNull()
  @IsUUID()
  customer_id: string | null;

  @Describe('Where events are sent.')
  @IsString()
  url: string;

  @Describe('The events that are sent.')
  @IsArray()
  @IsIn(WEBHOOK_EVENTS, { each: true })
  events: WebhookEvent[];

  @Describe('Whether the origin of the URL may have an address that is not public.')
  @IsBoolean()
  internal: boolean;

  @Describe('Whether it gets events. A receiver that answers 410 turns it off.')
  @IsBoolean()
  enabled: boolean;

  @Describe('Until when requests are signed with the secret before the last rotation too.')
  @OrNull()
  @IsDateString()
  previous_valid_until: string | null;

  @Describe('When it was created.')
  @IsDateString()
  created_at: string;
}

export class WebhookAnswer {
  @Describe('The webhook, without its secret.')
  @Holds(() => WebhookView)
  webhook: WebhookView;
}

export class WebhookWithSecret extends WebhookAnswer {
  @Describe('Checks the signatures, as Standard Webhooks says. Shown once.')
  @IsString()
  secret: string;
}

export class DeliveryView {
  @Describe('The id of the delivery.')
  @IsUUID()
  id: string;

  @Describe('The webhook that it belongs to.')
  @IsUUID()
  webhook_id: string;

  @Describe('The event, which each attempt names as `webhook-id`.')
  @IsUUID()
  event_id: string;

  @Describe('The type of the event.')
  @IsIn(WEBHOOK_EVENTS)
  type: WebhookEvent;

  @Describe('`pending`: an attempt follows. `failed`: none does.')
  @IsIn(DELIVERY_STATUSES)
  status: DeliveryStatus;

  @Describe('How many attempts were made since it was sent, or sent again by hand.')
  @IsInt()
  attempts: number;

  @Describe('Null if no attempt follows.')
  @OrNull()
  @IsDateString()
  next_attempt_at: string | null;

  @Describe('Null before the first attempt.')
  @OrNull()
  @IsDateString()
  last_attempt_at: string | null;

  @Describe('The HTTP status of the last attempt. Null if no answer came.')
  @OrNull()
  @IsInt()
  last_status: number | null;

  @Describe('Why the last attempt failed. Null if it did not.')
  @OrNull()
  @IsString()
  last_error: string | null;

  @Describe('When the event was raised.')
  @IsDateString()
  created_at: string;
}

export class DeliveryAnswer {
  @Describe('The delivery.')
  @Holds(() => DeliveryView)
  delivery: DeliveryView;
}

export const toWebhookView = (webhook: Webhook): WebhookView => ({
  id: webhook.id,
  customer_id: webhook.customerId,
  url: webhook.url,
  events: webhook.events,
  internal: webhook.isInternal,
  enabled: webhook.isEnabled,
  previous_valid_until: webhook.previousValidUntil?.toISOString() ?? null,
  created_at: webhook.createdAt.toISOString(),
});

export const toDeliveryView = (delivery: WebhookDelivery): DeliveryView => ({
  id: delivery.id,
  webhook_id: delivery.webhookId,
  event_id: delivery.eventId,
  type: delivery.eventType,
  status: delivery.status,
  attempts: delivery.attempts,
  next_attempt_at: delivery.nextAttemptAt?.toISOString() ?? null,
  last_attempt_at: delivery.lastAttemptAt?.toISOString() ?? null,
  last_status: delivery.lastStatus,
  last_error: delivery.lastError,
  created_at: delivery.createdAt.toISOString(),
});
