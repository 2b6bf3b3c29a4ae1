import { metrics } from '@shipyard/platform/metrics';
import { Counter, Gauge } from 'prom-client';
import type { Units } from './charge';
import { LOSS_REASONS, type LossReason } from './loss-reason';

const lossNano = new Counter({
  name: 'gateway_loss_nano_cny_total',
  help: 'What answers cost above their holds, and suppliers took for what no customer pays for, in 10⁻⁹ CNY',
  labelNames: ['model', 'reason'] as const,
  registers: [metrics],
});

const lossesTotal = new Counter({
  name: 'gateway_losses_total',
  help: 'Losses in the ledger by reason, also those of which no amount is known',
  labelNames: ['model', 'reason'] as const,
  registers: [metrics],
});

export const keptCharges = new Gauge({
  name: 'gateway_kept_charges',
  help: 'Charges that wait in memory until Postgres takes them',
  registers: [metrics],
});

export const keptLosses = new Gauge({
  name: 'gateway_kept_losses',
  help: 'Losses that wait in memory until Postgres takes them',
  registers: [metrics],
});

export const ledgerSealedUntil = new Gauge({
  name: 'gateway_ledger_sealed_until_timestamp_seconds',
  help: 'The end of the last sealed day of the ledger; 0 where none is sealed',
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

const knownModels = new Set<string>();

/** Prometheus misses the increase of a series that does not start at zero. */
function beginLosses(model: string): void {
  knownModels.add(model);
  for (const reason of LOSS_REASONS) {
    lossNano.inc({ model, reason }, 0);
    lossesTotal.inc({ model, reason }, 0);
  }
}

export function countLoss(model: string, reason: LossReason, nano: bigint): void {
  if (!knownModels.has(model)) beginLosses(model);
  lossNano.inc({ model, reason }, Number(nano));
  lossesTotal.inc({ model, reason });
}

export function countCharge(
  { model, routeId, lines }: { model: string; routeId: string; lines: Units[] },
  chargedNano: bigint,
): void {
  if (!knownModels.has(model)) beginLosses(model);
  for (const { unitType, units } of lines) unitsTotal.inc({ model, route: routeId, unit_type: unitType }, units);
  costNano.inc({ model, route: routeId }, Number(chargedNano));
}
