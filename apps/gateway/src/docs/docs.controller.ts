import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiAnswers, openAiErrors, RequestFault } from '@shipyard/http';
import type { Request, Response } from 'express';
import { catalogSchema } from '../models';
import { DocsFactsService } from './docs-facts.service';
import { DOCS_PAGES, renderAll, renderIndex, renderPage } from './pages';
import { answerText, CONDITIONAL, UNCHANGED } from './served-text';

const text = (description: string) => ({
  200: { description, content: { 'text/plain': null } },
  304: UNCHANGED,
});

@Controller()
export class DocsController {
  constructor(private readonly facts: DocsFactsService) {}

  @Get('llms.txt')
  @ApiAnswers({ ...CONDITIONAL, summary: 'Read the index for AI assistants', answers: text('The index.') })
  async index(@Req() request: Request, @Res() response: Response): Promise<void> {
    await answerText(request, response, renderIndex(await this.facts.read()));
  }

  @Get('llms-full.txt')
  @ApiAnswers({
    ...CONDITIONAL,
    summary: 'Read the whole documentation as one text',
    answers: text('The text.'),
  })
  async all(@Req() request: Request, @Res() response: Response): Promise<void> {
    await answerText(request, response, renderAll(await this.facts.read()));
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
    await answerText(request, response, renderPage(page, await this.facts.read()));
  }
}
