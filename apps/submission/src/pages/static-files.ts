import path from 'node:path';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { TokenOptional } from '@shipyard/auth';
import { OutsideApi, RequestFault } from '@shipyard/http';
import { FOREVER, ScriptFiles, StaticFiles } from '@shipyard/pages';
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
  /** A name has a hash of its content, so another version's file is absent here. */
  @Get('studio-files/:name')
  async studioFile(@Param('name') name: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const file = STUDIO_FILES.find(name);
    if (!file) throw new RequestFault({ kind: 'route_unknown' });
    response.set('cache-control', FOREVER).type('text/javascript; charset=utf-8');
    await file.text.send(request, response);
  }
}
