import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateImages1763700000004 implements MigrationInterface {
  name = 'CreateImages1763700000004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE image_tasks (
        id text PRIMARY KEY CHECK (id ~ '^imgtask_[0-9a-f]{32}$'),
        customer_id uuid NOT NULL REFERENCES customers (id),
        key_id uuid NOT NULL REFERENCES enterprise_keys (id),
        hold_id uuid NOT NULL,
        request_id text NOT NULL,
        model_id text NOT NULL,
        prompt text NOT NULL,
        size text NOT NULL,
        image_count integer NOT NULL CHECK (image_count BETWEEN 1 AND 10),
        user_label text,
        unit_price_nano bigint NOT NULL CHECK (unit_price_nano >= 0),
        status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'running', 'succeeded', 'failed')),
        step text CHECK (step IN ('submitting')),
        process_id uuid,
        route_id uuid,
        error_code text,
        error_message text,
        created_at timestamptz NOT NULL DEFAULT now(),
        queued_at timestamptz NOT NULL DEFAULT now(),
        started_at timestamptz,
        finished_at timestamptz,
        expires_at timestamptz,
        swept_at timestamptz,
        CHECK ((status = 'running') = (step IS NOT NULL)),
        CHECK ((status IN ('succeeded', 'failed')) = (finished_at IS NOT NULL)),
        CHECK ((finished_at IS NULL) = (expires_at IS NULL)),
        CHECK ((status = 'failed') = (error_code IS NOT NULL))
      )`);
    await runner.query(
      `CREATE INDEX image_tasks_open ON image_tasks (queued_at) WHERE status IN ('pending', 'running')`,
    );
    await runner.query('CREATE INDEX image_tasks_expiry ON image_tasks (expires_at) WHERE swept_at IS NULL');
    await runner.query('CREATE INDEX image_tasks_customer ON image_tasks (customer_id, created_at)');
    await runner.query(`
      CREATE TABLE image_files (
        id uuid PRIMARY KEY,
        task_id text REFERENCES image_tasks (id),
        position integer NOT NULL,
        extension text NOT NULL CHECK (extension IN ('png', 'jpg', 'webp')),
        bytes integer NOT NULL CHECK (bytes > 0),
        expires_at timestamptz NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX image_files_task ON image_files (task_id, position)');
    await runner.query('CREATE INDEX image_files_expiry ON image_files (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE image_files, image_tasks');
  }
}
