import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { TokenOptional } from '@shipyard/auth';
import { OutsideApi, RequestFault } from '@shipyard/http';
import { MarkdownDocument } from '@shipyard/markdown';
import { partNamed, searchedFor } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { ApiDocumentService, CLIENT_TEXT, referenceMarkdown } from '../../reference';
import { PageRenderer } from '../page-renderer';
import { PartPage, referenceFor, ReferencePage } from './reference.views';

/** What people read in a browser, and the same as Markdown for machines. */
@OutsideApi()
@TokenOptional()
@Controller('api/v1')
export class ReferencePagesController {
  private clientHtml: string | null = null;

  constructor(
    private readonly pages: PageRenderer,
    private readonly documents: ApiDocumentService,
  ) {}

  @Get('reference')
  index(@Query('q') q: unknown, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { document } = this.documents;
    const query = searchedFor(q);
    return this.pages.sendVersioned(request, response, {
      version: [query],
      read: () => Promise.resolve((page) => ReferencePage({ page, reference: referenceFor(page, document), query })),
    });
  }

  @Get('reference.md')
  indexText(@Res() response: Response): void {
    sendText(response, referenceMarkdown(this.documents.document, this.documents.address, null) ?? '');
  }

  @Get('reference/:part')
  part(@Param('part') name: string, @Req() request: Request, @Res() response: Response): Promise<void> | void {
    const { document, address } = this.documents;
    if (name.endsWith('.md')) {
      const text = referenceMarkdown(document, address, name.slice(0, -'.md'.length));
      if (text === null) throw new RequestFault({ kind: 'route_unknown' });
      return sendText(response, text);
    }
    if (!isPart(name, document)) throw new RequestFault({ kind: 'route_unknown' });
    return this.pages.sendVersioned(request, response, {
      version: [name],
      read: () =>
        Promise.resolve((page) => {
          const reference = referenceFor(page, document);
          const part = partNamed(reference, name) ?? { name, title: name };
          return PartPage({ page, reference, part, html: name === 'client' ? this.clientPage() : null });
        }),
      kind: { hasCopyButtons: true },
    });
  }

  private clientPage(): string {
    // The renderer lowers each heading by one, to make room for a title.
    this.clientHtml ??= new MarkdownDocument(CLIENT_TEXT.replace(/^# .*\n/, '').replaceAll(/^#(?=#)/gm, '')).render(
      () => null,
    );
    return this.clientHtml;
  }
}

const TEXTS = ['client', 'errors', 'schemas'];

const isPart = (name: string, { tags }: ApiDocumentService['document']) =>
  TEXTS.includes(name) || tags.some((tag) => tag.name === name);

function sendText(response: Response, text: string): void {
  response.set({ 'cache-control': 'public, no-cache', 'access-control-allow-origin': '*' });
  response.type('text/markdown; charset=utf-8').send(text);
}
