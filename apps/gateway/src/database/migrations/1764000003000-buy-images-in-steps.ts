import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A task is bought in calls of a supplier, each with its own steps. Poll slots limit how often suppliers are asked. */
export class BuyImagesInSteps1764000003000 implements MigrationInterface {
  name = 'BuyImagesInSteps1764000003000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE image_purchases (
        id uuid PRIMARY KEY,
        task_id text NOT NULL REFERENCES image_tasks (id),
        position integer NOT NULL CHECK (position BETWEEN 0 AND 9),
        image_count integer NOT NULL CHECK (image_count BETWEEN 1 AND 10),
        step text NOT NULL DEFAULT 'submitting' CHECK (step IN ('submitting', 'submitted', 'drawn', 'refused', 'failed', 'lost')),
        process_id uuid NOT NULL,
        route_id uuid NOT NULL,
        supplier_id text NOT NULL,
        upstream_model text NOT NULL,
        key_fingerprint text,
        unit_cost_nano bigint CHECK (unit_cost_nano >= 0),
        job_id text,
        poll_at timestamptz,
        failed_polls integer NOT NULL DEFAULT 0,
        drawn_count integer CHECK (drawn_count BETWEEN 1 AND image_count),
        error_code text,
        error_message text,
        begun_at timestamptz NOT NULL DEFAULT now(),
        ended_at timestamptz,
        CHECK (step <> 'submitted' OR (job_id IS NOT NULL AND poll_at IS NOT NULL)),
        CHECK ((step = 'drawn') = (drawn_count IS NOT NULL)),
        CHECK ((step IN ('refused', 'failed', 'lost')) = (error_code IS NOT NULL)),
        CHECK ((step IN ('submitting', 'submitted')) = (ended_at IS NULL))
      )`);
    // No part of a task is bought twice. A refused call was not bought.
    await runner.query(
      `CREATE UNIQUE INDEX image_purchases_once ON image_purchases (task_id, position) WHERE step <> 'refused'`,
    );
    await runner.query(`
      CREATE TABLE image_poll_turns (
        supplier_id text NOT NULL,
        kind text NOT NULL CHECK (kind IN ('waited', 'task')),
        next_at timestamptz NOT NULL,
        PRIMARY KEY (supplier_id, kind)
      )`);
    await runner.query('ALTER TABLE image_files ADD revised_prompt text');
    await runner.query(`
      ALTER TABLE image_tasks
        DROP COLUMN step,
        ADD supplier_cost_nano bigint CHECK (supplier_cost_nano >= 0)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE image_tasks
        DROP COLUMN supplier_cost_nano,
        ADD step text CHECK (step IN ('submitting'))`);
    await runner.query(`UPDATE image_tasks SET step = 'submitting' WHERE status = 'running'`);
    await runner.query(`ALTER TABLE image_tasks ADD CHECK ((status = 'running') = (step IS NOT NULL))`);
    await runner.query('ALTER TABLE image_files DROP revised_prompt');
    await runner.query('DROP TABLE image_poll_turns, image_purchases');
  }
}
