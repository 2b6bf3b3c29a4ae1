import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Requests hold money in blocks of their process, and image tasks individually. */
export class HoldInBlocks1763900002001 implements MigrationInterface {
  name = 'HoldInBlocks1763900002001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE budget_windows (
        key_id uuid NOT NULL REFERENCES enterprise_keys (id),
        starts_at timestamptz NOT NULL,
        used_nano bigint NOT NULL DEFAULT 0 CHECK (used_nano >= 0),
        held_nano bigint NOT NULL DEFAULT 0 CHECK (held_nano >= 0),
        PRIMARY KEY (key_id, starts_at)
      )`);
    await runner.query(`
      CREATE TABLE hold_blocks (
        id uuid PRIMARY KEY,
        process_id uuid NOT NULL REFERENCES processes (id),
        customer_id uuid NOT NULL REFERENCES customers (id),
        key_id uuid NOT NULL REFERENCES enterprise_keys (id),
        window_starts_at timestamptz,
        amount_nano bigint NOT NULL CHECK (amount_nano >= 0),
        spare boolean NOT NULL,
        recalled boolean NOT NULL DEFAULT false,
        turn integer NOT NULL DEFAULT 0,
        changed_at timestamptz NOT NULL DEFAULT now(),
        FOREIGN KEY (key_id, window_starts_at) REFERENCES budget_windows (key_id, starts_at)
      )`);
    await runner.query('CREATE INDEX hold_blocks_process ON hold_blocks (process_id)');
    await runner.query('CREATE INDEX hold_blocks_customer ON hold_blocks (customer_id)');
    await runner.query(`
      WITH released AS (
        DELETE FROM holds WHERE process_id IS NOT NULL RETURNING customer_id, amount_nano
      ), totals AS (
        SELECT customer_id, sum(amount_nano)::bigint AS amount_nano FROM released GROUP BY customer_id
      )
      UPDATE customers SET held_nano = held_nano - totals.amount_nano FROM totals WHERE customers.id = totals.customer_id`);
    await runner.query(`
      ALTER TABLE holds
        DROP CONSTRAINT holds_live_with_a_process_or_a_task,
        DROP COLUMN process_id,
        ALTER COLUMN task_id SET NOT NULL,
        ADD window_starts_at timestamptz,
        ADD FOREIGN KEY (key_id, window_starts_at) REFERENCES budget_windows (key_id, starts_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE customers SET held_nano = held_nano - totals.amount_nano
      FROM (SELECT customer_id, sum(amount_nano)::bigint AS amount_nano FROM hold_blocks GROUP BY customer_id) totals
      WHERE customers.id = totals.customer_id`);
    await runner.query(`
      ALTER TABLE holds
        DROP COLUMN window_starts_at,
        ALTER COLUMN task_id DROP NOT NULL,
        ADD process_id uuid REFERENCES processes (id),
        ADD CONSTRAINT holds_live_with_a_process_or_a_task CHECK ((process_id IS NULL) <> (task_id IS NULL))`);
    await runner.query('CREATE INDEX holds_process ON holds (process_id)');
    await runner.query('DROP TABLE hold_blocks, budget_windows');
  }
}
