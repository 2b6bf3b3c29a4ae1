import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { type Logger, Sweep } from '@shipyard/platform';
import { DataSource } from 'typeorm';
import { CONFIG, type GatewayConfig, LOGGER } from '../config';
import { makePartitions, readPartitionEnds } from './partitions';
import { partitionFailures, partitionsUntil } from './partitions.metrics';

const EVERY_MS = 10 * 60_000;

/** Makes partitions ahead of their time, and drops the old days of the request log. Runs in the worker, in as many as there are. */
@Injectable()
export class PartitionSweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly rounds: Sweep;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'REQUEST_LOG_KEPT_DAYS'>,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.rounds = new Sweep('partitions', EVERY_MS, () => this.sweep(), logger);
  }

  onApplicationBootstrap(): void {
    this.rounds.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.rounds.stop();
  }

  async sweep(): Promise<void> {
    try {
      await makePartitions(this.dataSource);
      await this.dropOldDays();
      for (const { table, until } of await readPartitionEnds(this.dataSource)) partitionsUntil.set({ table }, until);
    } catch (error) {
      partitionFailures.inc();
      throw error;
    }
  }

  /** One day in a transaction: each waits a moment for those who read the table, and the rest is left to the next round. */
  private async dropOldDays(): Promise<void> {
    for (let dropped = 1; dropped > 0; ) {
      const [row] = await this.dataSource.query<{ dropped: number }[]>(DROP_OLDEST, [this.config.REQUEST_LOG_KEPT_DAYS]);
      dropped = row?.dropped ?? 0;
    }
  }
}

const DROP_OLDEST = 'SELECT drop_request_log_partitions($1) AS dropped';
