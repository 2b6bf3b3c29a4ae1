import { Gauge } from 'prom-client';
import type { DataSource } from 'typeorm';
import { poolOf } from '../database';
import type { Logger } from '../logger';
import { metrics } from '../metrics';

const LOOK_EVERY_MS = 200;
/** Enough to measure a lag of some minutes. */
const MOST_SAMPLES = 1_500;

/** All that was committed before `at` lies before `position` in the log of the primary. */
interface Sample {
  at: number;
  position: bigint;
}

export interface ReplicaWatchOptions {
  primary: DataSource;
  replica: DataSource;
  maxLagMs: number;
  logger: Logger;
}

/**
 * Knows how far a replica is behind: it asks the primary for its position in the log, and then the replica whether it
 * has replayed it. So no two clocks are compared, and a primary that writes nothing does not look like a lag.
 */
export class ReplicaWatch {
  private readonly samples: Sample[] = [];
  private caughtUpAt = -Infinity;
  private wasFresh = false;
  private isStopped = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: ReplicaWatchOptions) {}

  start(): void {
    const lagMs = () => this.lagMs();
    metrics.removeSingleMetric('read_replica_lag_seconds');
    new Gauge({
      name: 'read_replica_lag_seconds',
      help: 'The age of the newest moment up to which the read replica is known to have replayed everything',
      registers: [metrics],
      collect() {
        this.set(lagMs() / 1_000);
      },
    });
    void this.round();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    if (this.options.replica.isInitialized) await this.options.replica.destroy();
  }

  get replica(): DataSource {
    return this.options.replica;
  }

  isFresh(): boolean {
    return this.lagMs() <= this.options.maxLagMs;
  }

  /** Until the next look finds that it answers and has caught up. */
  distrust(): void {
    this.caughtUpAt = -Infinity;
    this.samples.length = 0;
  }

  private lagMs(): number {
    return performance.now() - this.caughtUpAt;
  }

  private async round(): Promise<void> {
    let problem: unknown = null;
    try {
      await this.look();
    } catch (error) {
      problem = error;
    }
    if (this.isStopped) return;
    this.report(problem);
    this.timer = setTimeout(() => void this.round(), LOOK_EVERY_MS).unref();
  }

  private async look(): Promise<void> {
    const { primary, replica } = this.options;
    // Before the question, because what is committed while it is under way may lie behind the answer.
    const at = performance.now();
    const written = await poolOf(primary).query<{ position: string }>(
      'SELECT pg_current_wal_flush_lsn()::text AS position',
    );
    this.samples.push({ at, position: positionOf(written.rows[0]?.position ?? null) });
    if (this.samples.length > MOST_SAMPLES) this.samples.shift();
    if (!replica.isInitialized) await replica.initialize();
    const replayed = await poolOf(replica).query<{ position: string }>(
      'SELECT pg_last_wal_replay_lsn()::text AS position WHERE pg_is_in_recovery()',
    );
    this.learn(positionOf(replayed.rows[0]?.position ?? null));
  }

  private learn(replayed: bigint): void {
    while (this.samples[0] !== undefined && this.samples[0].position <= replayed) {
      this.caughtUpAt = this.samples[0].at;
      this.samples.shift();
    }
  }

  private report(problem: unknown): void {
    const isFresh = this.isFresh();
    if (isFresh === this.wasFresh) return;
    this.wasFresh = isFresh;
    const { logger } = this.options;
    if (isFresh) logger.info('The read replica is up to date and serves public reads');
    else logger.warn({ err: problem }, 'The read replica is behind or away: the primary serves public reads');
  }
}

/** Postgres writes a position as two hexadecimal numbers of 32 bits. */
function positionOf(position: string | null): bigint {
  const [, high, low] = /^([0-9A-F]+)\/([0-9A-F]+)$/.exec(position ?? '') ?? [];
  if (high === undefined || low === undefined) throw new Error('The server of the read replica is no standby');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}
