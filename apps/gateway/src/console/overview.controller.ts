import { Get, Query } from '@nestjs/common';
import { RouteAdminService } from '../models';
import type { Whose } from '../request-log';
import { ConsoleController } from './console-controller';
import { ConsolePages, ConsoleVisit, Visit } from './console-visit';
import { readOverviewAddress } from './overview-address';
import { type OverviewFilter, OverviewQuery } from './overview.query';
import { OverviewPage } from './overview.views';

@ConsoleController('overview')
export class OverviewController {
  constructor(
    private readonly pages: ConsolePages,
    private readonly overview: OverviewQuery,
    private readonly routes: RouteAdminService,
  ) {}

  @Get()
  async show(@Visit() visit: ConsoleVisit, @Query() query: Readonly<Record<string, unknown>>): Promise<void> {
    const { range, filter } = readOverviewAddress(query);
    const whose = await this.whoseOf(filter);
    const [facts, routes] = await Promise.all([this.overview.read(range, whose), this.routes.all()]);
    this.pages.send(visit, (page) => OverviewPage({ page, facts, filter, routes }));
  }

  /** Counts nothing if the supplier does not have the route. */
  private async whoseOf({ customer_id, key_id, model, route_id, supplier_id }: OverviewFilter): Promise<Whose> {
    const ofSupplier = supplier_id === '' ? null : await this.routes.idsOfSupplier(supplier_id);
    const routeIds = route_id === '' ? ofSupplier : [route_id].filter((id) => ofSupplier?.includes(id) ?? true);
    return {
      customerId: customer_id || undefined,
      keyId: key_id || undefined,
      model: model || undefined,
      routeIds: routeIds ?? undefined,
    };
  }
}
