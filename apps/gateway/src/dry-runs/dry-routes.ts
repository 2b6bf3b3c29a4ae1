import { Injectable } from '@nestjs/common';
import { type CatalogModel, type ModelRoute, RouteAdminService } from '../models';
import { type PlannedRoute, RoutingService } from '../routing';
import type { DryCall } from './dry-calls';
import type { Judged } from './dry-run.view';

export interface JudgedRoute {
  route: ModelRoute;
  judged: Judged;
}

@Injectable()
export class DryRoutes {
  constructor(
    private readonly routing: RoutingService,
    private readonly routes: RouteAdminService,
  ) {}

  /** Judges all routes of a model, those that are asked first. */
  async judge({ model, routes }: CatalogModel, call: DryCall): Promise<JudgedRoute[]> {
    const refused = (await call.refusedBy?.(routes)) ?? [];
    const planned = await this.routing.plan(
      routes.filter((_, at) => refused[at] === undefined),
      { countsWorkers: call.countsWorkers, isServedBy: (supplier) => call.isServedBy(supplier, model) },
    );
    const off = await this.routes.switchedOff(model.id);
    return [
      ...planned.map((each) => ({ route: each.route, judged: toJudged(each) })),
      ...routes.flatMap((route, at) =>
        refused[at] === undefined
          ? []
          : [{ route, judged: { verdict: 'refused', code: 'parameter', parameter: refused[at] } as const }],
      ),
      ...off.map((route) => ({ route, judged: { verdict: 'refused', code: 'disabled' } as const })),
    ];
  }
}

function toJudged({ verdict, why }: PlannedRoute): Judged {
  if (why !== null) return { verdict, code: verdict === 'chosen' ? 'failed_least' : why };
  return { verdict, code: verdict === 'chosen' ? 'first' : 'after' };
}
