import { pipeline } from 'node:stream/promises';
import { Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { Logger } from '@shipyard/platform/logger';
import type { Request, Response } from 'express';
import { DataSource } from 'typeorm';
import { type Caller, CurrentCaller } from '../../accounts';
import { CONFIG, type HttpConfig, publicUrlOf } from '../../config';
import { ProgramsService } from '../../programs';
import { readProgramExport } from '../../project-reads';
import { LOGGER } from '../../runtime.module';
import { ConsoleController } from '../console/console-controller';
import { PageRenderer } from '../page-renderer';
import { ExportsPage } from './exports.views';
import { programCsv } from './program-csv';

@ConsoleController('console/exports', 'admin')
export class ExportPagesController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly programs: ProgramsService,
    private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: HttpConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Get()
  async list(@Req() request: Request, @Res() response: Response, @CurrentCaller() caller: Caller): Promise<void> {
    const programs = await this.programs.list();
    this.pages.send(request, response, (page) => ExportsPage({ page, caller, programs }), { hasScripts: true });
  }

  /** Sent while it is read, so a program of any size fits. */
  @Get(':programId')
  async download(@Res() response: Response, @Param('programId') programId: string): Promise<void> {
    const { id } = await this.programs.get(programId);
    response.set({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${id}.csv"`,
      'cache-control': 'no-store',
    });
    const rows = readProgramExport(this.dataSource.manager, id);
    try {
      await pipeline(programCsv(publicUrlOf(this.config), rows), response);
    } catch (error) {
      // The pipeline has destroyed the response, so a partial file does not look complete.
      if (!response.writableFinished) this.logger.info({ err: error }, 'An export was not read to its end');
    }
  }
}
