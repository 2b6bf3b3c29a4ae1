import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { sweepIdempotencyKeys } from '@shipyard/http';
import { type Logger, Sweep } from '@shipyard/platform';
import { DataSource } from 'typeorm';
import { LOGGER } from '../runtime.module';

const EVERY_MS = 10 * 60_000;

@Injectable()
export class IdempotencySweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly sweep: Sweep;

  constructor(dataSource: DataSource, @Inject(LOGGER) logger: Logger) {
    this.sweep = new Sweep('old Idempotency-Keys', EVERY_MS, () => sweepIdempotencyKeys(dataSource), logger);
  }

  onApplicationBootstrap(): void {
    this.sweep.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.sweep.stop();
  }
}
