import { Get, Query } from '@nestjs/common';
import { ChangesService } from '../changes/changes.service';
import { AuditPage } from './audit.views';
import { ConsoleController } from './console-controller';
import { ConsolePages, ConsoleVisit, Visit } from './console-visit';
import { cursorOf } from './found';

@ConsoleController('audit')
export class AuditPagesController {
  constructor(
    private readonly pages: ConsolePages,
    private readonly changes: ChangesService,
  ) {}

  @Get()
  async list(@Visit() visit: ConsoleVisit, @Query('after') after: unknown): Promise<void> {
    const cursor = cursorOf(after);
    const { items, next_cursor: next } = await this.changes.list({ cursor });
    this.pages.send(visit, (page) => AuditPage({ page, items, next, isFirst: cursor === undefined }));
  }
}
