import { Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { DataSource } from 'typeorm';
import { type Caller, CurrentCaller } from '../../accounts';
import { ProgramsService } from '../../programs';
import { figuresName, KeptReadings, readFigures } from '../../project-reads';
import { ConsoleController } from '../console/console-controller';
import { PageRenderer } from '../page-renderer';
import { readFiguresFields, timeOf } from './figures-address';
import { FiguresPage } from './figures.views';

@ConsoleController('console/figures', 'reviewer', 'admin')
export class FiguresPageController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly dataSource: DataSource,
    private readonly programs: ProgramsService,
    private readonly kept: KeptReadings,
  ) {}

  @Get()
  async show(@Req() request: Request, @Res() response: Response, @CurrentCaller() caller: Caller): Promise<void> {
    const programs = await this.programs.list();
    const fields = readFiguresFields(
      request.originalUrl,
      programs.map(({ id }) => id),
    );
    const of = { programId: fields.program ?? null, ...timeOf(fields) };
    const { value: figures, asOf } = await this.kept.read(figuresName(of), () =>
      readFigures(this.dataSource.manager, of),
    );
    this.pages.send(request, response, (page) => FiguresPage({ page, caller, programs, fields, figures, asOf }), {
      hasScripts: true,
    });
  }
}
