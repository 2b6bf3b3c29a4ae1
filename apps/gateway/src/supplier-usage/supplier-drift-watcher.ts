import { metrics } from '@shipyard/platform/metrics';
import { sweeper } from '@shipyard/platform/sweep';
import { Gauge } from 'prom-client';
import { SupplierDriftService } from './supplier-drift.service';

const WATCHED_MS = 7 * 24 * 3_600_000;

const driftRatio = new Gauge({
  name: 'gateway_supplier_drift_ratio',
  help: 'How far what a supplier billed is from what we counted, on the worst day of the last seven that it has told of: 0 the same, 1 all of it',
  labelNames: ['supplier', 'upstream_model'] as const,
  registers: [metrics],
});

export const supplierDriftWatcher = sweeper({
  name: 'the drift of suppliers',
  everyMs: 15 * 60_000,
  inject: [SupplierDriftService],
  async sweep(drift) {
    const now = Date.now();
    const found = await drift.worstByModel(new Date(now - WATCHED_MS), new Date(now));
    driftRatio.reset();
    for (const { supplierId, upstreamModel, ratio } of found)
      driftRatio.set({ supplier: supplierId, upstream_model: upstreamModel }, ratio);
  },
});
