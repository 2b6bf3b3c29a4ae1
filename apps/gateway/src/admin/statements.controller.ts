import { Body, Get, Param, Post, Query, Res } from '@nestjs/common';
import { ApiAnswers, ApiOperation, envelope, envelopeErrors, Recorder, type ResponseRecorder } from '@shipyard/http';
import type { Response } from 'express';
import { changeErrors } from '../changes/changes.errors';
import { PageQuery } from '../database/page.dto';
import { pageOf } from '../database/page.view';
import { CalledBy, type Operator } from '../operators';
import {
  CorrectStatementDto,
  StatementAnswer,
  statementCsv,
  StatementDrawer,
  StatementPdfQuery,
  StatementsService,
  StatementView,
} from '../statements';
import { AdminController, RecordId } from './admin-controller';

@AdminController()
export class StatementsController {
  constructor(
    private readonly statements: StatementsService,
    private readonly drawer: StatementDrawer,
  ) {}

  @ApiOperation({
    summary: 'List the statements of a customer, newest first',
    description:
      'Each customer gets one for each month, on the 2nd of the next month in its time zone. What was closed never changes.',
    data: pageOf(StatementView),
    errors: [envelopeErrors.NOT_FOUND],
  })
  @Get('customers/:id/statements')
  async list(@RecordId() customerId: string, @Query() page: PageQuery) {
    return envelope(await this.statements.ofCustomer(customerId, page));
  }

  @ApiAnswers({
    summary: 'Read the lines of a statement as CSV',
    answers: { 200: { description: 'A row for each line.', content: { 'text/csv': null } } },
    errors: [envelopeErrors.NOT_FOUND],
  })
  @Get('statements/:number.csv')
  async csv(@Param('number') number: string, @Res() response: Response): Promise<void> {
    const csv = statementCsv(await this.statements.find(number));
    response.setHeader('content-type', 'text/csv; charset=utf-8; header=present');
    response.setHeader('content-disposition', `attachment; filename="${number}.csv"`);
    response.end(csv);
  }

  @ApiAnswers({
    summary: 'Read a statement as PDF, in English or Chinese',
    answers: { 200: { description: 'The statement.', content: { 'application/pdf': null } } },
    errors: [envelopeErrors.NOT_FOUND, envelopeErrors.SERVICE_UNAVAILABLE],
  })
  @Get('statements/:number.pdf')
  async pdf(
    @CalledBy() operator: Operator,
    @Param('number') number: string,
    @Query() { lang = 'en' }: StatementPdfQuery,
    @Res() response: Response,
  ): Promise<void> {
    const pdf = await this.drawer.draw(operator.id, await this.statements.find(number), lang);
    response.setHeader('content-type', 'application/pdf');
    response.setHeader('content-disposition', `inline; filename="${number}.pdf"`);
    response.end(pdf);
  }

  @ApiOperation({ summary: 'Read a statement', data: StatementView, errors: [envelopeErrors.NOT_FOUND] })
  @Get('statements/:number')
  async find(@Param('number') number: string) {
    return envelope(await this.statements.find(number));
  }

  @ApiOperation({
    summary: 'Correct a statement',
    description:
      'A new statement of the same period, with the next number, says what the ledger says now. The old one stays. If nothing is to correct, it is a CONFLICT.',
    data: StatementAnswer,
    errors: [envelopeErrors.NOT_FOUND, changeErrors.CONFLICT],
  })
  @Post('statements/:number/correct')
  async correct(
    @CalledBy() operator: Operator,
    @Recorder() recorder: ResponseRecorder,
    @Param('number') number: string,
    @Body() { reason }: CorrectStatementDto,
  ) {
    return envelope(await this.statements.correct(operator, recorder, number, reason));
  }
}
