import { Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { checkFields, envelopeErrors, HttpError, NO_RECORDER, RequestFault } from '@shipyard/http';
import { isLanguage, type Language, SessionForms } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { type Caller, CurrentCaller } from '../../accounts';
import { PutSitePageDto, SitePagesService } from '../../site-pages';
import { ConsoleController } from '../console/console-controller';
import { consoleUrl } from '../console/console-parts';
import { PageRenderer } from '../page-renderer';
import { StudioForm } from '../studio/studio-form';
import { type EditedPage, EditedPagePage, type PageField, PagesListPage } from './pages.views';

/** A form writes each byte of a text as up to three characters. */
const LIMIT_BYTES = 3 * 256 * 1024 + 16 * 1024;

interface Address {
  pageId: string;
  lang: string;
}

@ConsoleController('console/pages', 'admin')
export class EditedPagesController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly forms: SessionForms,
    private readonly sitePages: SitePagesService,
  ) {}

  @Get()
  async list(@Req() request: Request, @Res() response: Response, @CurrentCaller() caller: Caller): Promise<void> {
    const { pages: listed } = await this.sitePages.list();
    this.pages.send(request, response, (page) => PagesListPage({ page, caller, listed }), { hasScripts: true });
  }

  @Get(':pageId/:lang')
  async show(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param() address: Address,
    @Query() { revision, before, saved }: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const lang = languageIn(address);
    const revisionId = typeof revision === 'string' ? revision : undefined;
    const source = await this.sitePages.source(address.pageId, lang, revisionId);
    await this.draw(request, response, caller, {
      ...{ pageId: address.pageId, lang, title: source.title, markdown: source.markdown },
      before: typeof before === 'string' ? before : undefined,
      notice: saved !== undefined ? 'saved' : revisionId !== undefined ? 'older' : null,
    });
  }

  /** Shows what visitors would see, and stores nothing. */
  @StudioForm({
    limitBytes: LIMIT_BYTES,
    keeps: { title: ({ consolePages }) => consolePages.heading, markdown: ({ consolePages }) => consolePages.markdown },
  })
  @Post(':pageId/:lang/preview')
  @HttpCode(200)
  async preview(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param() address: Address,
  ): Promise<void> {
    const { title = '', markdown = '' } = await this.forms.read(request, response, LIMIT_BYTES);
    const edited = { pageId: address.pageId, lang: languageIn(address), title, markdown };
    try {
      const previewHtml = await this.sitePages.preview(caller, markdown);
      await this.draw(request, response, caller, { ...edited, previewHtml });
    } catch (error) {
      assertIsText(error);
      await this.draw(request, response.status(400), caller, { ...edited, wrong: ['markdown'] });
    }
  }

  @StudioForm({
    limitBytes: LIMIT_BYTES,
    keeps: { title: ({ consolePages }) => consolePages.heading, markdown: ({ consolePages }) => consolePages.markdown },
  })
  @Post(':pageId/:lang')
  async save(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param() address: Address,
  ): Promise<void> {
    const { title = '', markdown = '' } = await this.forms.read(request, response, LIMIT_BYTES);
    const lang = languageIn(address);
    const edited = { pageId: address.pageId, lang, title, markdown };
    const { values } = await checkFields(PutSitePageDto, { lang, title, markdown });
    if (!values) return this.draw(request, response.status(400), caller, { ...edited, wrong: ['title'] });
    try {
      await this.sitePages.put(caller, NO_RECORDER, address.pageId, values);
    } catch (error) {
      assertIsText(error);
      return this.draw(request, response.status(400), caller, { ...edited, wrong: ['markdown'] });
    }
    response.redirect(303, `${consoleUrl('pages', address.pageId, lang)}?saved`);
  }

  private async draw(
    request: Request,
    response: Response,
    caller: Caller,
    edited: Omit<EditedPage, 'history' | 'wrong' | 'notice'> & { wrong?: PageField[]; notice?: EditedPage['notice'] },
  ): Promise<void> {
    const history = await this.sitePages.history(edited.pageId, edited.lang, edited.before);
    const shown: EditedPage = { wrong: [], notice: null, ...edited, history };
    this.pages.send(request, response, (page) => EditedPagePage({ page, caller, edited: shown }), {
      hasScripts: true,
    });
  }
}

function languageIn({ lang }: Address): Language {
  if (isLanguage(lang)) return lang;
  throw envelopeErrors.NOT_FOUND({ message: 'There is no text in this language.' });
}

/** Throws what is not about the text. */
function assertIsText(error: unknown): void {
  const isText =
    error instanceof RequestFault
      ? error.fault.kind === 'input_invalid'
      : error instanceof HttpError && error.code === envelopeErrors.PAYLOAD_TOO_LARGE.code;
  if (!isText) throw error;
}
