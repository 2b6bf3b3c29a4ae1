import { readFileSync } from 'node:fs';
import path from 'node:path';
import { openSpecDatabase } from '@shipyard/testing';
import { type KnownColumn, proveSql } from '@shipyard/testing/proven-sql';
import { migrateDatabase } from './database/migrate-schema';

const NEVER_NULL: readonly KnownColumn[] = [
  {
    file: 'apps/gateway/src/billing/waiting-holds.ts',
    column: 'surplus',
    because: 'surplus is granted only where all needs are met',
  },
  {
    file: 'apps/gateway/src/billing/waiting-holds.ts',
    column: 'free',
    because: 'surplus is granted only where all needs are met',
  },
  {
    file: 'apps/gateway/src/images/tasks/image-tasks.service.ts',
    column: 'outcome',
    because: 'submit_image_task sets it before each return',
  },
  {
    file: 'apps/gateway/src/images/tasks/image-tasks.service.ts',
    column: 'turn',
    because: 'submit_image_task counts open tasks first',
  },
  { file: 'apps/gateway/src/changes/credit-record.ts', column: 'reason', because: 'every record of a credit has both' },
  {
    file: 'apps/gateway/src/changes/credit-record.ts',
    column: 'balance_cny',
    because: 'every record of a credit has both',
  },
  {
    file: 'apps/gateway/src/billing/ledger-sealer.ts',
    column: 'sealed',
    because: 'seal_ledger_day answers true or false',
  },
  {
    file: 'apps/gateway/src/billing/ledger-verification.ts',
    column: 'rows',
    because: 'read_ledger_day counts and sums, and the columns of a seal are required',
  },
  {
    file: 'apps/gateway/src/billing/ledger-verification.ts',
    column: 'has_hash',
    because: 'read_ledger_day counts and sums, and the columns of a seal are required',
  },
  {
    file: 'apps/gateway/src/billing/ledger-verification.ts',
    column: 'has_sums',
    because: 'read_ledger_day counts and sums, and the columns of a seal are required',
  },
  {
    file: 'apps/gateway/src/billing/losses.service.ts',
    column: 'reason',
    because: 'COALESCE fills it in where the group is asked for, and else nobody reads it',
  },
  { file: 'apps/gateway/src/billing/task-holds.service.ts', column: 'model', because: 'the given lists have no NULL' },
  { file: 'apps/gateway/src/database/partition-sweeper.ts', column: 'dropped', because: 'the function counts' },
  {
    file: 'apps/gateway/src/database/partitions.ts',
    column: 'until',
    because: 'each table has partitions with a bound',
  },
  { file: 'apps/gateway/src/keys/keys.service.ts', column: 'version', because: 'key_changes has one row' },
  {
    file: 'apps/gateway/src/supplier-usage/supplier-drift.service.ts',
    column: 'supplier_id',
    because: 'FULL JOIN USING merges two columns of which one is there',
  },
  {
    file: 'apps/gateway/src/supplier-usage/supplier-drift.service.ts',
    column: 'upstream_model',
    because: 'FULL JOIN USING merges two columns of which one is there',
  },
  {
    file: 'apps/gateway/src/supplier-usage/supplier-drift.service.ts',
    column: 'unit_type',
    because: 'FULL JOIN USING merges two columns of which one is there',
  },
];

/** It reads all sources of the service. A limit for what has gone wrong. */
const TIME_LIMIT_MS = 600_000;

const WORKSPACE = path.resolve(__dirname, '../../..');

describe('SQL in the sources', () => {
  let url: string;

  beforeAll(async () => ({ ownerUrl: url } = await openSpecDatabase('gateway', migrateDatabase)));

  it(
    'is prepared on the migrated schema, and its rows are what the types say',
    async () => {
      const { faults, calls } = await proveSql({
        url,
        schema: 'gateway',
        workspace: WORKSPACE,
        folders: ['apps/gateway/src', 'libs/auth/src', 'libs/http/src', 'libs/platform/src'],
        // Names tables and roles as they come, once per migration.
        exceptFiles: ['libs/platform/src/database/serving-rights.ts'],
        neverNull: NEVER_NULL,
        neverSent: [
          {
            file: 'libs/http/src/idempotency-records.ts',
            text: 'subject_id',
            because: 'only the submission service names a subject',
          },
        ],
      });
      expect(faults.join('\n')).toBe('');
      expect(calls).toBeGreaterThan(60);
    },
    TIME_LIMIT_MS,
  );

  it(
    'is refused for each kind of fault',
    async () => {
      const folder = 'libs/testing/src/proven-sql/__fixtures__';
      const lines = readFileSync(path.join(WORKSPACE, folder, 'faulty-statements.ts'), 'utf8').split('\n');
      const faulty = lines.flatMap((line, at) =>
        line.includes('manager.query') ? [`${folder}/faulty-statements.ts:${at + 1}`] : [],
      );
      const { faults } = await proveSql({
        url,
        schema: 'gateway',
        workspace: WORKSPACE,
        folders: [folder],
        exceptFiles: [],
        neverNull: [],
      });
      expect(new Set(faults.map((fault) => fault.split(': ')[0]))).toEqual(new Set(faulty));
    },
    TIME_LIMIT_MS,
  );
});
