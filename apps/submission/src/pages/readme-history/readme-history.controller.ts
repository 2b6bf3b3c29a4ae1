import { Get, Param, Post, Req, Res } from '@nestjs/common';
import { HttpError, NO_RECORDER, RequestFault } from '@shipyard/http';
import { SessionForms } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { type Caller, CurrentCaller } from '../../accounts';
import { ReadmeRevisionsService, ReadmeService } from '../../readme';
import { PageRenderer } from '../page-renderer';
import { studioUrl } from '../studio/project-path';
import { StudioController, StudioForm } from '../studio/studio-form';
import { StudioQuery } from '../studio/studio.query';
import { ReadmeVersionPage, ReadmeVersionsPage } from './readme-history.views';

/** What a README was before, with what changed since. */
@StudioController('studio/projects/:slug/readme-versions')
export class ReadmeHistoryController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly studio: StudioQuery,
    private readonly forms: SessionForms,
    private readonly revisions: ReadmeRevisionsService,
    private readonly readmes: ReadmeService,
  ) {}

  @Get()
  async list(@Req() request: Request, @Res() response: Response, @Param('slug') slug: string): Promise<void> {
    const studio = await this.studio.ofProject(request, slug);
    const { revisions } = await this.revisions.list(studio.caller, slug);
    this.pages.send(request, response, (page) => ReadmeVersionsPage({ page, studio, revisions }));
  }

  @Get(':revisionId')
  show(
    @Req() request: Request,
    @Res() response: Response,
    @Param('slug') slug: string,
    @Param('revisionId') id: string,
  ): Promise<void> {
    return this.send(request, response, slug, id, false);
  }

  /** A text that names a picture which is gone stays where it can be copied. */
  @StudioForm()
  @Post(':revisionId')
  async restore(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('slug') slug: string,
    @Param('revisionId') id: string,
  ): Promise<void> {
    await this.forms.read(request, response);
    const { markdown } = await this.revisions.get(caller, slug, id);
    try {
      await this.revisions.restore(caller, NO_RECORDER, slug, markdown);
    } catch (error) {
      const isRefused = error instanceof RequestFault || (error instanceof HttpError && error.row.status === 400);
      if (!isRefused) throw error;
      return this.send(request, response.status(400), slug, id, true);
    }
    response.redirect(303, `${studioUrl(slug)}?saved`);
  }

  private async send(
    request: Request,
    response: Response,
    slug: string,
    id: string,
    isRefused: boolean,
  ): Promise<void> {
    const studio = await this.studio.ofProject(request, slug);
    const { caller } = studio;
    const { markdown } = await this.revisions.get(caller, slug, id);
    const { revisions } = await this.revisions.list(caller, slug);
    const revision = revisions.find((each) => each.id === id);
    const present = await this.readmes.edited(studio.project.id, caller);
    if (!revision) return response.redirect(303, studioUrl(slug));
    this.pages.send(request, response, (page) =>
      ReadmeVersionPage({ page, studio, revision, markdown, present: present?.markdown ?? '', isRefused }),
    );
  }
}
