import { Get, Param } from '@nestjs/common';
import { checkFields, NO_RECORDER } from '@shipyard/http';
import { ChangeRouteDto, RouteAdminService } from '../models';
import { Needs } from '../operators';
import { ConsoleController, ConsoleForm } from './console-controller';
import { ConsolePages, ConsoleVisit, Visit } from './console-visit';
import { consoleUrl } from './console-parts';
import { assertUuid, noSuchPage, orNoPage } from './found';
import { RouteFactsQuery } from './route-facts.query';
import { RoutesPage } from './routes.views';

@ConsoleController('routes')
export class RoutePagesController {
  constructor(
    private readonly pages: ConsolePages,
    private readonly facts: RouteFactsQuery,
    private readonly routes: RouteAdminService,
  ) {}

  @Get()
  async list(@Visit() visit: ConsoleVisit): Promise<void> {
    const routes = await this.facts.all();
    this.pages.send(visit, (page) => RoutesPage({ page, routes }), { hasScripts: true });
  }

  /** The form says which value to set, so that it can be sent twice. */
  @ConsoleForm(':id', ['priority', 'weight', 'enabled', 'back'])
  @Needs('operator')
  async change(@Visit() visit: ConsoleVisit, @Param('id') id: string): Promise<void> {
    const { priority, weight, enabled, back } = await this.pages.read(visit);
    assertUuid(id);
    const { values } = await checkFields(ChangeRouteDto, {
      ...(priority !== undefined && { priority: Number(priority) }),
      ...(weight !== undefined && { weight: Number(weight) }),
      ...(enabled !== undefined && { enabled: enabled === 'yes' }),
    });
    if (!values) throw noSuchPage();
    const { route } = await orNoPage(() => this.routes.change(visit.operator, NO_RECORDER, id, values));
    visit.leadTo(back === 'model' ? `${consoleUrl('models', route.model)}#who` : consoleUrl('routes'));
  }
}
