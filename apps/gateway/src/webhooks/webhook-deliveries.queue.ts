export const WEBHOOK_DELIVERIES = 'webhook-deliveries';

export interface WebhookDeliveryJob {
  deliveryId: string;
}
