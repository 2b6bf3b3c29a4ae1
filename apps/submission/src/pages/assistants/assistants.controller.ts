import { Controller, Get, Req, Res } from '@nestjs/common';
import { TokenOptional } from '@shipyard/auth';
import { OutsideApi } from '@shipyard/http';
import type { Request, Response } from 'express';
import { PageRenderer } from '../page-renderer';
import { AssistantsPage } from './assistants.views';

@OutsideApi()
@TokenOptional()
@Controller('assistants')
export class AssistantsPageController {
  constructor(private readonly pages: PageRenderer) {}

  @Get()
  show(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.pages.sendVersioned(request, response, {
      version: [],
      read: () => Promise.resolve((page) => AssistantsPage({ page })),
      kind: { hasCopyButtons: true },
    });
  }
}
