import { Inject, Injectable } from '@nestjs/common';
import { sweeper } from '@shipyard/platform/sweep';
import { DataSource } from 'typeorm';
import { CONFIG, type GatewayConfig } from '../config';
import { CatalogService } from '../models';
import { RoutingService } from '../routing';
import { raiseEvent } from '../webhooks';

/** Tells operators of the routes whose circuit breaker is open in this process, at most once an hour each. */
@Injectable()
export class SupplierAlerts {
  constructor(
    private readonly dataSource: DataSource,
    private readonly catalog: CatalogService,
    private readonly routing: RoutingService,
    @Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'OPERATOR_MAIL_TO'>,
  ) {}

  /** Calls `listener` when there may be something to tell. */
  listen(listener: () => void): void {
    this.routing.listen(listener);
  }

  async raise(): Promise<void> {
    if (!this.routing.hasOpenBreaker) return;
    const models = await this.catalog.listActive();
    const known = await this.routing.health(models.flatMap(({ routes }) => routes));
    const hour = new Date().toISOString().slice(0, 13);
    for (const { route, health } of known) {
      if (health.state === 'closed') continue;
      const data = {
        supplier_id: route.supplierId,
        route_id: route.id,
        model: route.modelId,
        error_rate: Math.round(health.errorRate * 1_000) / 1_000,
      };
      const mailTo = this.config.OPERATOR_MAIL_TO;
      const event = {
        type: 'supplier.failing',
        subject: `${route.id} ${hour}`,
        customerId: null,
        data,
        mailTo,
      } as const;
      await this.dataSource.transaction((manager) => raiseEvent(manager, event));
    }
  }
}

export const supplierAlertsSweeper = sweeper({
  name: 'alerts of suppliers',
  everyMs: 10_000,
  inject: [SupplierAlerts],
  listen: (alerts, wake) => alerts.listen(wake),
  sweep: (alerts) => alerts.raise(),
});
