import { Get, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { type Caller, CurrentCaller } from '../../accounts';
import { AuditTrailsService } from '../../project-reads';
import { ConsoleController } from '../console/console-controller';
import { PageRenderer } from '../page-renderer';
import { auditFilterOf, readAuditFields, ROWS } from './audit-address';
import { AuditPage } from './audit.views';

@ConsoleController('console/audit', 'admin')
export class AuditPageController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly trails: AuditTrailsService,
  ) {}

  @Get()
  async list(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Query() query: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const fields = readAuditFields(query);
    const found = await this.trails.find(auditFilterOf(fields));
    const list = { fields, entries: found.slice(0, ROWS), hasMore: found.length > ROWS };
    this.pages.send(request, response, (page) => AuditPage({ page, caller, ...list }), { hasScripts: true });
  }
}
