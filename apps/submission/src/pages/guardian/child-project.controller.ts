import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { TokenOptional } from '@shipyard/auth';
import { OutsideApi } from '@shipyard/http';
import type { Request, Response } from 'express';
import { ForeignImagesService, sendImage, ServedAssetsService } from '../../assets';
import { AnonymousRate, LimitedBy } from '../../limits/rate-limits';
import { PageRenderer } from '../page-renderer';
import { ChildProjectQuery } from './child-project.query';
import { ChildLogsView, ChildProjectView } from './child-project.views';
import { GuardianEntrance } from './guardian-entrance';

/** A guardian reads what they decide about, also what is private. Nothing of it is cached or indexed. */
@OutsideApi()
@TokenOptional()
@Controller('guardian')
export class ChildProjectController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly entrance: GuardianEntrance,
    private readonly projects: ChildProjectQuery,
    private readonly assets: ServedAssetsService,
    private readonly foreignImages: ForeignImagesService,
  ) {}

  @LimitedBy('confirmations')
  @Get('projects/:slug')
  async show(
    @Req() request: Request,
    @Res() response: Response,
    @Param('slug') slug: string,
    @Query('logs') cursor: unknown,
  ): Promise<void> {
    const opened = await this.entrance.open(request, response);
    if (!opened) return;
    const { guardian, token } = opened;
    if (typeof cursor === 'string') {
      const data = await this.projects.findOlder(slug, cursor, guardian, token);
      return this.pages.send(request, response, (page) => ChildLogsView({ page, data, token }), { hasPictures: true });
    }
    const data = await this.projects.find(slug, guardian, token);
    this.pages.send(request, response, (page) => ChildProjectView({ page, data, token }), { hasPictures: true });
  }

  @AnonymousRate('anonymous_images')
  @Get('assets/:fileName')
  async asset(@Req() request: Request, @Res() response: Response, @Param('fileName') fileName: string): Promise<void> {
    const opened = await this.entrance.open(request, response);
    if (!opened) return;
    const unsigned = { expires: undefined, signature: undefined };
    const image = await this.assets.find(fileName, { ...opened.guardian, roles: [] }, unsigned);
    await sendImage(image, request, response, { isKept: false });
  }

  @AnonymousRate('anonymous_images')
  @Get('foreign-images/:imageId')
  async foreignImage(
    @Req() request: Request,
    @Res() response: Response,
    @Param('imageId') imageId: string,
  ): Promise<void> {
    const opened = await this.entrance.open(request, response);
    if (!opened) return;
    const image = await this.foreignImages.serve(imageId, { ...opened.guardian, roles: [] });
    await sendImage(image, request, response, { isKept: false });
  }
}
