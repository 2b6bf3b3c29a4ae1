import { Inject, Injectable } from '@nestjs/common';
import { type Logger, uuidv7 } from '@shipyard/platform';
import { DataSource } from 'typeorm';
import { CONFIG, type GatewayConfig, LOGGER } from '../config';
import { PreparedStatements } from '../database/prepared-statements';

/** So many beats may be missed before a process counts as dead. */
const BEATS_A_LIFE = 6;

/**
 * This process's sign of life in the table of processes. Holds name the process that took them,
 * so that the holds of one that died can be told from those of one that is slow.
 */
@Injectable()
export class ProcessBeatsService {
  readonly processId = uuidv7();
  readonly beatMs: number;
  /** How many processes serve HTTP, this one too, as of its last beat. */
  servingProcesses = 1;
  private serves = false;
  private beatenAt = 0;
  private unbrokenSince = Infinity;
  private timer: NodeJS.Timeout | undefined;
  private started: Promise<void> | undefined;
  /** The beat that is under way. Never rejects. */
  private beating: Promise<void> = Promise.resolve();
  private isStopped = false;
  private readonly afterBeat: (() => Promise<void>)[] = [];
  private readonly statements: PreparedStatements;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: GatewayConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.statements = new PreparedStatements(dataSource);
    this.beatMs = (config.PROCESS_DEAD_AFTER_SECONDS * 1_000) / BEATS_A_LIFE;
  }

  /** Resolves once the first beat is written. May be called again. `serves`: whether it serves HTTP. */
  start({ serves }: { serves: boolean }): Promise<void> {
    this.serves = serves;
    this.started ??= this.beat().then(() => this.schedule());
    return this.started;
  }

  /** Ends the process's row once nothing refers to it any more: after the last request and job. */
  async stop(): Promise<void> {
    clearTimeout(this.timer);
    this.isStopped = true;
    // It would write the row again.
    await this.beating;
    await this.dataSource.query(
      'DELETE FROM processes WHERE id = $1 AND NOT EXISTS (SELECT FROM hold_blocks WHERE process_id = $1)',
      [this.processId],
    );
  }

  /** Runs after each beat, while Postgres is known to answer. */
  onBeat(listener: () => Promise<void>): void {
    this.afterBeat.push(listener);
  }

  /** For how long this process has beaten without a gap: after an outage of Postgres all others look dead for a moment, too. */
  unbrokenForMs(): number {
    return performance.now() - this.unbrokenSince;
  }

  private schedule(): void {
    if (this.isStopped) return;
    this.timer = setTimeout(() => {
      this.beating = this.beat()
        .catch((error: unknown) => {
          this.unbrokenSince = Infinity;
          this.logger.warn({ err: error }, 'This process could not give its sign of life');
        })
        .finally(() => this.schedule());
    }, this.beatMs);
    this.timer.unref();
  }

  private async beat(): Promise<void> {
    // Inserted again if a reaper took this process for dead and cleared it away.
    const [found] = await this.statements.query<{ others: number }>(BEAT, [this.processId, this.serves, this.config.PROCESS_DEAD_AFTER_SECONDS]);
    this.servingProcesses = 1 + (found?.others ?? 0);
    const now = performance.now();
    if (this.unbrokenSince === Infinity || now - this.beatenAt > 3 * this.beatMs) this.unbrokenSince = now;
    this.beatenAt = now;
    for (const listener of this.afterBeat) await listener();
  }
}

const BEAT = `
  WITH beat AS (INSERT INTO processes (id, serves) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET beaten_at = now())
  SELECT count(*)::int AS others FROM processes WHERE serves AND id <> $1 AND beaten_at > now() - make_interval(secs => $3::int)`;
