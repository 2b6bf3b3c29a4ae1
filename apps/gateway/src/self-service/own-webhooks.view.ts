import { Describe, ListOf } from '@shipyard/http';
import { DeliveryView, WebhookView } from '../webhooks';
import { PageOfList } from './own-usage.view';

export class OwnWebhookListView extends PageOfList {
  @Describe('The webhooks of this page.')
  @ListOf(() => WebhookView)
  data: WebhookView[];
}

export class OwnDeliveryListView extends PageOfList {
  @Describe('The deliveries of this page.')
  @ListOf(() => DeliveryView)
  data: DeliveryView[];
}
