export { closeEvents, raiseEvent, type RaisedEvent } from './raise-event';
export { DeliveryAnswer, DeliveryView, WebhookAnswer, WebhookView, WebhookWithSecret } from './webhook.view';
export {
  ChangeOwnWebhookDto,
  ChangeWebhookDto,
  CreateOwnWebhookDto,
  CreateWebhookDto,
  RotateWebhookDto,
} from './webhooks.dto';
export { CUSTOMER_EVENTS, type CustomerEvent } from './webhook-events';
export { webhookErrors } from './webhooks.errors';
export { WebhooksModule } from './webhooks.module';
export { type WebhookHolder, WebhooksService } from './webhooks.service';
