import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiAnswers } from '@shipyard/http';
import type { Request, Response } from 'express';
import { METERED_CALL_ERRORS, SUPPLIER_CALL_ERRORS } from '../error-tables';
import { IdempotencyService, KEYED_CALL, replayHeaders } from '../idempotency';
import { CalledBy, type Caller } from '../keys';
import { formatCny } from '../money';
import { OpenAiRoute } from '../v1';
import { SearchInput } from './searches.dto';
import { SearchView } from './searches.view';
import { SearchesService } from './searches.service';

@Controller('v1/searches')
export class SearchesController {
  constructor(
    private readonly searches: SearchesService,
    private readonly idempotency: IdempotencyService,
  ) {}

  @Post()
  @HttpCode(200)
  @OpenAiRoute({ scope: 'search' })
  @ApiAnswers({
    ...KEYED_CALL,
    summary: 'Search the web',
    description: 'A search that finds nothing is a success and is charged. One that fails is free.',
    answers: { 200: { description: 'What was found.', content: { 'application/json': SearchView } } },
    errors: [...METERED_CALL_ERRORS, ...SUPPLIER_CALL_ERRORS, ...KEYED_CALL.errors],
  })
  async search(
    @CalledBy() caller: Caller,
    @Body() input: SearchInput,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const replay = await this.idempotency.once(caller, request, request.body, async (recorder) => {
      const { answer, costNano } = await this.searches.search(caller, input, recorder);
      response.setHeader('x-gateway-cost-cny', formatCny(costNano));
      response.json(answer);
    });
    if (replay !== null) response.set(replayHeaders).json(replay);
  }
}
