import { metrics } from '@shipyard/platform';
import { Counter } from 'prom-client';
import type { ChargeLine } from './charge';

export const lossNano = new Counter({
  name: 'gateway_loss_nano_cny_total',
  help: 'What answers cost above their holds, and suppliers took for what no customer pays for, in 10⁻⁹ CNY',
  labelNames: ['model'] as const,
  registers: [metrics],
});

const unitsTotal = new Counter({
  name: 'gateway_units_total',
  help: 'Units that were charged: tokens by class, images, searches',
  labelNames: ['model', 'route', 'unit_type'] as const,
  registers: [metrics],
});

const costNano = new Counter({
  name: 'gateway_cost_nano_cny_total',
  help: 'What customers were charged, in 10⁻⁹ CNY',
  labelNames: ['model', 'route'] as const,
  registers: [metrics],
});

export function countCharge({ model, routeId, lines }: { model: string; routeId: string; lines: ChargeLine[] }, chargedNano: bigint): void {
  for (const { unitType, units } of lines) unitsTotal.inc({ model, route: routeId, unit_type: unitType }, units);
  costNano.inc({ model, route: routeId }, Number(chargedNano));
}
