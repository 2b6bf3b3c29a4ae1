import { Get, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { PageRenderer } from '../pages';
import { ConsoleController } from './console-controller';
import { OverviewQuery, type Range, RANGES } from './overview.query';
import { OverviewPage } from './overview.views';

@ConsoleController('overview')
export class OverviewController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly overview: OverviewQuery,
  ) {}

  @Get()
  async show(@Req() request: Request, @Res() response: Response, @Query('range') asked: unknown): Promise<void> {
    const range = isRange(asked) ? asked : 'day';
    const facts = await this.overview.read(range);
    this.pages.send(request, response, (page) => OverviewPage({ page, facts }));
  }
}

const isRange = (text: unknown): text is Range => typeof text === 'string' && Object.hasOwn(RANGES, text);
