import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { TokenOptional } from '@shipyard/auth';
import { OutsideApi } from '@shipyard/http';
import type { Request, Response } from 'express';
import { PageRenderer } from '../page-renderer';
import { CreatorPageQuery } from './creator.query';
import { CreatorPage } from './creator.views';

@OutsideApi()
@TokenOptional()
@Controller('creators')
export class CreatorPageController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly creators: CreatorPageQuery,
  ) {}

  @Get(':handle')
  async show(
    @Param('handle') handle: string,
    @Query('offset') offset: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { version, read } = await this.creators.find(handle, offsetOf(offset));
    await this.pages.sendVersioned(request, response, {
      version,
      read: async () => {
        const content = await read();
        return (page) => CreatorPage({ page, ...content });
      },
    });
  }
}

/** Anything but a number shows the first projects: the page has no form in which it could be corrected. */
const offsetOf = (sent: unknown) => (typeof sent === 'string' && /^\d{1,5}$/.test(sent) ? Number(sent) : 0);
