import { Get } from '@nestjs/common';
import { ApiOperation, envelope } from '@shipyard/http';
import { CatalogService } from '../models';
import { RouteHealthView, RoutingService } from '../routing';
import { AdminController } from './admin-controller';

@AdminController('health')
export class RoutesHealthController {
  constructor(
    private readonly catalog: CatalogService,
    private readonly routing: RoutingService,
  ) {}

  @ApiOperation({
    summary: 'Read the health of the active routes, as this process sees it',
    data: { items: [RouteHealthView] },
  })
  @Get('routes')
  async list() {
    const models = await this.catalog.listActive();
    const known = await this.routing.health(models.flatMap(({ routes }) => routes));
    const items = known.map(
      ({ route: { id, modelId, supplierId }, health: { state, inFlight, errorRate, p50Ms, p99Ms } }) => ({
        route_id: id,
        model: modelId,
        supplier_id: supplierId,
        state,
        in_flight: inFlight,
        error_rate: errorRate,
        p50_ms: p50Ms,
        p99_ms: p99Ms,
      }),
    );
    return envelope({ items });
  }
}
