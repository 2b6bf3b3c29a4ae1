import { pipeline } from 'node:stream/promises';
import { Body, Get, HttpCode, Inject, Param, Post, Query, Res } from '@nestjs/common';
import { ApiAnswers, ApiOperation, envelope, envelopeErrors, Recorder, type ResponseRecorder } from '@shipyard/http';
import type { Logger } from '@shipyard/platform/logger';
import { isUUID } from 'class-validator';
import type { Response } from 'express';
import { changeErrors } from '../changes/changes.errors';
import { LOGGER } from '../config';
import { PageQuery } from '../database/page.dto';
import { pageOf } from '../database/page.view';
import { CreateLedgerFileDto, LedgerFileAnswer, LedgerFilesService, LedgerFileView } from '../ledger-files';
import { CalledBy, type Operator } from '../operators';
import { AdminController, RecordId } from './admin-controller';

@AdminController('ledger-files')
export class LedgerFilesController {
  constructor(
    private readonly files: LedgerFilesService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @ApiOperation({
    summary: 'Ask for rows of the ledger as a CSV file',
    description:
      'The worker writes the file. Read its `status` and `percent`, and download it when it is `succeeded`. It is deleted after 24 hours.',
    data: LedgerFileAnswer,
    errors: [changeErrors.CONFLICT],
  })
  @Post()
  @HttpCode(202)
  async create(
    @CalledBy() operator: Operator,
    @Recorder() recorder: ResponseRecorder,
    @Body() input: CreateLedgerFileDto,
  ) {
    return envelope(await this.files.create(operator, recorder, input));
  }

  @ApiOperation({ summary: 'List the files of the ledger, newest first', data: pageOf(LedgerFileView) })
  @Get()
  async list(@Query() page: PageQuery) {
    return envelope(await this.files.list(page));
  }

  @ApiAnswers({
    summary: 'Download a file of the ledger as CSV',
    description: 'The columns are the fields of a row. `lines` is JSON. Until the file is written, it is a CONFLICT.',
    answers: { 200: { description: 'The rows, newest first.', content: { 'text/csv': null } } },
    errors: [envelopeErrors.NOT_FOUND, envelopeErrors.SERVICE_UNAVAILABLE, changeErrors.CONFLICT],
  })
  @Get(':fileId.csv')
  async download(@Param('fileId') fileId: string, @Res() response: Response): Promise<void> {
    if (!isUUID(fileId)) throw envelopeErrors.NOT_FOUND({ message: 'There is no record with this id. Check the id.' });
    const { bytes, content } = await this.files.open(fileId);
    response.setHeader('content-type', 'text/csv; charset=utf-8; header=present');
    response.setHeader('content-disposition', `attachment; filename="ledger-${fileId}.csv"`);
    response.setHeader('content-length', bytes);
    try {
      await pipeline(content, response);
    } catch (error) {
      // The pipeline has destroyed the response, so a partial file does not look complete.
      if (!response.writableFinished)
        this.logger.info({ err: error }, 'A client did not read a ledger file to its end');
    }
  }

  @ApiOperation({
    summary: 'Read how far a file of the ledger is',
    data: LedgerFileAnswer,
    errors: [envelopeErrors.NOT_FOUND],
  })
  @Get(':id')
  async find(@RecordId() fileId: string) {
    return envelope({ ledger_file: await this.files.find(fileId) });
  }
}
