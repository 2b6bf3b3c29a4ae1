import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tells HTTP processes, which share the limits of keys, from workers. Indexes the open tasks of a customer. */
export class ShareLimits1763900007000 implements MigrationInterface {
  name = 'ShareLimits1763900007000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE processes ADD serves boolean NOT NULL DEFAULT false');
    await runner.query(
      `CREATE INDEX image_tasks_customer_open ON image_tasks (customer_id) WHERE status IN ('pending', 'running')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX image_tasks_customer_open');
    await runner.query('ALTER TABLE processes DROP serves');
  }
}
