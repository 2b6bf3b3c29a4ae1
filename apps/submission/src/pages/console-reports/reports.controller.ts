import { Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { checkFields, type FormFields, type HttpError, NO_RECORDER } from '@shipyard/http';
import { refusalOf, SessionForms } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { ReportsService } from '../../abuse-reports';
import { type Caller, CurrentCaller } from '../../accounts';
import { ReasonDto } from '../../staff';
import { ConsoleController } from '../console/console-controller';
import { consoleUrl } from '../console/console-parts';
import { PageRenderer } from '../page-renderer';
import { StudioForm } from '../studio/studio-form';
import { readReportsPlace } from './reports-place';
import { ReportPage, REPORT_ROWS, ReportsPage } from './reports.views';

interface Drawn {
  caller: Caller;
  reportId: string;
  fields: FormFields;
  isReasonWrong?: boolean;
  refusal?: HttpError;
}

@ConsoleController('console/reports', 'reviewer', 'admin')
export class ReportPagesController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly forms: SessionForms,
    private readonly reports: ReportsService,
  ) {}

  @Get()
  async list(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Query('after') asked: unknown,
  ): Promise<void> {
    const after = readReportsPlace(asked);
    const found = await this.reports.list({ limit: REPORT_ROWS + 1, offset: 0 }, after);
    const list = { isFirst: after === null, reports: found.slice(0, REPORT_ROWS), hasMore: found.length > REPORT_ROWS };
    this.pages.send(request, response, (page) => ReportsPage({ page, caller, ...list }), { hasScripts: true });
  }

  @Get(':reportId')
  async show(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('reportId') reportId: string,
  ): Promise<void> {
    await this.draw(request, response, { caller, reportId, fields: {} });
  }

  @StudioForm({ keeps: { reason: ({ consoleReports }) => consoleReports.reason } })
  @Post(':reportId/close')
  async close(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('reportId') reportId: string,
  ): Promise<void> {
    const fields = await this.forms.read(request, response);
    const { values } = await checkFields(ReasonDto, { reason: fields.reason ?? '' });
    if (!values) return this.draw(request, response.status(400), { caller, reportId, fields, isReasonWrong: true });
    try {
      await this.reports.close(caller, NO_RECORDER, reportId, values.reason);
    } catch (error) {
      const refusal = refusalOf(error);
      return this.draw(request, response.status(refusal.row.status), { caller, reportId, fields, refusal });
    }
    response.redirect(303, consoleUrl('reports'));
  }

  private async draw(request: Request, response: Response, { caller, reportId, ...form }: Drawn): Promise<void> {
    const { report } = await this.reports.read(reportId);
    this.pages.send(request, response, (page) => ReportPage({ page, caller, reportId, report, ...form }), {
      hasScripts: true,
    });
  }
}
