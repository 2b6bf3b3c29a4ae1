import { Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { TokenOptional } from '@shipyard/auth';
import { checkFields, OutsideApi, OwnBody } from '@shipyard/http';
import { fieldErrorsOf, SessionForms } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { type Caller, FormWithCsrfToken, OptionalCaller } from '../../accounts';
import { LimitedBy } from '../../limits/rate-limits';
import { ReportDto, ReportsService } from '../../abuse-reports';
import { PageRenderer } from '../page-renderer';
import { ProjectPageQuery } from './project-page.query';
import { OlderLogsView, ProjectPageView } from './project.views';
import { reportOf } from './report-reasons';
import { ReportPage, ReportSent } from './report.views';

/** 2,000 characters, each escaped in a form. */
const REPORT_LIMIT_BYTES = 64 * 1024;

@OutsideApi()
@TokenOptional()
@Controller('projects/:slug')
export class ProjectPageController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly query: ProjectPageQuery,
    private readonly reports: ReportsService,
    private readonly forms: SessionForms,
  ) {}

  @Get()
  async show(
    @Req() request: Request,
    @Res() response: Response,
    @Param('slug') slug: string,
    @OptionalCaller() caller: Caller | null,
    @Query('logs') sentCursor: unknown,
    @Query('log') sequence: unknown,
  ): Promise<void> {
    const cursor = typeof sequence === 'string' ? await this.query.cursorOf(slug, sequence, caller) : sentCursor;
    if (typeof cursor === 'string') {
      const { version, read } = await this.query.findOlder(slug, cursor, caller);
      return this.pages.sendVersioned(request, response, {
        version,
        kind: { hasPictures: true },
        read: async () => {
          const data = await read();
          return (page) => OlderLogsView({ page, data });
        },
      });
    }
    const { version, read } = await this.query.find(slug, caller);
    return this.pages.sendVersioned(request, response, {
      version,
      kind: { hasPictures: true, canPlay: true },
      read: async () => {
        const data = await read();
        return (page) => ProjectPageView({ page, data });
      },
    });
  }

  @Get('report')
  async askForReport(
    @Req() request: Request,
    @Res() response: Response,
    @Param('slug') slug: string,
    @OptionalCaller() caller: Caller | null,
  ): Promise<void> {
    const name = await this.query.nameOf(slug, caller);
    this.pages.send(request, response, (page) => ReportPage({ page, slug, name, errors: {} }), { hasScripts: true });
  }

  @FormWithCsrfToken()
  @OwnBody()
  @LimitedBy('reports')
  @Post('report')
  async report(
    @Req() request: Request,
    @Res() response: Response,
    @Param('slug') slug: string,
    @OptionalCaller() caller: Caller | null,
  ): Promise<void> {
    const fields = await this.forms.read(request, response, REPORT_LIMIT_BYTES);
    const written = reportOf(fields);
    const { values, problems } = await checkFields(ReportDto, written);
    if (problems) {
      const name = await this.query.nameOf(slug, caller);
      const errors = fieldErrorsOf(problems, written, ['reason']);
      const { kind, reason } = fields;
      const form = { slug, name, kind, reason, errors };
      this.pages.send(request, response.status(400), (page) => ReportPage({ page, ...form }), { hasScripts: true });
      return;
    }
    await this.reports.add(caller, slug, values.reason);
    response.redirect(303, `/projects/${slug}/report/sent`);
  }

  @Get('report/sent')
  async sent(
    @Req() request: Request,
    @Res() response: Response,
    @Param('slug') slug: string,
    @OptionalCaller() caller: Caller | null,
  ): Promise<void> {
    await this.query.nameOf(slug, caller);
    this.pages.send(request, response, (page) => ReportSent({ page, slug }));
  }
}
