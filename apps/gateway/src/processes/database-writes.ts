import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DatabaseUnavailable, sqlState } from '@shipyard/platform/database';
import type { Logger } from '@shipyard/platform/logger';
import { LOGGER } from '../config';
import { BillingStatements } from '../database/billing-statements';
import { HeartbeatsService } from './heartbeats.service';

const ANSWERED_WITHIN_MS = 5_000;
/** One write proves enough for this long, however often `/readyz` is asked. */
const PROVEN_FOR_MS = 500;
const AGAIN_MS = 500;
const DISK_FULL = '53100';
/** Longer than from one attempt to write a kept charge to the next. */
const FULL_FOR_MS = 10_000;

/**
 * Whether Postgres takes writes. A demoted primary, or one whose disk is full, answers every read. Only a write proves
 * more. The row of the test needs no more room, so a statement that found none is believed for a while.
 */
@Injectable()
export class DatabaseWrites implements OnApplicationShutdown {
  private provenAt = -Infinity;
  private failure: unknown;
  private full: { error: unknown; until: number } | undefined;
  private testing: Promise<void> | undefined;
  private again: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(
    private readonly statements: BillingStatements,
    private readonly heartbeats: HeartbeatsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationShutdown(): void {
    this.isStopped = true;
    clearTimeout(this.again);
  }

  get areTaken(): boolean {
    return this.refusal() === undefined;
  }

  /** Throws DatabaseUnavailable from the first failed test until a test succeeds, and while the disk is full. */
  assertTaken(): void {
    const refusal = this.refusal();
    if (refusal !== undefined) throw new DatabaseUnavailable('Postgres takes no writes', { cause: refusal });
  }

  /** Rejects if a write fails now. */
  async test(): Promise<void> {
    if (this.areTaken && performance.now() - this.provenAt < PROVEN_FOR_MS) return;
    await this.write();
    this.assertTaken();
  }

  /** Call it when a write failed: the fault may be its own, so a test decides, unless the disk is full. */
  doubt(error?: unknown): void {
    if (sqlState(error) === DISK_FULL) {
      if (this.areTaken) this.logRefused(error);
      this.full = { error, until: performance.now() + FULL_FOR_MS };
    }
    // The failure is kept in `failure`.
    void this.write().catch(() => undefined);
  }

  private refusal(): unknown {
    return this.failure ?? (this.full && performance.now() < this.full.until ? this.full.error : undefined);
  }

  private write(): Promise<void> {
    this.testing ??= this.writeOnce().finally(() => (this.testing = undefined));
    return this.testing;
  }

  private async writeOnce(): Promise<void> {
    try {
      await this.statements.query(WRITE, [this.heartbeats.processId], ANSWERED_WITHIN_MS);
      if (this.failure !== undefined) {
        // After the outage this process may look dead, and others would release the holds of its next calls.
        await this.heartbeats.sendNow();
        this.logger.info('Postgres takes writes again');
      }
      this.failure = undefined;
      this.provenAt = performance.now();
    } catch (error) {
      if (this.areTaken) this.logRefused(error);
      this.failure = error;
      this.testLater();
      throw error;
    }
  }

  private logRefused(error: unknown): void {
    this.logger.error({ err: error }, 'Postgres takes no writes: calls that cost money are refused');
  }

  private testLater(): void {
    if (this.isStopped) return;
    clearTimeout(this.again);
    this.again = setTimeout(() => this.doubt(), AGAIN_MS);
    this.again.unref();
  }
}

// Refused without this row too. It changes nothing, so heartbeats stay as they are.
const WRITE = 'WITH written AS (UPDATE processes SET serves = serves WHERE id = $1::uuid) SELECT';
