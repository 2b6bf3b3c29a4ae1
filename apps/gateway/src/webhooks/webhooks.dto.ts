import { Describe, MayBeAbsent } from '@shipyard/http';
import {
  ArrayNotEmpty,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsUUID,
  Max,
  Min,
} from 'class-validator';
import { CUSTOMER_EVENTS, type CustomerEvent, WEBHOOK_EVENTS, type WebhookEvent } from './webhook-events';
import { IsWebhookUrl } from './webhook-url';

export const WEBHOOK_GRACE_SECONDS = 86_400;
const GRACE_MAX_SECONDS = 2_592_000;

const ABOUT_URL = 'Where events are sent: an http or https URL of at most 2,000 characters.';
const ABOUT_ENABLED =
  'Whether it gets events. A webhook that is turned off loses the deliveries that wait. If absent: true.';

export class CreateOwnWebhookDto {
  @Describe(ABOUT_URL)
  @IsWebhookUrl()
  url: string;

  @Describe('The events that are sent.')
  @IsArray()
  @IsIn(CUSTOMER_EVENTS, { each: true })
  @ArrayUnique()
  @ArrayNotEmpty()
  events: CustomerEvent[];

  @Describe(ABOUT_ENABLED)
  @MayBeAbsent()
  @IsBoolean()
  enabled?: boolean;
}

export class ChangeOwnWebhookDto {
  @Describe(ABOUT_URL)
  @MayBeAbsent()
  @IsWebhookUrl()
  url?: string;

  @Describe('The events that are sent.')
  @MayBeAbsent()
  @IsArray()
  @IsIn(CUSTOMER_EVENTS, { each: true })
  @ArrayUnique()
  @ArrayNotEmpty()
  events?: CustomerEvent[];

  @Describe(ABOUT_ENABLED)
  @MayBeAbsent()
  @IsBoolean()
  enabled?: boolean;
}

const ABOUT_INTERNAL =
  'Frees the origin of the URL from the check that its address is public. For hosts of your own network only. If absent: false.';

export class CreateWebhookDto {
  @Describe(ABOUT_URL)
  @IsWebhookUrl()
  url: string;

  @Describe('The events that are sent. Those of suppliers and losses need a webhook without a customer.')
  @IsArray()
  @IsIn(WEBHOOK_EVENTS, { each: true })
  @ArrayUnique()
  @ArrayNotEmpty()
  events: WebhookEvent[];

  @Describe('The customer whose events are sent. If absent or null: those of all customers, and those of the operator.')
  @IsOptional()
  @IsUUID()
  customer_id?: string | null;

  @Describe(ABOUT_INTERNAL)
  @MayBeAbsent()
  @IsBoolean()
  internal?: boolean;

  @Describe(ABOUT_ENABLED)
  @MayBeAbsent()
  @IsBoolean()
  enabled?: boolean;
}

export class ChangeWebhookDto {
  @Describe(ABOUT_URL)
  @MayBeAbsent()
  @IsWebhookUrl()
  url?: string;

  @Describe('The events that are sent. Those of suppliers and losses need a webhook without a customer.')
  @MayBeAbsent()
  @IsArray()
  @IsIn(WEBHOOK_EVENTS, { each: true })
  @ArrayUnique()
  @ArrayNotEmpty()
  events?: WebhookEvent[];

  @Describe(ABOUT_INTERNAL)
  @MayBeAbsent()
  @IsBoolean()
  internal?: boolean;

  @Describe(ABOUT_ENABLED)
  @MayBeAbsent()
  @IsBoolean()
  enabled?: boolean;
}

export class RotateWebhookDto {
  @Describe(
    `How long requests are signed with the old secret too, in seconds. If absent: ${WEBHOOK_GRACE_SECONDS.toLocaleString('en')}.`,
  )
  @MayBeAbsent()
  @IsInt()
  @Min(0)
  @Max(GRACE_MAX_SECONDS)
  grace_seconds?: number;
}
