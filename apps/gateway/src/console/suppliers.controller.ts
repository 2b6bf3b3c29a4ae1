import { Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { SessionForms } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { BY_NAME } from '../database/page';
import { RouteAdminService } from '../models';
import { Needs } from '../operators';
import { PageRenderer } from '../pages';
import { SupplierAdminService, type SupplierTestView } from '../suppliers';
import { ConsoleController, ConsoleForm } from './console-controller';
import { cursorOf, noSuchPage, orNoPage } from './found';
import { RouteFactsQuery } from './route-facts.query';
import { SupplierPage } from './supplier.views';
import { SuppliersPage } from './suppliers.views';

@ConsoleController('suppliers')
export class SupplierPagesController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly forms: SessionForms,
    private readonly suppliers: SupplierAdminService,
    private readonly routes: RouteAdminService,
    private readonly facts: RouteFactsQuery,
  ) {}

  @Get()
  async list(@Req() request: Request, @Res() response: Response, @Query('after') after: unknown): Promise<void> {
    const cursor = cursorOf(after);
    const [{ items, next_cursor: next }, all] = await Promise.all([this.suppliers.list({ cursor }), this.routes.all()]);
    const routes = new Map<string, number>();
    for (const { supplier_id: id } of all) routes.set(id, (routes.get(id) ?? 0) + 1);
    this.pages.send(request, response, (page) =>
      SuppliersPage({ page, items, routes, next, isFirst: cursor === undefined }),
    );
  }

  @Get(':id')
  async show(@Req() request: Request, @Res() response: Response, @Param('id') id: string): Promise<void> {
    await this.draw(request, response, id, null);
  }

  /** Changes nothing, so reloading it is harmless. */
  @ConsoleForm()
  @Post(':id/test')
  @HttpCode(200)
  @Needs('operator')
  async test(@Req() request: Request, @Res() response: Response, @Param('id') id: string): Promise<void> {
    await this.forms.read(request, response);
    assertName(id);
    const tested = await orNoPage(() => this.suppliers.test(id));
    await this.draw(request, response, id, tested);
  }

  private async draw(request: Request, response: Response, id: string, tested: SupplierTestView | null): Promise<void> {
    assertName(id);
    const [supplier, routes] = await orNoPage(() => Promise.all([this.suppliers.find(id), this.facts.all()]));
    const own = routes.filter(({ route }) => route.supplier_id === id);
    this.pages.send(request, response, (page) => SupplierPage({ page, supplier, routes: own, tested }));
  }
}

function assertName(id: string): void {
  if (!BY_NAME.id.test(id)) throw noSuchPage();
}
