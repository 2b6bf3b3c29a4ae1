import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { TokenOptional } from '@shipyard/auth';
import { ApiOperation, envelope, envelopeErrors, Recorder, type ResponseRecorder } from '@shipyard/http';
import { type Caller, CurrentCaller, OptionalCaller, StaffOnly } from '../accounts';
import { LimitedBy } from '../limits/rate-limits';
import { projectErrors } from '../projects';
import { ReceivedView, ReportReasonsView, ReportView } from './report.view';
import { CloseReportDto, ReportDto, ReportsQuery } from './reports.dto';
import { ReportsService } from './reports.service';

@Controller('api/v1')
export class ReportsController {
  constructor(private readonly reports: ReportsService) {}

  @TokenOptional()
  @LimitedBy('reports')
  @Post('projects/:slug/report')
  @HttpCode(202)
  @ApiOperation({
    summary: 'Report a project to the staff',
    description: 'Anyone may, 10 times an hour from an address. Nothing is stored of who sent it.',
    data: ReceivedView,
    errors: [projectErrors.PROJECT_NOT_FOUND],
  })
  async report(@OptionalCaller() caller: Caller | null, @Param('slug') slug: string, @Body() { reason }: ReportDto) {
    return envelope(await this.reports.add(caller, slug, reason));
  }

  @StaffOnly('reviewer', 'admin')
  @Get('admin/reports')
  @ApiOperation({
    summary: 'List reported projects',
    description: 'Those with the most reports first, then the newest.',
    data: { reports: [ReportView] },
  })
  async list(@Query() query: ReportsQuery) {
    return envelope({ reports: await this.reports.list(query) });
  }

  @StaffOnly('reviewer', 'admin')
  @Get('admin/reports/:reportId')
  @ApiOperation({
    summary: 'Read the reasons of a report',
    description: 'All that visitors wrote since the reports before were closed. A closed report can be read too.',
    data: { report: ReportReasonsView },
    errors: [envelopeErrors.NOT_FOUND],
  })
  async read(@Param('reportId') reportId: string) {
    return envelope(await this.reports.read(reportId));
  }

  @StaffOnly('reviewer', 'admin')
  @Post('admin/reports/:reportId/close')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Close the reports of a project',
    description:
      'Answers what is still open. A report that comes later opens a new row. Those of your own project are FORBIDDEN.',
    data: { reports: [ReportView] },
    errors: [envelopeErrors.NOT_FOUND],
  })
  async close(
    @CurrentCaller() caller: Caller,
    @Recorder() recorder: ResponseRecorder,
    @Param('reportId') reportId: string,
    @Body() { reason }: CloseReportDto,
  ) {
    return envelope(await this.reports.close(caller, recorder, reportId, reason));
  }
}
