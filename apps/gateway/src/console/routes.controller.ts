import { Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { checkFields, NO_RECORDER } from '@shipyard/http';
import { SessionForms } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { ChangeRouteDto, RouteAdminService } from '../models';
import { CalledBy, Needs, type Operator } from '../operators';
import { PageRenderer } from '../pages';
import { ConsoleController, ConsoleForm } from './console-controller';
import { consoleUrl } from './console-parts';
import { assertUuid, noSuchPage, orNoPage } from './found';
import { RouteFactsQuery } from './route-facts.query';
import { RoutesPage } from './routes.views';

@ConsoleController('routes')
export class RoutePagesController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly forms: SessionForms,
    private readonly facts: RouteFactsQuery,
    private readonly routes: RouteAdminService,
  ) {}

  @Get()
  async list(@Req() request: Request, @Res() response: Response): Promise<void> {
    const routes = await this.facts.all();
    this.pages.send(request, response, (page) => RoutesPage({ page, routes }), { hasScripts: true });
  }

  /** The form says which value to set, so that it can be sent twice. */
  @ConsoleForm(['priority', 'weight', 'enabled', 'back'])
  @Post(':id')
  @HttpCode(200)
  @Needs('operator')
  async change(
    @Req() request: Request,
    @Res() response: Response,
    @CalledBy() operator: Operator,
    @Param('id') id: string,
  ): Promise<void> {
    const { priority, weight, enabled, back } = await this.forms.read(request, response);
    assertUuid(id);
    const { values } = await checkFields(ChangeRouteDto, {
      ...(priority !== undefined && { priority: Number(priority) }),
      ...(weight !== undefined && { weight: Number(weight) }),
      ...(enabled !== undefined && { enabled: enabled === 'yes' }),
    });
    if (!values) throw noSuchPage();
    const { route } = await orNoPage(() => this.routes.change(operator, NO_RECORDER, id, values));
    response.redirect(303, back === 'model' ? `${consoleUrl('models', route.model)}#who` : consoleUrl('routes'));
  }
}
