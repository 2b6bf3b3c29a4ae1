import { createDataSource } from '@shipyard/platform/database';
import type { Logger } from '@shipyard/platform/logger';
import { ReplicaReads, ReplicaWatch } from '@shipyard/platform/read-replica';
import type { DataSource } from 'typeorm';
import type { HttpConfig } from '../config';
import { SCHEMA } from './serving-rights';

/** A replica that is silent must not cost a visitor much, because the primary is asked after it. */
const REPLICA_TIME_LIMIT_MS = 3_000;

export interface OpenReplica {
  reads: ReplicaReads;
  stop(): Promise<void>;
}

/** Does not wait for the replica. Until it answers, the primary serves all reads. */
export function openReplica(
  config: Pick<HttpConfig, 'SUBMISSION_READ_DATABASE_URL' | 'SUBMISSION_READ_MAX_LAG_MS'>,
  primary: DataSource,
  logger: Logger,
): OpenReplica | null {
  const url = config.SUBMISSION_READ_DATABASE_URL;
  if (url === undefined) return null;
  const replica = createDataSource({
    url,
    schema: SCHEMA,
    applicationName: 'submission reads',
    entities: [],
    migrations: [],
    logger,
    timeLimitMs: REPLICA_TIME_LIMIT_MS,
  });
  const watch = new ReplicaWatch({ primary, replica, maxLagMs: config.SUBMISSION_READ_MAX_LAG_MS, logger });
  watch.start();
  return { reads: new ReplicaReads(primary, watch), stop: () => watch.stop() };
}
