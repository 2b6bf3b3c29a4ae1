import { Get, Param, Query } from '@nestjs/common';
import { SearchAdminService } from '../request-log';
import { ConsoleController } from './console-controller';
import { ConsolePages, ConsoleVisit, Visit } from './console-visit';
import { consoleUrl } from './console-parts';
import { typedId } from './found';
import { UnknownRecordPage } from './record-list.views';
import { filterOf, readRequestFields } from './requests-address';
import { SearchPage, SearchesPage } from './searches.views';

const ROWS = 50;

@ConsoleController('searches')
export class SearchPagesController {
  constructor(
    private readonly pages: ConsolePages,
    private readonly searches: SearchAdminService,
  ) {}

  @Get()
  async list(@Visit() visit: ConsoleVisit, @Query() query: Readonly<Record<string, unknown>>): Promise<void> {
    const fields = { ...readRequestFields(query), model: '' };
    const { items, next } = await this.searches.list({ ...filterOf(fields), limit: ROWS });
    this.pages.send(visit, (page) => SearchesPage({ page, fields, items, next }));
  }

  @Get('find')
  find(@Visit() visit: ConsoleVisit, @Query('id') id: unknown): void {
    visit.leadTo(consoleUrl('searches', typedId(id)));
  }

  @Get(':id')
  async show(@Visit() visit: ConsoleVisit, @Param('id') id: string): Promise<void> {
    const search = await this.searches.find(id);
    if (search) return this.pages.send(visit, (page) => SearchPage({ page, search }));
    this.pages.send(visit.status(404), (page) => UnknownRecordPage({ page, part: 'searches', id }));
  }
}
