import { metrics } from '@shipyard/platform';
import { Counter } from 'prom-client';

export const lossNano = new Counter({
  name: 'gateway_loss_nano_cny_total',
  help: 'What answers cost above their holds and no customer pays, in 10⁻⁹ CNY',
  labelNames: ['model'] as const,
  registers: [metrics],
});
