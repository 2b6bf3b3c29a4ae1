import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { TokenOptional } from '@shipyard/auth';
import { OutsideApi } from '@shipyard/http';
import type { Request, Response } from 'express';
import { CONFIG, type HttpConfig } from '../../config';
import { PageRenderer } from '../page-renderer';
import { AssistantsPage } from './assistants.views';

@OutsideApi()
@TokenOptional()
@Controller('assistants')
export class AssistantsPageController {
  constructor(
    private readonly pages: PageRenderer,
    @Inject(CONFIG) private readonly config: Pick<HttpConfig, 'CLI_PACKAGE'>,
  ) {}

  @Get()
  show(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.pages.sendVersioned(request, response, {
      version: [],
      read: () => Promise.resolve((page) => AssistantsPage({ page, cliPackage: this.config.CLI_PACKAGE })),
      kind: { hasCopyButtons: true },
    });
  }
}
