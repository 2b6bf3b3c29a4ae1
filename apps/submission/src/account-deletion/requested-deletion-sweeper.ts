import type { Logger } from '@shipyard/platform/logger';
import { sweeper } from '@shipyard/platform/sweep';
import { DataSource } from 'typeorm';
import { findDueDeletions, lockDueDeletion } from '../accounts';
import { LOGGER } from '../runtime.module';

/** Deletes the accounts whose guardian asked for it some days ago, with all projects. */
export const requestedDeletionSweeper = sweeper({
  name: 'deletions that guardians asked for',
  everyMs: 10_000,
  inject: [DataSource, LOGGER],
  sweep: async (dataSource: DataSource, logger: Logger) => {
    for (const accountId of await findDueDeletions(dataSource.manager)) {
      const isDeleted = await dataSource.transaction(async (manager) => {
        if (!(await lockDueDeletion(manager, accountId))) return false;
        await manager.query(`SELECT erased FROM close_account($1, 'delete')`, [accountId]);
        return true;
      });
      if (isDeleted) logger.info({ account_id: accountId }, 'An account is deleted because its guardian asked for it');
    }
  },
});
