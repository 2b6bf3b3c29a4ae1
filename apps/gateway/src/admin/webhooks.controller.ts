import { Body, Delete, Get, Header, HttpCode, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation, envelope, envelopeErrors, Recorder, type ResponseRecorder, SecretAnswer } from '@shipyard/http';
import { PageQuery } from '../database/page.dto';
import { pageOf } from '../database/page.view';
import { CalledBy, type Operator } from '../operators';
import {
  ChangeWebhookDto,
  CreateWebhookDto,
  DeliveryAnswer,
  DeliveryView,
  RotateWebhookDto,
  WebhookAnswer,
  WebhooksService,
  WebhookView,
  WebhookWithSecret,
} from '../webhooks';
import { AdminController, RecordId } from './admin-controller';
import { WebhooksQuery } from './webhooks.dto';

const holderOf = (operator: Operator) => ({ actor: operator, customerId: null });

@AdminController('webhooks')
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @ApiOperation({ summary: 'List the webhooks, newest first', data: pageOf(WebhookView) })
  @Get()
  async list(@Query() query: WebhooksQuery) {
    return envelope(await this.webhooks.list({ customerId: query.customer_id ?? null }, query));
  }

  @ApiOperation({ summary: 'Read a webhook', data: WebhookAnswer, errors: [envelopeErrors.NOT_FOUND] })
  @Get(':id')
  async find(@RecordId() webhookId: string) {
    return envelope({ webhook: await this.webhooks.find({ customerId: null }, webhookId) });
  }

  @ApiOperation({
    summary: 'Add a webhook',
    description: 'The secret is shown once. It checks the signatures, as Standard Webhooks says.',
    data: WebhookWithSecret,
  })
  @Post()
  @SecretAnswer()
  @Header('cache-control', 'no-store')
  async create(
    @CalledBy() operator: Operator,
    @Recorder() recorder: ResponseRecorder,
    @Body() input: CreateWebhookDto,
  ) {
    return envelope(await this.webhooks.create(holderOf(operator), recorder, input));
  }

  @ApiOperation({
    summary: 'Change a webhook',
    description: 'Absent fields stay as they are.',
    data: WebhookAnswer,
    errors: [envelopeErrors.NOT_FOUND],
  })
  @Patch(':id')
  async change(
    @CalledBy() operator: Operator,
    @Recorder() recorder: ResponseRecorder,
    @RecordId() webhookId: string,
    @Body() input: ChangeWebhookDto,
  ) {
    return envelope(await this.webhooks.change(holderOf(operator), recorder, webhookId, input));
  }

  @ApiOperation({
    summary: 'Give a webhook a new secret',
    description: 'For `grace_seconds`, requests are signed with the old secret too.',
    data: WebhookWithSecret,
    errors: [envelopeErrors.NOT_FOUND],
  })
  @Post(':id/rotate')
  @SecretAnswer()
  @Header('cache-control', 'no-store')
  async rotate(
    @CalledBy() operator: Operator,
    @Recorder() recorder: ResponseRecorder,
    @RecordId() webhookId: string,
    @Body() input?: RotateWebhookDto,
  ) {
    return envelope(await this.webhooks.rotate(holderOf(operator), recorder, webhookId, input ?? {}));
  }

  @ApiOperation({
    summary: 'Delete a webhook, with its deliveries',
    data: WebhookAnswer,
    errors: [envelopeErrors.NOT_FOUND],
  })
  @Delete(':id')
  async remove(@CalledBy() operator: Operator, @Recorder() recorder: ResponseRecorder, @RecordId() webhookId: string) {
    return envelope(await this.webhooks.remove(holderOf(operator), recorder, webhookId));
  }

  @ApiOperation({
    summary: 'List the deliveries of a webhook, newest first',
    description: 'They are kept for 90 days.',
    data: pageOf(DeliveryView),
    errors: [envelopeErrors.NOT_FOUND],
  })
  @Get(':id/deliveries')
  async deliveries(@RecordId() webhookId: string, @Query() query: PageQuery) {
    return envelope(await this.webhooks.deliveries({ customerId: null }, webhookId, query));
  }

  @ApiOperation({
    summary: 'Send a delivery again',
    description: 'Its attempts start anew, as those of a new event.',
    data: DeliveryAnswer,
    errors: [envelopeErrors.NOT_FOUND],
  })
  @Post('deliveries/:id/resend')
  @HttpCode(202)
  async resend(@CalledBy() operator: Operator, @Recorder() recorder: ResponseRecorder, @RecordId() deliveryId: string) {
    return envelope(await this.webhooks.resend(holderOf(operator), recorder, deliveryId));
  }
}
