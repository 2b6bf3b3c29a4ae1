import type { IncomingMessage } from 'node:http';
import { Controller, Get, Header, Param, Query, Req } from '@nestjs/common';
import { ApiOperation, envelopeErrors, versionedEnvelope } from '@shipyard/http';
import { isLanguage, languageOf } from '@shipyard/pages';
import { type Caller, OptionalCaller, PublicRead } from '../accounts';
import { SitePageQuery } from './site-pages.dto';
import { SitePagesService } from './site-pages.service';
import { SitePageView } from './site-pages.view';

@Controller('api/v1/pages')
export class SitePagesController {
  constructor(private readonly pages: SitePagesService) {}

  @PublicRead()
  @Get(':pageId')
  @Header('vary', 'Accept-Language, Cookie, Authorization, X-API-KEY')
  @ApiOperation({
    summary: 'Read a page about the site',
    description: 'Without a text of the operator, the page says what the software does.',
    data: { page: SitePageView },
    errors: [envelopeErrors.NOT_FOUND],
  })
  async read(
    @Param('pageId') pageId: string,
    @Query() { lang }: SitePageQuery,
    @OptionalCaller() caller: Caller | null,
    @Req() request: IncomingMessage,
  ) {
    const language = isLanguage(lang) ? lang : languageOf(request, caller?.locale ?? null);
    return versionedEnvelope(await this.pages.read(pageId, language));
  }
}
