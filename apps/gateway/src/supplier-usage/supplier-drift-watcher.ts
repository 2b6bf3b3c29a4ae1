import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { type Logger, metrics, Sweep } from '@shipyard/platform';
import { Gauge } from 'prom-client';
import { LOGGER } from '../config';
import { SupplierDriftService } from './supplier-drift.service';

const EVERY_MS = 15 * 60_000;
const WATCHED_MS = 7 * 24 * 3_600_000;

const driftRatio = new Gauge({
  name: 'gateway_supplier_drift_ratio',
  help: 'How far what a supplier billed is from what we counted, on the worst day of the last seven that it has told of: 0 the same, 1 all of it',
  labelNames: ['supplier', 'upstream_model'] as const,
  registers: [metrics],
});

/** Keeps the metric of how far suppliers' bills are from our count. Runs in the worker. */
@Injectable()
export class SupplierDriftWatcher implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly rounds: Sweep;

  constructor(
    private readonly drift: SupplierDriftService,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.rounds = new Sweep('the drift of suppliers', EVERY_MS, () => this.look(), logger);
  }

  onApplicationBootstrap(): void {
    this.rounds.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.rounds.stop();
  }

  async look(): Promise<void> {
    const now = Date.now();
    const found = await this.drift.worstByModel(new Date(now - WATCHED_MS), new Date(now));
    driftRatio.reset();
    for (const { supplierId, upstreamModel, ratio } of found) driftRatio.set({ supplier: supplierId, upstream_model: upstreamModel }, ratio);
  }
}
