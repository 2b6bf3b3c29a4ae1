import { Inject, Injectable } from '@nestjs/common';
import { uuidv7 } from '@shipyard/platform/ids';
import type { Logger } from '@shipyard/platform/logger';
import { CONFIG, type GatewayConfig, LOGGER } from '../config';
import { BillingStatements } from '../database/billing-statements';

/** How many missed heartbeats make a process dead, and how many interrupt its series. */
const MISSED_UNTIL_DEAD = 6;
const MISSED_UNTIL_BROKEN = 3;

/**
 * An SQL condition. After an outage all processes look dead, so a process may judge others only if its own heartbeats
 * came without a gap for long enough. It is part of the statement, which may have been sent before the outage.
 */
export const canJudgeDead = (processId: string, deadAfterSeconds: string) => `EXISTS (
  SELECT FROM processes own WHERE own.id = ${processId}::uuid AND own.unbroken_since <= now() - make_interval(secs => ${deadAfterSeconds}::int)
    AND own.beaten_at > now() - make_interval(secs => ${deadAfterSeconds}::int) / 2
)`;

export interface SeenProcess {
  id: string;
  /** It answers calls. Others are workers. */
  serves: boolean;
  startedAt: Date;
  beatenAt: Date;
  isAlive: boolean;
}

/** Holds name their process, so that those of a dead process can be found. */
@Injectable()
export class HeartbeatsService {
  readonly processId = uuidv7();
  readonly heartbeatMs: number;
  servingProcesses = 1;
  processes = 1;
  private serves = false;
  private timer: NodeJS.Timeout | undefined;
  private started: Promise<void> | undefined;
  /** The heartbeats that are under way. Never rejects. */
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

  /** Resolves after the first heartbeat. Safe to repeat. */
  start({ serves }: { serves: boolean }): Promise<void> {
    this.serves = serves;
    this.started ??= this.sendHeartbeat().then(() => this.schedule());
    return this.started;
  }

  /** Sends a heartbeat between two of the timer's, so that others see at once that this process lives. */
  async sendNow(): Promise<void> {
    if (this.started === undefined || this.isStopped) return;
    const written = this.write();
    this.track(written.catch(() => undefined));
    await written;
  }

  /** Call it after the last request and job, when nothing refers to the row. */
  async stop(): Promise<void> {
    clearTimeout(this.timer);
    this.isStopped = true;
    // It would insert the row again.
    await this.sending;
    await this.statements.query(
      'DELETE FROM processes WHERE id = $1 AND NOT EXISTS (SELECT FROM hold_blocks WHERE process_id = $1)',
      [this.processId],
    );
  }

  /** All processes that the database knows, the youngest first. */
  list(): Promise<SeenProcess[]> {
    return this.statements.query<SeenProcess>(LIST, [this.config.PROCESS_DEAD_AFTER_SECONDS]);
  }

  onHeartbeat(listener: () => Promise<void>): void {
    this.listeners.push(listener);
  }

  private schedule(): void {
    if (this.isStopped) return;
    this.timer = setTimeout(() => {
      const sent = this.sendHeartbeat()
        .catch((error: unknown) => this.logger.warn({ err: error }, 'This process could not write its heartbeat'))
        .finally(() => this.schedule());
      this.track(sent);
    }, this.heartbeatMs);
    this.timer.unref();
  }

  private track(sent: Promise<void>): void {
    this.sending = Promise.all([this.sending, sent]).then(() => undefined);
  }

  private async sendHeartbeat(): Promise<void> {
    await this.write();
    for (const listener of this.listeners) await listener();
  }

  private async write(): Promise<void> {
    // Inserted again if a reaper considered this process dead and deleted its row.
    const breakMs = MISSED_UNTIL_BROKEN * this.heartbeatMs;
    const [found] = await this.statements.query<{ serving: number; others: number }>(HEARTBEAT, [
      this.processId,
      this.serves,
      this.config.PROCESS_DEAD_AFTER_SECONDS,
      breakMs,
    ]);
    this.servingProcesses = Math.max(1, (this.serves ? 1 : 0) + (found?.serving ?? 0));
    this.processes = 1 + (found?.others ?? 0);
  }
}

// Uses the clock of Postgres, so that a statement delayed by an outage detects the gap.
const HEARTBEAT = `
  WITH beat AS (
    INSERT INTO processes (id, serves) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET beaten_at = now(),
      unbroken_since = CASE WHEN processes.beaten_at < now() - make_interval(secs => $4::float / 1000) THEN now() ELSE processes.unbroken_since END
  )
  SELECT count(*) FILTER (WHERE serves)::int AS serving, count(*)::int AS others FROM processes WHERE id <> $1 AND beaten_at > now() - make_interval(secs => $3::int)`;

const LIST = `
  SELECT id, serves, started_at AS "startedAt", beaten_at AS "beatenAt", coalesce(beaten_at > now() - make_interval(secs => $1::int), false) AS "isAlive"
  FROM processes ORDER BY id DESC LIMIT 200`;
