import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = {
  accounts_created_at_idx: 'accounts (created_at, id) WHERE deleted_at IS NULL',
  reports_count_idx: 'reports (count, newest_at, id) WHERE closed_at IS NULL',
};

/** For the lists of accounts and reports. Where trigrams are installed, a part of a handle, name or email is found by them. */
export class IndexStaffLists1764600800005 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, columns] of Object.entries(INDEXES)) await build(runner, name, columns);
    const trigrams = await trigramSchema(runner);
    if (trigrams === null) return;
    const sought = ['handle', 'display_name', 'email'].map((column) => `lower(${column}) ${trigrams}.gin_trgm_ops`);
    await build(runner, 'accounts_search_idx', `accounts USING gin (${sought.join(', ')}) WHERE deleted_at IS NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS accounts_search_idx');
    for (const name of Object.keys(INDEXES)) await runner.query(`DROP INDEX ${name}`);
  }
}

async function build(runner: QueryRunner, name: string, columns: string): Promise<void> {
  await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
  await runner.query(`CREATE INDEX CONCURRENTLY ${name} ON ${columns}`);
}

async function trigramSchema(runner: QueryRunner): Promise<string | null> {
  const [extension] = await runner.manager.query<{ schema: string }[]>(
    `SELECT quote_ident(nspname) AS schema FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'pg_trgm'`,
  );
  return extension?.schema ?? null;
}
