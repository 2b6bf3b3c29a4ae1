import { Body, Controller, Delete, Get, Param, Patch, Post, Query, Req, Res } from '@nestjs/common';
import { ApiAnswers, NO_RECORDER, type ResponseRecorder } from '@shipyard/http';
import type { Request, Response } from 'express';
import { PageQuery } from '../database/page.dto';
import { IdempotencyService, replayHeaders } from '../idempotency';
import { CalledBy, type Caller, OwnKeysService } from '../keys';
import { OpenAiRoute } from '../v1';
import {
  ChangeOwnWebhookDto,
  CreateOwnWebhookDto,
  DeliveryAnswer,
  RotateWebhookDto,
  WebhookAnswer,
  webhookErrors,
  type WebhookHolder,
  WebhooksService,
  WebhookWithSecret,
} from '../webhooks';
import { KEYED, recorderOf } from './keyed-change';
import { OwnDeliveryListView, OwnWebhookListView } from './own-webhooks.view';

@Controller('v1/webhooks')
export class OwnWebhooksController {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly keys: OwnKeysService,
    private readonly idempotency: IdempotencyService,
  ) {}

  @Get()
  @OpenAiRoute({ scope: 'keys' })
  @ApiAnswers({
    summary: 'List your webhooks, newest first',
    answers: { 200: { description: 'The webhooks.', content: { 'application/json': OwnWebhookListView } } },
  })
  async list(@CalledBy() caller: Caller, @Query() page: PageQuery): Promise<OwnWebhookListView> {
    const { items, next_cursor } = await this.webhooks.list(caller, page);
    return { object: 'list', data: items, has_more: next_cursor !== null, next_cursor };
  }

  @Get(':id')
  @OpenAiRoute({ scope: 'keys' })
  @ApiAnswers({
    summary: 'Read one of your webhooks',
    answers: { 200: { description: 'The webhook.', content: { 'application/json': WebhookAnswer } } },
    errors: [webhookErrors.webhook_not_found],
  })
  async find(@CalledBy() caller: Caller, @Param('id') webhookId: string): Promise<WebhookAnswer> {
    return { webhook: await this.webhooks.find(caller, webhookId) };
  }

  @Post()
  @OpenAiRoute({ scope: 'keys' })
  @ApiAnswers({
    ...KEYED,
    summary: 'Add a webhook',
    description: 'The secret is shown once. It checks the signatures, as Standard Webhooks says.',
    answers: {
      201: { description: 'The webhook, and its secret.', content: { 'application/json': WebhookWithSecret } },
    },
    errors: [webhookErrors.too_many_webhooks, ...KEYED.errors],
  })
  async create(
    @CalledBy() caller: Caller,
    @Body() input: CreateOwnWebhookDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const holder = await this.holderOf(caller);
    await this.once(caller, request, response, 201, (recorder) => this.webhooks.create(holder, recorder, input));
  }

  @Patch(':id')
  @OpenAiRoute({ scope: 'keys' })
  @ApiAnswers({
    summary: 'Change one of your webhooks',
    description: 'Absent fields stay as they are.',
    answers: { 200: { description: 'The webhook.', content: { 'application/json': WebhookAnswer } } },
    errors: [webhookErrors.webhook_not_found],
  })
  async change(
    @CalledBy() caller: Caller,
    @Param('id') webhookId: string,
    @Body() input: ChangeOwnWebhookDto,
  ): Promise<WebhookAnswer> {
    return this.webhooks.change(await this.holderOf(caller), NO_RECORDER, webhookId, input);
  }

  @Post(':id/rotate')
  @OpenAiRoute({ scope: 'keys' })
  @ApiAnswers({
    ...KEYED,
    summary: 'Give one of your webhooks a new secret',
    description: 'For `grace_seconds`, requests are signed with the old secret too.',
    answers: {
      201: { description: 'The webhook, and its secret.', content: { 'application/json': WebhookWithSecret } },
    },
    errors: [webhookErrors.webhook_not_found, ...KEYED.errors],
  })
  async rotate(
    @CalledBy() caller: Caller,
    @Param('id') webhookId: string,
    @Req() request: Request,
    @Res() response: Response,
    @Body() input?: RotateWebhookDto,
  ): Promise<void> {
    const holder = await this.holderOf(caller);
    await this.once(caller, request, response, 201, (recorder) =>
      this.webhooks.rotate(holder, recorder, webhookId, input ?? {}),
    );
  }

  @Delete(':id')
  @OpenAiRoute({ scope: 'keys' })
  @ApiAnswers({
    summary: 'Delete one of your webhooks, with its deliveries',
    answers: { 200: { description: 'The webhook as it was.', content: { 'application/json': WebhookAnswer } } },
    errors: [webhookErrors.webhook_not_found],
  })
  async remove(@CalledBy() caller: Caller, @Param('id') webhookId: string): Promise<WebhookAnswer> {
    return this.webhooks.remove(await this.holderOf(caller), NO_RECORDER, webhookId);
  }

  @Get(':id/deliveries')
  @OpenAiRoute({ scope: 'keys' })
  @ApiAnswers({
    summary: 'List the deliveries of one of your webhooks, newest first',
    description: 'They are kept for 90 days.',
    answers: { 200: { description: 'The deliveries.', content: { 'application/json': OwnDeliveryListView } } },
    errors: [webhookErrors.webhook_not_found],
  })
  async deliveries(
    @CalledBy() caller: Caller,
    @Param('id') webhookId: string,
    @Query() page: PageQuery,
  ): Promise<OwnDeliveryListView> {
    const { items, next_cursor } = await this.webhooks.deliveries(caller, webhookId, page);
    return { object: 'list', data: items, has_more: next_cursor !== null, next_cursor };
  }

  @Post('deliveries/:id/resend')
  @OpenAiRoute({ scope: 'keys' })
  @ApiAnswers({
    ...KEYED,
    summary: 'Send a delivery again',
    description: 'Its attempts start anew, as those of a new event.',
    answers: { 202: { description: 'The delivery.', content: { 'application/json': DeliveryAnswer } } },
    errors: [webhookErrors.delivery_not_found, ...KEYED.errors],
  })
  async resend(
    @CalledBy() caller: Caller,
    @Param('id') deliveryId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const holder = await this.holderOf(caller);
    await this.once(caller, request, response, 202, (recorder) => this.webhooks.resend(holder, recorder, deliveryId));
  }

  private async holderOf(caller: Caller): Promise<WebhookHolder> {
    return { actor: await this.keys.actorOf(caller), customerId: caller.customerId };
  }

  private async once<Answer extends object>(
    caller: Caller,
    request: Request,
    response: Response,
    status: number,
    make: (recorder: ResponseRecorder) => Promise<Answer>,
  ): Promise<void> {
    response.status(status).setHeader('cache-control', 'no-store');
    const replay = await this.idempotency.once(caller, request, request.body ?? {}, async (recorder) => {
      response.json(await make(recorderOf(recorder)));
    });
    if (replay !== null) response.set(replayHeaders).json(replay);
  }
}
