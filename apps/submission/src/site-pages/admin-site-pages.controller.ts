import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { ApiOperation, envelope, envelopeErrors, JsonLimit, Recorder, type ResponseRecorder } from '@shipyard/http';
import { type Caller, CurrentCaller, StaffOnly } from '../accounts';
import { SITE_PAGE_LIMIT_BYTES } from '../limits/body-limits';
import { PutSitePageDto } from './site-pages.dto';
import { SitePagesService } from './site-pages.service';
import { ListedSitePageView, SitePageView } from './site-pages.view';

@StaffOnly('admin')
@Controller('api/v1/admin/pages')
export class AdminSitePagesController {
  constructor(private readonly pages: SitePagesService) {}

  @Get()
  @ApiOperation({
    summary: 'List the pages about the site, in each language, with who wrote them',
    data: { pages: [ListedSitePageView] },
  })
  async list() {
    return envelope(await this.pages.list());
  }

  @Put(':pageId')
  @JsonLimit(SITE_PAGE_LIMIT_BYTES)
  @ApiOperation({
    summary: 'Write a page about the site in one language',
    description: 'The text before stays in the history of the page.',
    data: { page: SitePageView },
    errors: [envelopeErrors.NOT_FOUND],
  })
  async put(
    @CurrentCaller() caller: Caller,
    @Recorder() recorder: ResponseRecorder,
    @Param('pageId') pageId: string,
    @Body() input: PutSitePageDto,
  ) {
    return envelope(await this.pages.put(caller, recorder, pageId, input));
  }
}
