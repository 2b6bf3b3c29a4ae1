import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { OutsideApi, RequestFault } from '@shipyard/http';
import { partNamed, searchedFor } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { answerText, DocsFactsService, referencePartText } from '../docs';
import { PageRenderer } from './page-renderer';
import { PartPage, referenceFor, ReferencePage } from './reference.views';

/** The calls of customers, each with samples. A part has its Markdown beside it. */
@OutsideApi()
@Controller('docs/reference')
export class ReferencePagesController {
  constructor(
    private readonly renderer: PageRenderer,
    private readonly facts: DocsFactsService,
  ) {}

  @Get()
  async index(@Query('q') q: unknown, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { document } = await this.facts.read();
    const query = searchedFor(q);
    return this.renderer.sendVersioned(request, response, {
      version: [query],
      read: () => Promise.resolve((page) => ReferencePage({ page, reference: referenceFor(page, document), query })),
    });
  }

  @Get(':part')
  async part(@Param('part') name: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { document, publicUrl } = await this.facts.read();
    const text = referencePartText(document, publicUrl, name.replace(/\.md$/, ''));
    if (text === null) throw new RequestFault({ kind: 'route_unknown' });
    if (name.endsWith('.md')) return answerText(request, response, text);
    return this.renderer.sendVersioned(request, response, {
      version: [name],
      read: () =>
        Promise.resolve((page) => {
          const reference = referenceFor(page, document);
          const part = partNamed(reference, name) ?? { name, title: name };
          return PartPage({ page, reference, part });
        }),
      kind: { hasCopyButtons: true },
    });
  }
}
