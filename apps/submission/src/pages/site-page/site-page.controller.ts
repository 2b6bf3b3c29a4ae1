import { Controller, Get, Req, Res } from '@nestjs/common';
import { TokenOptional } from '@shipyard/auth';
import { OutsideApi } from '@shipyard/http';
import { languageOf } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { callerOf } from '../../accounts';
import { SITE_PAGE_IDS, SitePagesService } from '../../site-pages';
import { PageRenderer } from '../page-renderer';
import { SitePage } from './site-page.views';

@OutsideApi()
@TokenOptional()
@Controller()
export class SitePageController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly sitePages: SitePagesService,
  ) {}

  @Get([...SITE_PAGE_IDS])
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    const [, pageId = ''] = request.path.toLowerCase().split('/');
    const language = languageOf(request, callerOf(request)?.locale ?? null);
    const { version, read } = await this.sitePages.read(pageId, language);
    await this.pages.sendVersioned(request, response, {
      version,
      read: async () => {
        const { page: content } = await read(() => undefined);
        return (page) => SitePage({ page, content });
      },
    });
  }
}
