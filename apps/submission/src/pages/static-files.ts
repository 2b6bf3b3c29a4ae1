import path from 'node:path';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { TokenOptional } from '@shipyard/auth';
import { OutsideApi } from '@shipyard/http';
import { ScriptFiles, sendScript, StaticFiles } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { AnonymousRate } from '../limits/rate-limits';

/** `npx nx build studio` puts its files beside the bundle of this service. */
export const STUDIO_FILES = new ScriptFiles(path.resolve(__dirname, '../studio'), '/studio-files');

/** Has no rate, so that the page that answers too many requests has its style. */
@OutsideApi()
@TokenOptional()
@AnonymousRate(null)
@Controller()
export class StaticFilesController extends StaticFiles {
  @Get('studio-files/:name')
  studioFile(@Param('name') name: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    return sendScript(STUDIO_FILES, name, request, response);
  }
}
