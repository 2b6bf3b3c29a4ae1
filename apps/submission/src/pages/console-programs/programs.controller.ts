import { Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { NO_RECORDER } from '@shipyard/http';
import { leadToPage, SessionForms } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { DataSource } from 'typeorm';
import { type Caller, CurrentCaller } from '../../accounts';
import { isProgramId, ProgramEditsService, ProgramsService, toStaffProgramView } from '../../programs';
import { countProjectsOf, KeptReadings, readFigures, readProgramFunnel } from '../../project-reads';
import { ConsoleController } from '../console/console-controller';
import { PageRenderer } from '../page-renderer';
import { StudioForm } from '../studio/studio-form';
import { ProgramListPage } from './program-list.views';
import { programUrl } from './program-urls';
import { DONE, StaffProgramPage } from './program.views';

const ROWS = 40;

@ConsoleController('console/programs', 'admin')
export class StaffProgramPagesController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly forms: SessionForms,
    private readonly programs: ProgramsService,
    private readonly edits: ProgramEditsService,
    private readonly dataSource: DataSource,
    private readonly kept: KeptReadings,
  ) {}

  @Get()
  async list(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Query('after') sent: unknown,
  ): Promise<void> {
    const after = typeof sent === 'string' && isProgramId(sent) ? sent : null;
    const found = (await this.programs.listAfter(after, ROWS + 1)).map(toStaffProgramView);
    const programs = found.slice(0, ROWS);
    const { value: counts, asOf } = await this.kept.read(`counts ${after ?? ''}`, () =>
      countProjectsOf(
        this.dataSource.manager,
        programs.map(({ id }) => id),
      ),
    );
    const list = { programs, counts, asOf, after, hasMore: found.length > ROWS };
    this.pages.send(request, response, (page) => ProgramListPage({ page, caller, list }), { hasScripts: true });
  }

  @Get(':programId')
  async show(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('programId') programId: string,
    @Query('done') sent: unknown,
  ): Promise<void> {
    const program = toStaffProgramView(await this.programs.get(programId));
    const { manager } = this.dataSource;
    const { value, asOf } = await this.kept.read(`program ${programId}`, async () => ({
      figures: await readFigures(manager, { programId, from: null, to: null }),
      funnel: await readProgramFunnel(manager, programId),
    }));
    const done = DONE.find((each) => each === sent) ?? null;
    this.pages.send(request, response, (page) => StaffProgramPage({ page, caller, program, ...value, asOf, done }), {
      hasScripts: true,
    });
  }

  @Get([':programId/close', ':programId/reopen'])
  lead(@Req() request: Request, @Res() response: Response, @Param('programId') programId: string): void {
    leadToPage(request, response, programUrl(programId));
  }

  @StudioForm()
  @Post(':programId/close')
  async close(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('programId') programId: string,
  ): Promise<void> {
    await this.forms.read(request, response);
    await this.edits.update(caller, NO_RECORDER, programId, { closed: true });
    response.redirect(303, `${programUrl(programId)}?done=closed`);
  }

  @StudioForm()
  @Post(':programId/reopen')
  async reopen(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('programId') programId: string,
  ): Promise<void> {
    await this.forms.read(request, response);
    await this.edits.update(caller, NO_RECORDER, programId, { closed: false });
    response.redirect(303, `${programUrl(programId)}?done=reopened`);
  }
}
