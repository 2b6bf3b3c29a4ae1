import { Get, Param, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { PageRenderer } from '../pages';
import { SearchAdminService } from '../request-log';
import { ConsoleController } from './console-controller';
import { consoleUrl } from './console-parts';
import { filterOf, readRequestFields } from './requests-address';
import { SearchPage, SearchesPage, UnknownSearchPage } from './searches.views';

const ROWS = 50;

@ConsoleController('searches')
export class SearchPagesController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly searches: SearchAdminService,
  ) {}

  @Get()
  async list(
    @Req() request: Request,
    @Res() response: Response,
    @Query() query: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const fields = { ...readRequestFields(query), model: '' };
    const { items, next } = await this.searches.list({ ...filterOf(fields), limit: ROWS });
    this.pages.send(request, response, (page) => SearchesPage({ page, fields, items, next }));
  }

  @Get('find')
  find(@Res() response: Response, @Query('id') id: unknown): void {
    const text = typeof id === 'string' ? id.trim() : '';
    response.redirect(303, consoleUrl('searches', text === '' ? '-' : text));
  }

  @Get(':id')
  async show(@Req() request: Request, @Res() response: Response, @Param('id') id: string): Promise<void> {
    const search = await this.searches.find(id);
    if (search) return this.pages.send(request, response, (page) => SearchPage({ page, search }));
    this.pages.send(request, response.status(404), (page) => UnknownSearchPage({ page, id }));
  }
}
