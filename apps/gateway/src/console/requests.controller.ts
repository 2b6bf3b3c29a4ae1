import { Get, Param, Query } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { RequestAdminService } from '../request-log';
import { ConsoleController } from './console-controller';
import { consoleUrl } from './console-parts';
import { ConsolePages, ConsoleVisit, Visit } from './console-visit';
import { typedId } from './found';
import { UnknownRecordPage } from './record-list.views';
import { filterOf, readRequestFields } from './requests-address';
import { RequestPage, RequestsPage } from './requests.views';

const ROWS = 50;

@ConsoleController('requests')
export class RequestPagesController {
  constructor(
    private readonly pages: ConsolePages,
    private readonly requests: RequestAdminService,
  ) {}

  @Get()
  async list(@Visit() visit: ConsoleVisit, @Query() query: Readonly<Record<string, unknown>>): Promise<void> {
    const fields = readRequestFields(query);
    const { items, next } = await this.requests.list({ ...filterOf(fields), limit: ROWS });
    this.pages.send(visit, (page) => RequestsPage({ page, fields, items, next }));
  }

  @Get('find')
  find(@Visit() visit: ConsoleVisit, @Query('id') id: unknown): void {
    visit.leadTo(consoleUrl('requests', typedId(id)));
  }

  @Get(':id')
  async show(@Visit() visit: ConsoleVisit, @Param('id') id: string): Promise<void> {
    // Other text names no request, and Postgres does not accept every string.
    const found = isUUID(id) ? await this.requests.find(id) : null;
    if (found) return this.pages.send(visit, (page) => RequestPage({ page, request: found }));
    this.pages.send(visit.status(404), (page) => UnknownRecordPage({ page, part: 'requests', id }));
  }
}
