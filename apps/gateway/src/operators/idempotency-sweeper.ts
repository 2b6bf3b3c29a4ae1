import { sweepIdempotencyKeys } from '@shipyard/http';
import { sweeper } from '@shipyard/platform/sweep';
import { DataSource } from 'typeorm';

export const idempotencySweeper = sweeper({
  name: 'operators’ old Idempotency-Keys',
  everyMs: 10 * 60_000,
  inject: [DataSource],
  sweep: (dataSource) => sweepIdempotencyKeys(dataSource),
});
