import { Controller, Get, Ip, Res } from '@nestjs/common';
import { ApiAnswers } from '@shipyard/http';
import type { Response } from 'express';
import { type Caller, CurrentCaller } from '../accounts';
import { LimitedBy } from '../limits/rate-limits';
import { ExportSender } from './export-sender';
import { ExportView } from './export.view';
import { JsonExportService } from './json-export.service';
import { ZipExportService } from './zip-export.service';

@Controller('api/v1/accounts/me')
export class ExportsController {
  constructor(
    private readonly json: JsonExportService,
    private readonly zip: ZipExportService,
    private readonly sender: ExportSender,
  ) {}

  @LimitedBy('exports')
  @Get('export')
  @ApiAnswers({
    summary: 'Export your own data',
    description:
      'Everything that the service has of you, as one JSON document: account, tokens without secrets, sessions, audit entries, and each project with README, logs, images, reviews, interviews and shipments. Five exports an hour, one at a time, and two at a time to an IP address. The answer begins when the export is made. The connection ends after an hour, or if you read less than 2 MiB in a minute. If it ends early, the export is incomplete: ask again.',
    answers: { 200: { description: 'The export.', content: { 'application/json': ExportView } } },
    errors: [],
  })
  async exportJson(@CurrentCaller() { accountId }: Caller, @Ip() ip: string | undefined, @Res() response: Response) {
    await this.sender.send({ accountId, ip }, response, {
      contentType: 'application/json; charset=utf-8',
      fileName: 'shipyard-export.json',
      holdsImages: false,
      open: () => this.json.open(accountId),
    });
  }

  @LimitedBy('exports')
  @Get('export.zip')
  @ApiAnswers({
    summary: 'Export your own data as a ZIP',
    description:
      'The same data as folders: `account.json`, for each project README, logs as Markdown, images, reviews and interviews, and last `manifest.json` with the size and SHA-256 of each file. A ZIP without a manifest is incomplete: ask again. Counts with the JSON export.',
    answers: { 200: { description: 'The export.', content: { 'application/zip': null } } },
    errors: [],
  })
  async exportZip(@CurrentCaller() { accountId }: Caller, @Ip() ip: string | undefined, @Res() response: Response) {
    await this.sender.send({ accountId, ip }, response, {
      contentType: 'application/zip',
      fileName: 'shipyard-export.zip',
      holdsImages: true,
      open: () => this.zip.open(accountId),
    });
  }
}
