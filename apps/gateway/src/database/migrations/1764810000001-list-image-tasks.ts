import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lists of tasks are read newest first, of a customer and of those that failed, which are few. */
export class ListImageTasks1764810000001 implements MigrationInterface {
  name = 'ListImageTasks1764810000001';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // What an interrupted build left behind is invalid.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS image_tasks_of_customer');
    await runner.query('CREATE INDEX CONCURRENTLY image_tasks_of_customer ON image_tasks (customer_id, id)');
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS image_tasks_failed');
    await runner.query(`CREATE INDEX CONCURRENTLY image_tasks_failed ON image_tasks (id) WHERE status = 'failed'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX image_tasks_failed, image_tasks_of_customer');
  }
}
