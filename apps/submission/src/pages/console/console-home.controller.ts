import { Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { type Caller, CurrentCaller } from '../../accounts';
import { ConsoleController } from './console-controller';
import { CONSOLE_HOME, consoleUrl, partsOf } from './console-parts';

@ConsoleController('console')
export class ConsoleHomeController {
  /** Leads to the first part that the caller may open. */
  @Get()
  open(@CurrentCaller() caller: Caller, @Res() response: Response): void {
    const [first] = partsOf(caller);
    response.redirect(303, first ? consoleUrl(first) : `${CONSOLE_HOME}/second-factor`);
  }
}
