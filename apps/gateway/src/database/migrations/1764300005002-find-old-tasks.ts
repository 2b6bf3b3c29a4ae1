import type { MigrationInterface, QueryRunner } from 'typeorm';

export class FindOldTasks1764300005002 implements MigrationInterface {
  name = 'FindOldTasks1764300005002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX image_tasks_finished ON image_tasks (finished_at) WHERE swept_at IS NOT NULL');
    await runner.query('CREATE INDEX image_purchases_task ON image_purchases (task_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX image_purchases_task, image_tasks_finished');
  }
}
