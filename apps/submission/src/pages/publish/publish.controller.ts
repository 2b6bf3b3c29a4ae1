import { Get, Param, Post, Req, Res } from '@nestjs/common';
import { NO_RECORDER } from '@shipyard/http';
import { leadToPage, refusalOf, SessionForms } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { type Caller, CurrentCaller } from '../../accounts';
import { ProjectsService } from '../../projects';
import { PageRenderer } from '../page-renderer';
import { StudioController, StudioForm } from '../studio/studio-form';
import { studioUrl } from '../studio/project-path';
import { lackOf, publishUrl } from '../studio/publish-box';
import { StudioQuery } from '../studio/studio.query';
import { PublishedPage, RefusedPublishing } from './publish.views';

/** One press that makes a private project public. */
@StudioController('studio/projects/:slug/publish')
export class PublishController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly studio: StudioQuery,
    private readonly forms: SessionForms,
    private readonly projects: ProjectsService,
  ) {}

  @Get()
  async show(@Req() request: Request, @Res() response: Response, @Param('slug') slug: string): Promise<void> {
    const studio = await this.studio.ofProject(request, slug);
    if (studio.project.visibility === 'private') return leadToPage(request, response, studioUrl(slug));
    this.pages.send(request, response, (page) => PublishedPage({ page, studio }), { hasScripts: true });
  }

  @StudioForm()
  @Post()
  async publish(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('slug') slug: string,
  ): Promise<void> {
    await this.forms.read(request, response);
    const studio = await this.studio.ofProject(request, slug);
    if (lackOf(studio.project) !== null) return response.redirect(303, studioUrl(slug));
    const refusal = await this.projects
      .update(caller, NO_RECORDER, slug, { visibility: 'public' })
      .then(() => null, refusalOf);
    if (refusal === null) return response.redirect(303, publishUrl(slug));
    this.pages.send(
      request,
      response.status(refusal.row.status),
      (page) => RefusedPublishing({ page, studio, refusal }),
      { hasScripts: true },
    );
  }
}
