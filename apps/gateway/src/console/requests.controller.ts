import { Get, Param, Query, Req, Res } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { Request, Response } from 'express';
import { PageRenderer } from '../pages';
import { RequestAdminService } from '../request-log';
import { ConsoleController } from './console-controller';
import { filterOf, readRequestFields } from './requests-address';
import { RequestPage, RequestsPage, UnknownRequestPage } from './requests.views';

const ROWS = 50;

@ConsoleController('requests')
export class RequestPagesController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly requests: RequestAdminService,
  ) {}

  @Get()
  async list(
    @Req() request: Request,
    @Res() response: Response,
    @Query() query: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const fields = readRequestFields(query);
    const { items, next } = await this.requests.list({ ...filterOf(fields), limit: ROWS });
    this.pages.send(request, response, (page) => RequestsPage({ page, fields, items, next }));
  }

  @Get('find')
  find(@Res() response: Response, @Query('id') id: unknown): void {
    const text = typeof id === 'string' ? id.trim() : '';
    response.redirect(303, `./${encodeURIComponent(text === '' ? '-' : text)}`);
  }

  @Get(':id')
  async show(@Req() request: Request, @Res() response: Response, @Param('id') id: string): Promise<void> {
    // Other text names no request, and Postgres does not accept every string.
    const found = isUUID(id) ? await this.requests.find(id) : null;
    if (found) return this.pages.send(request, response, (page) => RequestPage({ page, request: found }));
    this.pages.send(request, response.status(404), (page) => UnknownRequestPage({ page, id }));
  }
}
