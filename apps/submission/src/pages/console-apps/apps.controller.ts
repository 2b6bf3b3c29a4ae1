import { Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { envelopeErrors } from '@shipyard/http';
import { SessionForms } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { type Caller, CurrentCaller, TokensService } from '../../accounts';
import { Clients, type ConnectedApp } from '../../oauth';
import { ConsoleController } from '../console/console-controller';
import { consoleUrl } from '../console/console-parts';
import { readPlace } from '../console/place';
import { PageRenderer } from '../page-renderer';
import { StudioForm } from '../studio/studio-form';
import { AppPage, AppsPage } from './apps.views';

const ROWS = 50;

@ConsoleController('console/apps', 'admin')
export class AppPagesController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly forms: SessionForms,
    private readonly clients: Clients,
    private readonly tokens: TokensService,
  ) {}

  @Get()
  async list(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Query('after') after: unknown,
  ): Promise<void> {
    const place = readPlace(after);
    const found = await this.clients.list(place && { usedAt: place.at, id: place.id }, ROWS + 1);
    const list = { apps: found.slice(0, ROWS), hasMore: found.length > ROWS, isFirst: place === null };
    this.pages.send(request, response, (page) => AppsPage({ page, caller, ...list }), { hasScripts: true });
  }

  @Get(':appId')
  async show(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('appId') appId: string,
    @Query('ended') ended: unknown,
  ): Promise<void> {
    const app = await this.find(appId);
    const done = typeof ended === 'string' && /^\d{1,9}$/.test(ended) ? Number(ended) : null;
    this.pages.send(request, response, (page) => AppPage({ page, caller, app, done }), { hasScripts: true });
  }

  @StudioForm()
  @Post(':appId/end')
  async end(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('appId') appId: string,
  ): Promise<void> {
    await this.forms.read(request, response);
    const { id } = await this.find(appId);
    const count = await this.tokens.revokeEverywhere(caller, id);
    response.redirect(303, `${consoleUrl('apps', id)}?ended=${count}`);
  }

  private async find(appId: string): Promise<ConnectedApp> {
    const app = await this.clients.connected(appId);
    if (!app) throw envelopeErrors.NOT_FOUND({ message: 'There is no app with this id.' });
    return app;
  }
}
