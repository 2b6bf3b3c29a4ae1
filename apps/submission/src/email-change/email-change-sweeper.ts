import { sweeper } from '@shipyard/platform/sweep';
import { DataSource } from 'typeorm';
import { forgetExpiredEmailChanges } from '../accounts';

/** An address that was never confirmed is not kept longer than its links work. */
export const emailChangeSweeper = sweeper({
  name: 'expired changes of emails',
  everyMs: 10 * 60_000,
  inject: [DataSource],
  sweep: (dataSource) => forgetExpiredEmailChanges(dataSource.manager),
});
