import { Get, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ChangesService } from '../changes/changes.service';
import { PageRenderer } from '../pages';
import { AuditPage } from './audit.views';
import { ConsoleController } from './console-controller';
import { cursorOf } from './found';

@ConsoleController('audit')
export class AuditPagesController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly changes: ChangesService,
  ) {}

  @Get()
  async list(@Req() request: Request, @Res() response: Response, @Query('after') after: unknown): Promise<void> {
    const cursor = cursorOf(after);
    const { items, next_cursor: next } = await this.changes.list({ cursor });
    this.pages.send(request, response, (page) => AuditPage({ page, items, next, isFirst: cursor === undefined }));
  }
}
