import { metrics } from '@shipyard/platform/metrics';
import { Counter } from 'prom-client';
import type { Units } from '../billing';
import { TOKEN_CLASSES } from './chat-cost';

const unpriced = new Counter({
  name: 'gateway_unpriced_tokens_total',
  help: 'Tokens of a class without a price, which were charged as those of its parent',
  labelNames: ['model', 'unit_type'] as const,
  registers: [metrics],
});

const knownModels = new Set<string>();

export function countUnpriced(model: string, units: Units[]): void {
  // Prometheus misses the increase of a series that does not start at zero.
  if (!knownModels.has(model)) for (const unitType of TOKEN_CLASSES) unpriced.inc({ model, unit_type: unitType }, 0);
  knownModels.add(model);
  for (const { unitType, units: tokens } of units) unpriced.inc({ model, unit_type: unitType }, tokens);
}
