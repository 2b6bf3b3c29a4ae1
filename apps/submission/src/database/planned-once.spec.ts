import { plannedOnce } from '@shipyard/platform/database';
import { createLogger } from '@shipyard/platform/logger';
import { openSpecDatabase } from '@shipyard/testing';
import { submissionDataSource } from './data-source';
import { migrateDatabase } from './migrate-schema';

const READ = plannedOnce('SELECT name FROM programs WHERE id = $1');

it('keeps the plan of a marked statement in the session, also in transactions', async () => {
  const { servingUrl } = await openSpecDatabase('submission', migrateDatabase);
  const dataSource = await submissionDataSource(servingUrl, createLogger('specs'), 'specs').initialize();
  // One after the other, so all use one connection.
  for (let round = 0; round < 7; round += 1)
    await dataSource.transaction((manager) => manager.query(READ, [`program-${round}`]));
  const kept = await dataSource.query<{ statement: string; generic: number }[]>(
    'SELECT statement, generic_plans::integer AS generic FROM pg_prepared_statements',
  );
  await dataSource.destroy();
  expect(kept).toEqual([{ statement: READ, generic: 2 }]);
}, 120_000);
