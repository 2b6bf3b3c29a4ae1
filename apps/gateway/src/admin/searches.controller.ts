import { Get, Query } from '@nestjs/common';
import { ApiOperation, envelope, envelopeErrors } from '@shipyard/http';
import { readCursor, writeCursor } from '../database/ledger-cursor';
import { DEFAULT_LIMIT } from '../database/page';
import { pageOf } from '../database/page.view';
import { SearchAdminService, SearchAnswer, SearchRecordView } from '../request-log';
import { AdminController, NamedId } from './admin-controller';
import { SearchesQuery } from './searches.dto';

@AdminController('searches')
export class SearchesController {
  constructor(private readonly searches: SearchAdminService) {}

  @ApiOperation({
    summary: 'List the web searches of customers, newest first',
    description: 'Never what was searched for, nor what was found: neither is stored.',
    data: pageOf(SearchRecordView),
  })
  @Get()
  async list(@Query() query: SearchesQuery) {
    const { items, next } = await this.searches.list({
      customerId: query.customer_id,
      keyId: query.key_id,
      status: query.status,
      code: query.code,
      from: query.from === undefined ? undefined : new Date(query.from),
      to: query.to === undefined ? undefined : new Date(query.to),
      after: query.cursor === undefined ? undefined : readCursor(query.cursor),
      limit: query.limit ?? DEFAULT_LIMIT,
    });
    return envelope({ items, next_cursor: next ? writeCursor(next) : null });
  }

  @ApiOperation({ summary: 'Read a web search', data: SearchAnswer, errors: [envelopeErrors.NOT_FOUND] })
  @Get(':id')
  async find(@NamedId() searchId: string) {
    const search = await this.searches.find(searchId);
    if (!search)
      throw envelopeErrors.NOT_FOUND({
        message: 'There is no search with this id. GET /admin/searches lists the searches.',
      });
    return envelope({ search });
  }
}
