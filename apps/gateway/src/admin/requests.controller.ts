import type { IncomingHttpHeaders } from 'node:http';
import { Body, Get, Headers, Param, Post, Query, Res } from '@nestjs/common';
import { ApiOperation, envelope, envelopeErrors, inputInvalid, OnceByItself, readIdempotencyKey } from '@shipyard/http';
import { isUUID } from 'class-validator';
import type { Response } from 'express';
import { RefundDto, RefundedView, RefundsService } from '../billing';
import { changeErrors } from '../changes/changes.errors';
import { DEFAULT_LIMIT } from '../database/page';
import { pageOf } from '../database/page.view';
import { CalledBy, type Operator, WithFreshSecondFactor } from '../operators';
import { RequestAdminService, RequestAnswer, RequestView } from '../request-log';
import { AdminController } from './admin-controller';
import { readCursor, writeCursor } from '../database/ledger-cursor';
import { RequestsQuery } from './requests.dto';

@AdminController('requests')
export class RequestsController {
  constructor(
    private readonly requests: RequestAdminService,
    private readonly refunds: RefundsService,
  ) {}

  @ApiOperation({
    summary: 'List the requests of customers, newest first',
    description: 'Never their prompts or answers.',
    data: pageOf(RequestView),
  })
  @Get()
  async list(@Query() query: RequestsQuery) {
    const { items, next } = await this.requests.list({
      customerId: query.customer_id,
      keyId: query.key_id,
      model: query.model,
      status: query.status,
      code: query.code,
      from: query.from === undefined ? undefined : new Date(query.from),
      to: query.to === undefined ? undefined : new Date(query.to),
      after: query.cursor === undefined ? undefined : readCursor(query.cursor),
      limit: query.limit ?? DEFAULT_LIMIT,
    });
    return envelope({ items, next_cursor: next ? writeCursor(next) : null });
  }

  @ApiOperation({ summary: 'Read a request', data: RequestAnswer, errors: [envelopeErrors.NOT_FOUND] })
  @Get(':requestId')
  async show(@Param('requestId') requestId: string) {
    // Other text names no request, and Postgres does not accept every string.
    const request = isUUID(requestId) ? await this.requests.find(requestId) : null;
    if (!request) throw noSuchRequest();
    return envelope({ request });
  }

  @ApiOperation({
    summary: 'Refund a request, whole or in part',
    description:
      'It needs an Idempotency-Key. The refund is a credit of the request in the ledger, and goes back to the balance and the budget. All refunds of a request together never exceed what was charged for it: more is a CONFLICT.',
    data: RefundedView,
    errors: [envelopeErrors.NOT_FOUND, changeErrors.CONFLICT],
  })
  @Post(':requestId/refund')
  @WithFreshSecondFactor()
  @OnceByItself({ needsKey: true })
  async refund(
    @CalledBy() operator: Operator,
    @Param('requestId') requestId: string,
    @Body() input: RefundDto,
    @Headers() headers: IncomingHttpHeaders,
    @Res({ passthrough: true }) response: Response,
  ) {
    const idempotencyKey = readIdempotencyKey(headers);
    if (idempotencyKey === null) throw inputInvalid('Idempotency-Key', 'is required as a header', 'missing');
    if (!isUUID(requestId)) throw noSuchRequest();
    const made = await this.refunds.refund(operator, requestId, input, idempotencyKey);
    if (!made) {
      if (!(await this.requests.find(requestId))) throw noSuchRequest();
      throw changeErrors.CONFLICT({ message: 'Nothing was charged for this request, so nothing can be refunded.' });
    }
    if (made.isReplayed) response.setHeader('idempotency-replayed', 'true');
    return envelope(made.refunded);
  }
}

const noSuchRequest = () =>
  envelopeErrors.NOT_FOUND({ message: 'There is no request with this id. GET /admin/requests lists the requests.' });
