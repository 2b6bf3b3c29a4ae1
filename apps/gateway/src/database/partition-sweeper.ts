import { sweeper } from '@shipyard/platform/sweep';
import { DataSource } from 'typeorm';
import { CONFIG, type GatewayConfig } from '../config';
import { makePartitions, readPartitionEnds } from './partitions';
import { partitionFailures, partitionsUntil } from './partitions.metrics';

/** Also drops old days of the request log. Runs in every worker. */
export const partitionSweeper = sweeper({
  name: 'partitions',
  everyMs: 10 * 60_000,
  inject: [DataSource, CONFIG],
  async sweep(dataSource, config: Pick<GatewayConfig, 'REQUEST_LOG_KEPT_DAYS'>) {
    try {
      await makePartitions(dataSource);
      await dropOldDays(dataSource, config.REQUEST_LOG_KEPT_DAYS);
      for (const { table, until } of await readPartitionEnds(dataSource)) partitionsUntil.set({ table }, until);
    } catch (error) {
      partitionFailures.inc();
      throw error;
    }
  },
});

/** Drops one day per transaction, because each waits for readers of the table. The next round drops the rest. */
async function dropOldDays(dataSource: DataSource, keptDays: number): Promise<void> {
  for (let dropped = 1; dropped > 0;) {
    const [row] = await dataSource.query<{ dropped: number }[]>('SELECT drop_request_log_partitions($1) AS dropped', [
      keptDays,
    ]);
    dropped = row?.dropped ?? 0;
  }
}
