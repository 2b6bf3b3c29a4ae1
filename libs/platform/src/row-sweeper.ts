import { DataSource } from 'typeorm';
import { inBatches, sweeper } from './sweep';

/** The LIMIT of the statement. */
export const SWEPT_AT_ONCE = 1_000;

/** Runs a DELETE of at most SWEPT_AT_ONCE rows every hour, again and again until there are fewer. */
export const rowSweeper = (name: string, statement: string, values: unknown[] = []) =>
  sweeper({
    name,
    everyMs: 60 * 60_000,
    inject: [DataSource],
    sweep: (dataSource) =>
      inBatches(SWEPT_AT_ONCE, async () => {
        const [, deleted] = await dataSource.query<[unknown, number]>(statement, values);
        return deleted;
      }),
  });
