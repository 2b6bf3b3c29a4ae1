import { createLogger } from '@shipyard/platform/logger';
import { revertMigration } from '@shipyard/platform/database';
import { openSpecDatabase } from '@shipyard/testing';
import type { DataSource, QueryRunner } from 'typeorm';
import { submissionDataSource } from './data-source';
import { migrateDatabase } from './migrate-schema';

jest.setTimeout(120_000);

const ROWS = 2_000;

/** What Postgres has read without an index, and whether readers have to wait. */
const readTables = async (runner: QueryRunner) =>
  (await runner.query(
    `SELECT relname AS name, seq_tup_read AS rows, EXISTS (
       SELECT FROM pg_locks WHERE relation = relid AND pid = pg_backend_pid() AND mode = 'AccessExclusiveLock') AS "isClosed"
     FROM pg_stat_xact_user_tables WHERE relname IN ('accounts', 'projects') ORDER BY relname`,
  )) as { name: string; rows: string; isClosed: boolean }[];

describe('the migrations for deletions', () => {
  let dataSource: DataSource;

  beforeAll(async () => {
    const { ownerUrl } = await openSpecDatabase('submission', migrateDatabase);
    dataSource = submissionDataSource(ownerUrl, createLogger('specs'), 'specs', { timeLimitMs: 0 });
    await dataSource.initialize();
  });

  afterAll(() => dataSource.destroy());

  it('read no row of accounts and projects while they keep readers out, and mark deleted accounts again', async () => {
    await dataSource.query(
      `INSERT INTO accounts (id, handle, display_name, email, password_hash)
       SELECT gen_random_uuid(), 'person-' || n, 'Person', n || '@example.org', '' FROM generate_series(1, $1::int) n`,
      [ROWS],
    );
    await dataSource.query(`INSERT INTO programs (id, name) VALUES ('program', 'Program')`);
    await dataSource.query(
      `INSERT INTO projects (id, slug, program_id, owner_id, name, color) SELECT gen_random_uuid(), handle, 'program', id, 'A', 'red' FROM accounts`,
    );
    await dataSource.query(`SELECT close_account(id, 'anonymise') FROM accounts WHERE handle = 'person-7'`);
    const pending: string[] = [];
    for (let name: string | null = null; !name?.startsWith('PrepareDeletions'); pending.unshift(name)) {
      name = await revertMigration(dataSource);
      if (name === null) throw new Error('There is no migration to revert');
    }
    // Staff of the version before find the account and free it.
    await dataSource.query(`UPDATE accounts SET suspended_at = NULL, locale = 'zh-CN' WHERE email = id::text`);

    const migrations = dataSource.migrations.filter((migration) => pending.includes(migration.constructor.name));
    expect(migrations).toHaveLength(pending.length);
    const scans: unknown[] = [];
    for (const migration of migrations)
      await dataSource.transaction(async ({ queryRunner }) => {
        if (!queryRunner) throw new Error('A transaction has a query runner');
        const before = await readTables(queryRunner);
        await migration.up(queryRunner);
        const after = await readTables(queryRunner);
        for (const { name, rows, isClosed } of after)
          if (isClosed && rows !== before.find((table) => table.name === name)?.rows)
            scans.push({ migration: migration.constructor.name, table: name });
      });
    expect(scans).toEqual([]);
    expect(
      await dataSource.query(
        'SELECT deleted_at IS NOT NULL AS deleted, suspended_at IS NOT NULL AS suspended, handle FROM accounts WHERE email = id::text',
      ),
    ).toEqual([{ deleted: true, suspended: true, handle: '' }]);
    expect(await dataSource.query('SELECT count(*)::integer AS hashes FROM taken_handles')).toEqual([
      { hashes: ROWS - 1 },
    ]);
    expect(
      await dataSource.query(
        `SELECT conname FROM pg_constraint WHERE NOT convalidated AND conname ~ '_(deleted|hidden|handle)_check$'`,
      ),
    ).toEqual([]);
  });
});
