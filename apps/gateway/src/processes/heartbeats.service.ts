import { Inject, Injectable } from '@nestjs/common';
import { type Logger, uuidv7 } from '@shipyard/platform';
import { CONFIG, type GatewayConfig, LOGGER } from '../config';
import { BillingStatements } from '../database/billing-statements';

/** So many beats may be missed before a process counts as dead, and so many before its heartbeats count as broken. */
const MISSED_UNTIL_DEAD = 6;
const MISSED_UNTIL_BROKEN = 3;

/**
 * A condition in SQL: whether a process can tell dead ones. When Postgres was away, all look dead. So its own heartbeats must have come without a gap for as
 * long as makes another one dead, by the clock of Postgres and in the statement that acts on it, which may have been sent before the outage.
 */
export const canJudgeDead = (processId: string, deadAfterSeconds: string) => `EXISTS (
  SELECT FROM processes own WHERE own.id = ${processId}::uuid AND own.unbroken_since <= now() - make_interval(secs => ${deadAfterSeconds}::int)
    AND own.beaten_at > now() - make_interval(secs => ${deadAfterSeconds}::int) / 2
)`;

/**
 * This process's sign of life in the table of processes. Holds name the process that took them,
 * so that the holds of one that died can be told from those of one that is slow.
 */
@Injectable()
export class HeartbeatsService {
  readonly processId = uuidv7();
  readonly heartbeatMs: number;
  /** How many processes serve HTTP, at least one, as of the last beat. */
  servingProcesses = 1;
  /** How many there are in all, workers too. */
  processes = 1;
  private serves = false;
  private timer: NodeJS.Timeout | undefined;
  private started: Promise<void> | undefined;
  /** The beat that is under way. Never rejects. */
  private sending: Promise<void> = Promise.resolve();
  private isStopped = false;
  private readonly listeners: (() => Promise<void>)[] = [];

  constructor(
    private readonly statements: BillingStatements,
    @Inject(CONFIG) private readonly config: GatewayConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.heartbeatMs = (config.PROCESS_DEAD_AFTER_SECONDS * 1_000) / MISSED_UNTIL_DEAD;
  }

  /** Resolves once the first beat is written. May be called again. `serves`: whether it serves HTTP. */
  start({ serves }: { serves: boolean }): Promise<void> {
    this.serves = serves;
    this.started ??= this.sendHeartbeat().then(() => this.schedule());
    return this.started;
  }

  /** Ends the process's row once nothing refers to it any more: after the last request and job. */
  async stop(): Promise<void> {
    clearTimeout(this.timer);
    this.isStopped = true;
    // It would write the row again.
    await this.sending;
    await this.statements.query(
      'DELETE FROM processes WHERE id = $1 AND NOT EXISTS (SELECT FROM hold_blocks WHERE process_id = $1)',
      [this.processId],
    );
  }

  /** Runs after each beat, while Postgres is known to answer. */
  onHeartbeat(listener: () => Promise<void>): void {
    this.listeners.push(listener);
  }

  private schedule(): void {
    if (this.isStopped) return;
    this.timer = setTimeout(() => {
      this.sending = this.sendHeartbeat()
        .catch((error: unknown) => this.logger.warn({ err: error }, 'This process could not give its sign of life'))
        .finally(() => this.schedule());
    }, this.heartbeatMs);
    this.timer.unref();
  }

  private async sendHeartbeat(): Promise<void> {
    // Inserted again if a reaper took this process for dead and cleared it away.
    const breakMs = MISSED_UNTIL_BROKEN * this.heartbeatMs;
    const [found] = await this.statements.query<{ serving: number; others: number }>(HEARTBEAT, [this.processId, this.serves, this.config.PROCESS_DEAD_AFTER_SECONDS, breakMs]);
    this.servingProcesses = Math.max(1, (this.serves ? 1 : 0) + (found?.serving ?? 0));
    this.processes = 1 + (found?.others ?? 0);
    for (const listener of this.listeners) await listener();
  }
}

// By the clock of Postgres: a statement that it did not do while it was away, and does now, finds that it was.
const HEARTBEAT = `
  WITH beat AS (
    INSERT INTO processes (id, serves) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET beaten_at = now(),
      unbroken_since = CASE WHEN processes.beaten_at < now() - make_interval(secs => $4::float / 1000) THEN now() ELSE processes.unbroken_since END
  )
  SELECT count(*) FILTER (WHERE serves)::int AS serving, count(*)::int AS others FROM processes WHERE id <> $1 AND beaten_at > now() - make_interval(secs => $3::int)`;
