import { createHash } from 'node:crypto';
import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { matchesEtag, RequestFault } from '@shipyard/http';
import type { Request, Response } from 'express';
import { CONFIG, type GatewayConfig } from '../config';
import { errorTables } from '../error-tables';
import { catalogSchema, CatalogService } from '../models';
import { DOCS_PAGES, type DocsFacts, renderAll, renderIndex, renderPage } from './pages';

@Controller()
export class DocsController {
  constructor(
    private readonly catalog: CatalogService,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  @Get('llms.txt')
  async index(@Req() request: Request, @Res() response: Response): Promise<void> {
    answerText(request, response, renderIndex(await this.facts()));
  }

  @Get('llms-full.txt')
  async all(@Req() request: Request, @Res() response: Response): Promise<void> {
    answerText(request, response, renderAll(await this.facts()));
  }

  @Get('docs/catalog.schema.json')
  schema(@Req() request: Request, @Res() response: Response): void {
    answerText(request, response, catalogSchema(), 'application/schema+json; charset=utf-8');
  }

  @Get('docs/:file')
  async page(@Param('file') file: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const page = DOCS_PAGES.find(({ name }) => `${name}.md` === file);
    if (!page) throw new RequestFault({ kind: 'route_unknown' });
    answerText(request, response, renderPage(page, await this.facts()));
  }

  private async facts(): Promise<DocsFacts> {
    return {
      publicUrl: this.config.publicUrl,
      models: await this.catalog.listActive(),
      errors: errorTables.flatMap((table) => Object.values(table)),
      imageUrlSeconds: this.config.IMAGE_URL_TTL_SECONDS,
      imageTaskSeconds: this.config.IMAGE_TASK_TTL_SECONDS,
    };
  }
}

function answerText(request: Request, response: Response, text: string, type = 'text/plain; charset=utf-8'): void {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
  response.setHeader('etag', etag);
  response.setHeader('cache-control', 'no-cache');
  if (matchesEtag(request.headers['if-none-match'], etag)) response.status(304).end();
  else response.type(type).send(text);
}
