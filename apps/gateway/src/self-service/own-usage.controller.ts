import { Controller, Get, Query } from '@nestjs/common';
import { ApiAnswers } from '@shipyard/http';
import { DEFAULT_RANGE } from '../database/report-range';
import { CalledBy, type Caller, keyErrors } from '../keys';
import { limitErrors } from '../limits';
import { OpenAiRoute } from '../v1';
import { OwnReportsService } from './own-reports.service';
import { OwnRequestsQuery, OwnUsageQuery } from './own-usage.dto';
import { OwnRequestListView, OwnUsageListView } from './own-usage.view';

const WHOSE = 'A key with the scope `keys` sees all keys of its customer. Another key sees its own.';
const errors = [keyErrors.insufficient_scope, limitErrors.rate_limit_exceeded];

@Controller('v1')
export class OwnUsageController {
  constructor(private readonly reports: OwnReportsService) {}

  @Get('usage')
  @OpenAiRoute()
  @ApiAnswers({
    summary: 'Add up your usage',
    description: `${WHOSE} ${DEFAULT_RANGE}`,
    answers: { 200: { description: 'The sums.', content: { 'application/json': OwnUsageListView } } },
    errors,
  })
  usage(@CalledBy() caller: Caller, @Query() query: OwnUsageQuery): Promise<OwnUsageListView> {
    return this.reports.usage(caller, query);
  }

  @Get('requests')
  @OpenAiRoute()
  @ApiAnswers({
    summary: 'List your requests, newest first',
    description: `${WHOSE} Prompts and answers are not stored.`,
    answers: { 200: { description: 'The requests.', content: { 'application/json': OwnRequestListView } } },
    errors,
  })
  requests(@CalledBy() caller: Caller, @Query() query: OwnRequestsQuery): Promise<OwnRequestListView> {
    return this.reports.requests(caller, query);
  }
}
