import { Inject, Injectable } from '@nestjs/common';
import { plannedOnce } from '@shipyard/platform/database';
import type { Logger } from '@shipyard/platform/logger';
import { ObjectStore } from '@shipyard/platform/object-store';
import { sweeper } from '@shipyard/platform/sweep';
import { DataSource } from 'typeorm';
import { deleteProjectFiles } from '../assets';
import { eraseForDeletedAccount, findErasing } from '../projects';
import { LOGGER } from '../runtime.module';

/** After this time without progress, another worker takes over. */
const LEASE_SECONDS = 15;
const RETRY_AT_MOST_SECONDS = 300;
const BATCH = 20;

/**
 * Erases the projects of deleted accounts, which nobody can see any more:
 * 1. Claim an open deletion for LEASE_SECONDS, and again before each project.
 * 2. Delete the files of a project, then its rows. A crash in between leaves the rows that name the files.
 * 3. Without projects left, mark the deletion as finished.
 * 4. After a failure, wait longer each time, up to RETRY_AT_MOST_SECONDS. A deletion is never given up.
 */
@Injectable()
export class DeletedAccountEraser {
  constructor(
    private readonly dataSource: DataSource,
    private readonly store: ObjectStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async sweep(signal: AbortSignal): Promise<void> {
    for (let accountId = await this.claim(); accountId !== null; accountId = await this.claim()) {
      try {
        await this.erase(accountId, signal);
        if (signal.aborted) return;
      } catch (error) {
        this.logger.warn({ err: error, account_id: accountId }, 'The deletion of an account is tried again');
        await this.retryLater(accountId);
      }
    }
  }

  private async erase(accountId: string, signal: AbortSignal): Promise<void> {
    for (;;) {
      const projectIds = await findErasing(this.dataSource, accountId, BATCH);
      if (projectIds.length === 0) return this.finish(accountId);
      for (const projectId of projectIds) {
        if (signal.aborted) return;
        await this.renew(accountId);
        await deleteProjectFiles(this.dataSource, this.store, projectId);
        await this.dataSource.transaction((manager) => eraseForDeletedAccount(manager, projectId));
      }
    }
  }

  private async claim(): Promise<string | null> {
    const [[claimed]] = await this.dataSource.query<[{ accountId: string }[], number]>(
      plannedOnce(`UPDATE account_deletions SET next_run_at = now() + make_interval(secs => $1) WHERE account_id = (
         SELECT account_id FROM account_deletions WHERE finished_at IS NULL AND next_run_at <= now()
         ORDER BY next_run_at LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING account_id AS "accountId"`),
      [LEASE_SECONDS],
    );
    return claimed?.accountId ?? null;
  }

  private async renew(accountId: string): Promise<void> {
    await this.dataSource.query(
      'UPDATE account_deletions SET next_run_at = now() + make_interval(secs => $2) WHERE account_id = $1',
      [accountId, LEASE_SECONDS],
    );
  }

  private async finish(accountId: string): Promise<void> {
    await this.dataSource.query(
      'UPDATE account_deletions SET finished_at = now() WHERE account_id = $1 AND finished_at IS NULL',
      [accountId],
    );
    this.logger.info({ account_id: accountId }, 'A deleted account is erased');
  }

  private async retryLater(accountId: string): Promise<void> {
    await this.dataSource.query(
      `UPDATE account_deletions SET failed_runs = failed_runs + 1,
         next_run_at = now() + make_interval(secs => least($2, 2 * (failed_runs + 1))) WHERE account_id = $1`,
      [accountId, RETRY_AT_MOST_SECONDS],
    );
  }
}

export const accountDeletionSweeper = sweeper({
  name: 'deleted accounts',
  everyMs: 2_000,
  inject: [DeletedAccountEraser],
  sweep: (eraser, signal) => eraser.sweep(signal),
});
