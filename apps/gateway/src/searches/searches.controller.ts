import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { IdempotencyService, replayHeaders } from '../idempotency';
import { CalledBy, type Caller } from '../keys';
import { formatCny } from '../money';
import { OpenAiRoute } from '../openai';
import { SearchInput } from './searches.dto';
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
