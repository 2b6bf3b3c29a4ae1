import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateBilling1763700000003 implements MigrationInterface {
  name = 'CreateBilling1763700000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE processes (
        id uuid PRIMARY KEY,
        started_at timestamptz NOT NULL DEFAULT now(),
        beaten_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(`
      CREATE TABLE holds (
        id uuid PRIMARY KEY,
        customer_id uuid NOT NULL REFERENCES customers (id),
        key_id uuid NOT NULL REFERENCES enterprise_keys (id),
        request_id text NOT NULL,
        task_id text,
        process_id uuid REFERENCES processes (id),
        amount_nano bigint NOT NULL CHECK (amount_nano >= 0),
        held_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT holds_live_with_a_process_or_a_task CHECK ((process_id IS NULL) <> (task_id IS NULL))
      )`);
    await runner.query('CREATE INDEX holds_process ON holds (process_id)');
    await runner.query('CREATE INDEX holds_customer ON holds (customer_id)');
    await runner.query('CREATE UNIQUE INDEX holds_task ON holds (task_id)');
    await runner.query(`
      CREATE TABLE ledger_entries (
        id uuid PRIMARY KEY,
        created_at timestamptz NOT NULL DEFAULT now(),
        request_id text NOT NULL,
        task_id text,
        customer_id uuid NOT NULL REFERENCES customers (id),
        key_id uuid REFERENCES enterprise_keys (id),
        model text,
        account text NOT NULL CHECK (account IN ('customer', 'revenue', 'funding')),
        kind text NOT NULL CHECK (kind IN ('charge', 'credit', 'adjustment', 'loss')),
        amount_nano bigint NOT NULL,
        lines jsonb NOT NULL DEFAULT '[]',
        route_id uuid,
        supplier_cost_nano bigint
      )`);
    await runner.query(
      'CREATE UNIQUE INDEX ledger_entries_once_a_request ON ledger_entries (request_id, account, kind)',
    );
    await runner.query(
      'CREATE UNIQUE INDEX ledger_entries_once_a_task ON ledger_entries (task_id, account, kind) WHERE task_id IS NOT NULL',
    );
    await runner.query('CREATE INDEX ledger_entries_customer ON ledger_entries (customer_id, created_at, id)');
    await runner.query('CREATE INDEX ledger_entries_time ON ledger_entries (created_at, id)');
    await runner.query(`
      CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'The ledger is append-only: % is refused', TG_OP;
      END $$`);
    await runner.query(`
      CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE ledger_entries, holds, processes');
    await runner.query('DROP FUNCTION refuse_ledger_change');
  }
}
