import { Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { type Caller, CurrentCaller } from '../../accounts';
import { PageRenderer } from '../page-renderer';
import { ConsoleController } from '../console/console-controller';
import { ReviewQueueQuery } from './queue.query';
import { QueuePage } from './queue.views';

@ConsoleController('console/reviews', 'reviewer')
export class ReviewQueueController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly queue: ReviewQueueQuery,
  ) {}

  @Get()
  async show(@Req() request: Request, @Res() response: Response, @CurrentCaller() caller: Caller): Promise<void> {
    const queue = await this.queue.find(request.originalUrl, caller);
    this.pages.send(request, response, (page) => QueuePage({ page, caller, queue }), { hasScripts: true });
  }
}
