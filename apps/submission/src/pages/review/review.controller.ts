import { Get, Param, Post, Req, Res } from '@nestjs/common';
import { HttpError, NO_RECORDER } from '@shipyard/http';
import { SessionForms } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { type Caller, CurrentCaller } from '../../accounts';
import { ReviewsService } from '../../reviews';
import { PageRenderer } from '../page-renderer';
import { studioUrl } from '../studio/project-path';
import { StudioController, StudioForm } from '../studio/studio-form';
import { StudioQuery } from '../studio/studio.query';
import { DONE_PREFIX } from './remarks.views';
import { ReviewQuery } from './review.query';
import { ReviewPage } from './review.views';

@StudioController('studio/projects/:slug/review')
export class ReviewPageController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly studio: StudioQuery,
    private readonly review: ReviewQuery,
    private readonly forms: SessionForms,
    private readonly reviews: ReviewsService,
  ) {}

  @Get()
  show(@Req() request: Request, @Res() response: Response, @Param('slug') slug: string): Promise<void> {
    return this.draw(request, response, slug, null);
  }

  @StudioForm()
  @Post()
  async ask(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('slug') slug: string,
  ): Promise<void> {
    const fields = await this.forms.read(request, response);
    const done = Object.keys(fields).flatMap((name) =>
      name.startsWith(DONE_PREFIX) ? name.slice(DONE_PREFIX.length) : [],
    );
    try {
      await this.reviews.request(caller, NO_RECORDER, slug, { done });
    } catch (error) {
      if (!(error instanceof HttpError) || (error.row.status !== 409 && error.row.status !== 403)) throw error;
      return this.draw(request, response.status(error.row.status), slug, error);
    }
    response.redirect(303, studioUrl(slug, 'review'));
  }

  private async draw(request: Request, response: Response, slug: string, refusal: HttpError | null): Promise<void> {
    const studio = await this.studio.ofProject(request, slug);
    const review = await this.review.of(studio);
    this.pages.send(request, response, (page) => ReviewPage({ page, studio, review, refusal }), { hasScripts: true });
  }
}
