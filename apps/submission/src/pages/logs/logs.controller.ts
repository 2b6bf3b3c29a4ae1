import { Get, Param, Post, Req, Res } from '@nestjs/common';
import { uuidv7 } from '@shipyard/platform/ids';
import type { Request, Response } from 'express';
import { type Caller, CurrentCaller } from '../../accounts';
import { AccountIdempotency } from '../../idempotency';
import { LimitedBy } from '../../limits/rate-limits';
import { LogUploadService } from '../../logs';
import { PageRenderer } from '../page-renderer';
import { PhotoForms } from '../photo-forms';
import { studioUrl } from '../studio/project-path';
import { StudioController, StudioForm, type StudioFormOptions } from '../studio/studio-form';
import { StudioQuery } from '../studio/studio.query';
import {
  type EnteredLog,
  enteredIn,
  LOG_PARTS,
  type LogErrors,
  markdownOf,
  PHOTO_FIRST,
  problemsOf,
  readLogForm,
  type SentLog,
  toLogErrors,
} from './log-form';
import { withdrawnIn } from '../withdraw/withdrawn';
import { LogPreviewPage } from './log-preview.views';
import { LogsPageQuery } from './logs.query';
import { LogsPage } from './logs.views';
import { Photos } from './log-writer';

const FORM: StudioFormOptions = {
  photos: { texts: LOG_PARTS, inputs: ({ logs: words }) => Photos({ words, errors: {}, isAgain: true }) },
  keeps: { form_key: null, first: null, title: ({ logs }) => logs.logTitle, text: ({ logs }) => logs.text },
};

@StudioController('studio/projects/:slug/logs')
export class LogsPageController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly studio: StudioQuery,
    private readonly logs: LogsPageQuery,
    private readonly forms: PhotoForms,
    private readonly once: AccountIdempotency,
    private readonly uploads: LogUploadService,
  ) {}

  @Get()
  show(@Req() request: Request, @Res() response: Response, @Param('slug') slug: string): Promise<void> {
    const isPhotoFirst = request.query.first === PHOTO_FIRST;
    return this.draw(request, response, slug, { key: uuidv7(), title: '', text: '', errors: {}, isPhotoFirst });
  }

  @LimitedBy('asset_bytes')
  @StudioForm(FORM)
  @Post()
  async publish(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('slug') slug: string,
  ): Promise<void> {
    await this.forms.read(request, response, LOG_PARTS, async (form) => {
      const sent = readLogForm(form);
      const errors = problemsOf(sent) ?? (await this.append(caller, slug, sent));
      if (!errors) return response.redirect(303, `${studioUrl(slug, 'logs')}?published=yes`);
      const { title, text, captions, isPhotoFirst } = sent;
      const key = errors.text === 'already_published' ? uuidv7() : sent.key;
      await this.draw(request, response.status(400), slug, { key, title, text, captions, errors, isPhotoFirst });
    });
  }

  /** A reload of the preview, or another language. */
  @Get('preview')
  leavePreview(@Res() response: Response, @Param('slug') slug: string): void {
    response.redirect(303, studioUrl(slug, 'logs'));
  }

  /** Shows the log as visitors would see it. The script shows that part of the page beside its form. */
  @StudioForm(FORM)
  @Post('preview')
  async preview(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('slug') slug: string,
  ): Promise<void> {
    const entered = enteredIn(await this.forms.readTexts(request, response, LOG_PARTS));
    const studio = await this.studio.ofProject(request, slug);
    const shown = await this.render(caller, slug, entered.text);
    const props = 'html' in shown ? { html: shown.html, entered } : { html: null, entered: { ...entered, ...shown } };
    this.pages.send(
      request,
      response.status(props.html === null ? 400 : 200),
      (page) => LogPreviewPage({ page, studio, ...props }),
      { hasScripts: true },
    );
  }

  private async render(caller: Caller, slug: string, text: string): Promise<{ html: string } | { errors: LogErrors }> {
    if (text.trim() === '') return { errors: { text: 'missing' } };
    try {
      return { html: await this.uploads.preview(caller, slug, markdownOf(text)) };
    } catch (error) {
      return { errors: toLogErrors(error) };
    }
  }

  /** Publishes once, also when the form is sent twice. Returns what is wrong, if anything. */
  private async append(caller: Caller, slug: string, sent: SentLog): Promise<LogErrors | null> {
    try {
      const { key, form } = sent;
      await this.once.runOnce({ caller, key, url: studioUrl(slug, 'logs'), form }, (recorder) =>
        this.uploads.append(caller, recorder, slug, form),
      );
      return null;
    } catch (error) {
      return toLogErrors(error, sent.photos);
    }
  }

  private async draw(request: Request, response: Response, slug: string, entered: EnteredLog): Promise<void> {
    const { cursor, published } = request.query;
    const studio = await this.studio.ofProject(request, slug);
    const list = await this.logs.of(studio, typeof cursor === 'string' ? cursor : undefined);
    const isPublished = published === 'yes' && request.method === 'GET';
    const withdrawn = request.method === 'GET' ? withdrawnIn(request.query) : undefined;
    this.pages.send(request, response, (page) => LogsPage({ page, studio, list, isPublished, withdrawn, entered }), {
      hasScripts: true,
    });
  }
}
