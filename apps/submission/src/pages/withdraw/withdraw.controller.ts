import { Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { NO_RECORDER } from '@shipyard/http';
import { refusalOf, SessionForms } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { type Caller, CurrentCaller } from '../../accounts';
import { TakedownsService } from '../../takedowns';
import { PageRenderer } from '../page-renderer';
import { studioUrl } from '../studio/project-path';
import { StudioController, StudioForm } from '../studio/studio-form';
import { StudioQuery } from '../studio/studio.query';
import { WithdrawQuery } from './withdraw.query';
import { withdrawLogUrl, withdrawnIn, withdrawPicturesUrl } from './withdrawn';
import { AskPicturePage, WithdrawLogPage, WithdrawPicturesPage } from './withdraw.views';

/** Where makers take logs and pictures back. What is gone already leads back with a note, because nothing went wrong. */
@StudioController('studio/projects/:slug')
export class WithdrawPageController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly studio: StudioQuery,
    private readonly forms: SessionForms,
    private readonly withdrawable: WithdrawQuery,
    private readonly takedowns: TakedownsService,
  ) {}

  @Get('logs/:sequence/withdraw')
  async showLog(
    @Req() request: Request,
    @Res() response: Response,
    @Param('slug') slug: string,
    @Param('sequence') sequence: string,
  ): Promise<void> {
    const studio = await this.studio.ofProject(request, slug);
    const found = await this.withdrawable.log(studio, sequence);
    if (!found) return response.redirect(303, `${studioUrl(slug, 'logs')}?withdrawn=already`);
    const picture = found.pictures.find(({ assetId }) => assetId === request.query.image);
    if (picture)
      return this.ask(request, response, { studio, section: 'logs', url: withdrawLogUrl(slug, sequence), picture });
    const withdrawn = withdrawnIn(request.query);
    this.pages.send(request, response, (page) => WithdrawLogPage({ page, studio, ...found, withdrawn }));
  }

  /** The form of a picture names it. The form of the log names nothing. */
  @StudioForm()
  @Post('logs/:sequence/withdraw')
  async withdrawFromLog(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('slug') slug: string,
    @Param('sequence') sequence: string,
  ): Promise<void> {
    const { image } = await this.forms.read(request, response);
    if (image !== undefined)
      return response.redirect(
        303,
        `${withdrawLogUrl(slug, sequence)}?withdrawn=${await this.withdrawPicture(caller, slug, image)}`,
      );
    const done = await this.once('log', this.takedowns.withdrawLog(caller, NO_RECORDER, slug, sequence, null));
    response.redirect(303, `${studioUrl(slug, 'logs')}?withdrawn=${done}`);
  }

  @Get('withdraw-pictures')
  async showPictures(
    @Req() request: Request,
    @Res() response: Response,
    @Param('slug') slug: string,
    @Query('cursor') cursor: unknown,
  ): Promise<void> {
    const studio = await this.studio.ofProject(request, slug);
    const from = typeof cursor === 'string' && ASSET_ID.test(cursor) ? cursor : undefined;
    const list = await this.withdrawable.picturesOf(studio, from);
    const picture = list.pictures.find(({ assetId }) => assetId === request.query.image);
    if (picture)
      return this.ask(request, response, { studio, section: 'readme', url: withdrawPicturesUrl(slug), picture });
    const withdrawn = withdrawnIn(request.query);
    this.pages.send(request, response, (page) =>
      WithdrawPicturesPage({ page, studio, ...list, cursor: from, withdrawn }),
    );
  }

  @StudioForm()
  @Post('withdraw-pictures')
  async withdrawFromProject(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('slug') slug: string,
  ): Promise<void> {
    const { image = '' } = await this.forms.read(request, response);
    response.redirect(303, `${withdrawPicturesUrl(slug)}?withdrawn=${await this.withdrawPicture(caller, slug, image)}`);
  }

  private ask(request: Request, response: Response, asked: Omit<Parameters<typeof AskPicturePage>[0], 'page'>): void {
    this.pages.send(request, response, (page) => AskPicturePage({ page, ...asked }));
  }

  private withdrawPicture(caller: Caller, slug: string, assetId: string) {
    return this.once('picture', this.takedowns.withdrawImage(caller, NO_RECORDER, slug, assetId, null));
  }

  /** A form that is sent twice withdraws once, and the second answer is a note. Throws for the project of another. */
  private async once<Done extends string>(done: Done, work: Promise<unknown>): Promise<Done | 'already'> {
    const refusal = await work.then(() => null, refusalOf);
    if (refusal === null) return done;
    if (GONE.includes(refusal.code)) return 'already';
    throw refusal;
  }
}

const ASSET_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const GONE: readonly string[] = ['NOT_FOUND', 'ASSET_NOT_FOUND'];
