import { Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { type Caller, CurrentCaller } from '../../accounts';
import { SetupService } from '../../setup';
import { ConsoleController } from '../console/console-controller';
import { PageRenderer } from '../page-renderer';
import { SetupPage } from './setup.views';

/** How soon the page looks again while the worker finds out. */
const AGAIN_SECONDS = 3;

@ConsoleController('console/setup', 'admin')
export class SetupPageController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly setup: SetupService,
  ) {}

  @Get()
  async show(@Req() request: Request, @Res() response: Response, @CurrentCaller() caller: Caller): Promise<void> {
    await this.setup.ask();
    const facts = await this.setup.read();
    if (Object.values(facts.checks).includes('checking')) response.set('refresh', String(AGAIN_SECONDS));
    this.pages.send(request, response, (page) => SetupPage({ page, caller, facts }), { hasScripts: true });
  }
}
