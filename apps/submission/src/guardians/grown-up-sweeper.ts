import { sweeper } from '@shipyard/platform/sweep';
import { DataSource } from 'typeorm';
import { childrenBornAfter, findGrownUp, forgetGuardian } from '../accounts';
import { CONFIG, type WorkerConfig } from '../config';
import { lockProjectsOf, releaseProjectsOf } from '../projects';

/** Forgets the guardians of people who are old enough. With consent turned off, all stay as they are. */
export const grownUpSweeper = sweeper({
  name: 'guardians of people who are old enough',
  everyMs: 60 * 60_000,
  inject: [DataSource, CONFIG],
  sweep: async (dataSource: DataSource, config: Pick<WorkerConfig, 'GUARDIAN_CONSENT_BELOW'>) => {
    if (config.GUARDIAN_CONSENT_BELOW === 0) return;
    for (const accountId of await findGrownUp(dataSource.manager, childrenBornAfter(config)))
      await dataSource.transaction(async (manager) => {
        await lockProjectsOf(manager, accountId);
        await releaseProjectsOf(manager, accountId);
        await forgetGuardian(manager, accountId);
      });
  },
});
