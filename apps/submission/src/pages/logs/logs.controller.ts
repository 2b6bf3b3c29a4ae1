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
import { StudioController, StudioForm } from '../studio/studio-form';
import { StudioQuery } from '../studio/studio.query';
import { LOG_PARTS, type LogErrors, problemsOf, readLogForm, type SentLog, toLogErrors } from './log-form';
import { LogsPageQuery } from './logs.query';
import { type EnteredLog, LogsPage, Photos } from './logs.views';

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
    return this.draw(request, response, slug, { key: uuidv7(), title: '', text: '', errors: {} });
  }

  @LimitedBy('asset_bytes')
  @StudioForm({
    photos: { texts: LOG_PARTS, inputs: ({ logs: words }) => Photos({ words, messages: {}, isAgain: true }) },
    keeps: { form_key: null, title: ({ logs }) => logs.logTitle, text: ({ logs }) => logs.text },
  })
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
      const { title, text } = sent;
      const key = errors.text === 'already_published' ? uuidv7() : sent.key;
      await this.draw(request, response.status(400), slug, { key, title, text, errors });
    });
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
      return toLogErrors(error, sent);
    }
  }

  private async draw(request: Request, response: Response, slug: string, entered: EnteredLog): Promise<void> {
    const { cursor, published } = request.query;
    const studio = await this.studio.ofProject(request, slug);
    const list = await this.logs.of(studio, typeof cursor === 'string' ? cursor : undefined);
    const isPublished = published === 'yes' && request.method === 'GET';
    this.pages.send(request, response, (page) => LogsPage({ page, studio, list, isPublished, entered }), {
      hasScripts: true,
    });
  }
}
