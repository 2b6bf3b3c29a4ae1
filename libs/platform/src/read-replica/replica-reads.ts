import { Counter } from 'prom-client';
import { EntityManager } from 'typeorm';
import type { DataSource } from 'typeorm';
import type { IsolationLevel } from 'typeorm/driver/types/IsolationLevel.js';
import { isDatabaseUnavailable, sqlState } from '../database';
import { metrics } from '../metrics';
import { type RequestContext, requestContexts } from '../request-context';
import type { ReplicaWatch } from './replica-watch';

type Pool = 'replica' | 'primary';
type Work<Result> = (manager: EntityManager) => Promise<Result>;

const QUERY_CANCELED = '57014';
/** A replica ends a read that keeps it from replaying what the primary has written. */
const CONFLICT_WITH_REPLAY = '40001';

const reads = new Counter({
  name: 'public_read_requests_total',
  help: 'Requests that may read from the replica, by the server that was chosen for them',
  labelNames: ['pool'] as const,
  registers: [metrics],
});
const fallbacks = new Counter({
  name: 'public_read_fallbacks_total',
  help: 'Reads that failed on the replica and were repeated on the primary',
  registers: [metrics],
});

/**
 * Asks the replica in requests for which `allow()` was called while the replica was up to date, and the primary in all
 * others. A request asks one server only, because a version and the content that it names must be of one moment.
 */
export class ReplicaReads extends EntityManager {
  private readonly chosen = new WeakMap<RequestContext, Pool>();

  constructor(
    primary: DataSource,
    private readonly watch: ReplicaWatch,
  ) {
    super(primary);
  }

  allow(): void {
    const request = requestContexts.current;
    if (request === undefined) return;
    const pool = this.watch.isFresh() ? 'replica' : 'primary';
    this.chosen.set(request, pool);
    reads.inc({ pool });
  }

  override async query<Rows>(statement: string, values?: unknown[]): Promise<Rows> {
    if (this.pool() === 'primary') return super.query<Rows>(statement, values);
    try {
      return await this.watch.replica.query<Rows>(statement, values);
    } catch (error) {
      this.leaveReplica(error);
      return super.query<Rows>(statement, values);
    }
  }

  override async transaction<Result>(
    first: IsolationLevel | Work<Result>,
    second: Work<Result> = first as Work<Result>,
  ): Promise<Result> {
    const run = (dataSource: DataSource) =>
      typeof first === 'string' ? dataSource.transaction(first, second) : dataSource.transaction(second);
    if (this.pool() === 'primary') return run(this.dataSource);
    try {
      return await run(this.watch.replica);
    } catch (error) {
      // It set a limit for itself, which it would reach on the primary too.
      if (sqlState(error) === QUERY_CANCELED) throw error;
      this.leaveReplica(error);
      return run(this.dataSource);
    }
  }

  private pool(): Pool {
    const request = requestContexts.current;
    return (request && this.chosen.get(request)) ?? 'primary';
  }

  private leaveReplica(error: unknown): void {
    const isConflict = sqlState(error) === CONFLICT_WITH_REPLAY;
    if (!isConflict && !isDatabaseUnavailable(error)) throw error;
    if (!isConflict && sqlState(error) !== QUERY_CANCELED) this.watch.distrust();
    const request = requestContexts.current;
    if (request) this.chosen.set(request, 'primary');
    fallbacks.inc();
  }
}
