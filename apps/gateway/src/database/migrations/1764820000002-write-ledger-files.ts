import type { MigrationInterface, QueryRunner } from 'typeorm';

export class WriteLedgerFiles1764820000002 implements MigrationInterface {
  name = 'WriteLedgerFiles1764820000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE ledger_files (
        id uuid PRIMARY KEY,
        asked_by text NOT NULL,
        customer_id uuid,
        request_id text,
        starts_at timestamptz,
        ends_at timestamptz NOT NULL,
        status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'running', 'succeeded')),
        part_count integer NOT NULL DEFAULT 0 CHECK (part_count >= 0),
        row_count bigint NOT NULL DEFAULT 0 CHECK (row_count >= 0),
        bytes bigint NOT NULL DEFAULT 0 CHECK (bytes >= 0),
        last_created_at text,
        last_entry_id uuid,
        oldest_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        finished_at timestamptz,
        expires_at timestamptz NOT NULL,
        CONSTRAINT ledger_files_end_once CHECK ((status = 'succeeded') = (finished_at IS NOT NULL)),
        CONSTRAINT ledger_files_know_their_place CHECK ((last_created_at IS NULL) = (last_entry_id IS NULL))
      )`);
    await runner.query('CREATE INDEX ledger_files_expire ON ledger_files (expires_at)');
    await runner.query(`CREATE INDEX ledger_files_open ON ledger_files (id) WHERE status <> 'succeeded'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE ledger_files');
  }
}
