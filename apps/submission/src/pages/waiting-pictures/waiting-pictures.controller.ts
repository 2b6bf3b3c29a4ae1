import { Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { SessionForms } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { type Caller, CurrentCaller } from '../../accounts';
import { ForeignImagesService } from '../../assets';
import { ProjectsService } from '../../projects';
import { PageRenderer } from '../page-renderer';
import { StudioController, StudioForm } from '../studio/studio-form';
import { StudioQuery } from '../studio/studio.query';
import { WaitingPicturesPage, waitingPicturesUrl } from './waiting-pictures.views';

/** The ids of 2,000 pictures, with room. */
const LIMIT_BYTES = 128 * 1024;

/** Where the owner of a private project lets us fetch pictures of other hosts. No token can, so no program can for them. */
@StudioController('studio/projects/:slug/details/pictures')
export class WaitingPicturesController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly studio: StudioQuery,
    private readonly forms: SessionForms,
    private readonly projects: ProjectsService,
    private readonly foreignImages: ForeignImagesService,
  ) {}

  @Get()
  async show(
    @Req() request: Request,
    @Res() response: Response,
    @Param('slug') slug: string,
    @Query('saved') saved: unknown,
  ): Promise<void> {
    const studio = await this.studio.ofProject(request, slug);
    const waiting = await this.foreignImages.waiting(studio.project.id);
    this.pages.send(request, response, (page) =>
      WaitingPicturesPage({ page, studio, waiting, isSaved: saved === 'yes' }),
    );
  }

  /** Each button names the pictures that the owner saw, so that one that came later waits for an answer of its own. */
  @StudioForm({ limitBytes: LIMIT_BYTES })
  @Post()
  async allow(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('slug') slug: string,
  ): Promise<void> {
    const { images = '' } = await this.forms.read(request, response, LIMIT_BYTES);
    const { id } = await this.projects.findOwn(slug, caller);
    await this.foreignImages.allow(id, images.split(' '));
    response.redirect(303, `${waitingPicturesUrl(slug)}?saved=yes`);
  }
}
