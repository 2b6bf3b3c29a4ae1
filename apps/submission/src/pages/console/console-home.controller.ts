import { Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { type Caller, CurrentCaller, hasRole } from '../../accounts';
import { lacksOf, SetupService } from '../../setup';
import { ConsoleController } from './console-controller';
import { CONSOLE_HOME, consoleUrl, partsOf } from './console-parts';

@ConsoleController('console')
export class ConsoleHomeController {
  constructor(private readonly setup: SetupService) {}

  /** Leads to the first part that the caller may open, and an admin to what the installation still lacks. */
  @Get()
  async open(@CurrentCaller() caller: Caller, @Res() response: Response): Promise<void> {
    if (hasRole(caller, ['admin']) && lacksOf(await this.setup.read()).length > 0)
      return response.redirect(303, consoleUrl('setup'));
    const [first] = partsOf(caller);
    response.redirect(303, first ? consoleUrl(first) : `${CONSOLE_HOME}/second-factor`);
  }
}
