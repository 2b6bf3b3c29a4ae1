import { Get, Param, Query } from '@nestjs/common';
import { ApiOperation, envelope, envelopeErrors } from '@shipyard/http';
import { isUUID } from 'class-validator';
import { DEFAULT_LIMIT } from '../database/page';
import { pageOf } from '../database/page.view';
import { RequestAdminService, RequestAnswer, RequestView } from '../request-log';
import { AdminController } from './admin-controller';
import { readCursor, writeCursor } from './ledger-cursor';
import { RequestsQuery } from './requests.dto';

@AdminController('requests')
export class RequestsController {
  constructor(private readonly requests: RequestAdminService) {}

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
    if (!request)
      throw envelopeErrors.NOT_FOUND({
        message: 'There is no request with this id. GET /admin/requests lists the requests.',
      });
    return envelope({ request });
  }
}
