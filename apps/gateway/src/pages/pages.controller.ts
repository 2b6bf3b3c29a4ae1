import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { OutsideApi, RequestFault } from '@shipyard/http';
import { sendScript, StaticFiles } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { bodyForBrowser, DOCS_PAGES, DocsFactsService, DocsHtml } from '../docs';
import { DocsIndexPage, DocsPage } from './docs.views';
import { HomePage } from './home.views';
import { PageRenderer } from './page-renderer';
import { SCRIPT_FILES } from './script-files';

/** What people read in a browser. The same documentation as text is in `docs.controller.ts`. */
@OutsideApi()
@Controller()
export class PagesController {
  private readonly docsHtml = new DocsHtml();

  constructor(
    private readonly renderer: PageRenderer,
    private readonly facts: DocsFactsService,
  ) {}

  @Get()
  async home(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { publicUrl, models } = await this.facts.read();
    return this.renderer.sendVersioned(request, response, {
      version: models.map(({ model }) => [model.id, model.product]),
      read: () => Promise.resolve((page) => HomePage({ page, facts: { publicUrl, models } })),
    });
  }

  @Get('docs')
  index(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.renderer.sendVersioned(request, response, {
      version: [],
      read: () => Promise.resolve((page) => DocsIndexPage({ page })),
    });
  }

  @Get(DOCS_PAGES.filter(({ name }) => name !== 'reference').map(({ name }) => `docs/${name}`))
  async page(@Req() request: Request, @Res() response: Response): Promise<void> {
    const docsPage = DOCS_PAGES.find(({ name }) => name === request.path.split('/')[2]);
    if (!docsPage) throw new RequestFault({ kind: 'route_unknown' });
    const markdown = bodyForBrowser(docsPage, await this.facts.read());
    return this.renderer.sendVersioned(request, response, {
      version: [markdown],
      read: () => {
        const html = this.docsHtml.render(docsPage.name, markdown);
        return Promise.resolve((page) => DocsPage({ page, docsPage, html }));
      },
    });
  }
}

/** The style sheets, fonts, icon and scripts of the pages. */
@OutsideApi()
@Controller()
export class StaticFilesController extends StaticFiles {
  @Get('studio-files/:name')
  script(@Param('name') name: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    return sendScript(SCRIPT_FILES, name, request, response);
  }
}
