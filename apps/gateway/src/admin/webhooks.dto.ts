import { Describe, MayBeAbsent } from '@shipyard/http';
import { IsUUID } from 'class-validator';
import { PageQuery } from '../database/page.dto';

export class WebhooksQuery extends PageQuery {
  @Describe('Only the webhooks of this customer.')
  @MayBeAbsent()
  @IsUUID()
  customer_id?: string;
}
