import { Get, Param, Query } from '@nestjs/common';
import { BY_NAME } from '../database/page';
import { RouteAdminService } from '../models';
import { Needs } from '../operators';
import { SupplierAdminService, type SupplierTestView } from '../suppliers';
import { ConsoleController, ConsoleForm } from './console-controller';
import { ConsolePages, ConsoleVisit, Visit } from './console-visit';
import { cursorOf, noSuchPage, orNoPage } from './found';
import { RouteFactsQuery } from './route-facts.query';
import { SupplierPage } from './supplier.views';
import { SuppliersPage } from './suppliers.views';

@ConsoleController('suppliers')
export class SupplierPagesController {
  constructor(
    private readonly pages: ConsolePages,
    private readonly suppliers: SupplierAdminService,
    private readonly routes: RouteAdminService,
    private readonly facts: RouteFactsQuery,
  ) {}

  @Get()
  async list(@Visit() visit: ConsoleVisit, @Query('after') after: unknown): Promise<void> {
    const cursor = cursorOf(after);
    const [{ items, next_cursor: next }, all] = await Promise.all([this.suppliers.list({ cursor }), this.routes.all()]);
    const routes = new Map<string, number>();
    for (const { supplier_id: id } of all) routes.set(id, (routes.get(id) ?? 0) + 1);
    this.pages.send(visit, (page) => SuppliersPage({ page, items, routes, next, isFirst: cursor === undefined }));
  }

  @Get(':id')
  async show(@Visit() visit: ConsoleVisit, @Param('id') id: string): Promise<void> {
    await this.draw(visit, id, null);
  }

  /** Changes nothing, so reloading it is harmless. */
  @ConsoleForm(':id/test')
  @Needs('operator')
  async test(@Visit() visit: ConsoleVisit, @Param('id') id: string): Promise<void> {
    await this.pages.read(visit);
    assertName(id);
    const tested = await orNoPage(() => this.suppliers.test(id));
    await this.draw(visit, id, tested);
  }

  private async draw(visit: ConsoleVisit, id: string, tested: SupplierTestView | null): Promise<void> {
    assertName(id);
    const [supplier, routes] = await orNoPage(() => Promise.all([this.suppliers.find(id), this.facts.all()]));
    const own = routes.filter(({ route }) => route.supplier_id === id);
    this.pages.send(visit, (page) => SupplierPage({ page, supplier, routes: own, tested }));
  }
}

function assertName(id: string): void {
  if (!BY_NAME.id.test(id)) throw noSuchPage();
}
