import path from 'node:path';
import { openSpecDatabase, proveSql } from '@shipyard/testing';
import { migrateDatabase } from './database/migrate-schema';

/** It reads all sources of the service. A limit for what has gone wrong. */
const TIME_LIMIT_MS = 180_000;

it('prepares every statement on the migrated schema, and its rows are what the types say', async () => {
  const { ownerUrl } = await openSpecDatabase('submission', migrateDatabase);
  const { faults, calls } = await proveSql({
    url: ownerUrl,
    schema: 'submission',
    workspace: path.resolve(__dirname, '../../..'),
    folders: ['apps/submission/src', 'libs/auth/src', 'libs/http/src', 'libs/platform/src'],
    // Names tables and roles as they come, once at a migration.
    exceptFiles: ['libs/platform/src/serving-rights.ts'],
    neverNull: [],
  });
  if (process.env.PSQL_OUT) require('node:fs').writeFileSync(process.env.PSQL_OUT, faults.join('\n'));
  expect(faults.join('\n')).toBe('');
  expect(calls).toBeGreaterThan(60);
}, TIME_LIMIT_MS);
