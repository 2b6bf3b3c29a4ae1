import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiAnswers, openAiErrors, RequestFault } from '@shipyard/http';
import type { Request, Response } from 'express';
import { CONFIG, type GatewayConfig } from '../config';
import { errorTables } from '../error-tables';
import { catalogSchema, CatalogService } from '../models';
import { ApiDocumentsService } from './api-documents.service';
import { DOCS_PAGES, type DocsFacts, renderAll, renderIndex, renderPage } from './pages';
import { answerText, CONDITIONAL, UNCHANGED } from './served-text';

const text = (description: string) => ({
  200: { description, content: { 'text/plain': null } },
  304: UNCHANGED,
});

@Controller()
export class DocsController {
  constructor(
    private readonly catalog: CatalogService,
    private readonly documents: ApiDocumentsService,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  @Get('llms.txt')
  @ApiAnswers({ ...CONDITIONAL, summary: 'Read the index for AI assistants', answers: text('The index.') })
  async index(@Req() request: Request, @Res() response: Response): Promise<void> {
    await answerText(request, response, renderIndex(await this.facts()));
  }

  @Get('llms-full.txt')
  @ApiAnswers({
    ...CONDITIONAL,
    summary: 'Read the whole documentation as one text',
    answers: text('The text.'),
  })
  async all(@Req() request: Request, @Res() response: Response): Promise<void> {
    await answerText(request, response, renderAll(await this.facts()));
  }

  @Get('docs/catalog.schema.json')
  @ApiAnswers({
    ...CONDITIONAL,
    summary: 'Read the JSON Schema of the catalog file',
    answers: { 200: { description: 'The schema.', content: { 'application/schema+json': null } }, 304: UNCHANGED },
  })
  schema(@Req() request: Request, @Res() response: Response): Promise<void> {
    return answerText(request, response, catalogSchema(), 'application/schema+json; charset=utf-8');
  }

  @Get('docs/:file')
  @ApiAnswers({
    ...CONDITIONAL,
    summary: 'Read a page of the documentation',
    answers: text('The page.'),
    errors: [openAiErrors.unknown_url],
  })
  async page(@Param('file') file: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const page = DOCS_PAGES.find(({ name }) => `${name}.md` === file);
    if (!page) throw new RequestFault({ kind: 'route_unknown' });
    await answerText(request, response, renderPage(page, await this.facts()));
  }

  private async facts(): Promise<DocsFacts> {
    return {
      publicUrl: this.config.publicUrl,
      document: this.documents.get('customers'),
      models: await this.catalog.listActive(),
      errors: errorTables.flatMap((table) => Object.values(table)),
      imageUrlSeconds: this.config.IMAGE_URL_TTL_SECONDS,
      imageTaskSeconds: this.config.IMAGE_TASK_TTL_SECONDS,
    };
  }
}
