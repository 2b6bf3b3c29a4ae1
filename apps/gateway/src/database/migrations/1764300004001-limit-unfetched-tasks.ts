import type { MigrationInterface, QueryRunner } from 'typeorm';

export class LimitUnfetchedTasks1764300004001 implements MigrationInterface {
  name = 'LimitUnfetchedTasks1764300004001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE customers
        ADD max_open_tasks integer NOT NULL DEFAULT 2000 CHECK (max_open_tasks >= 0),
        ADD max_unfetched_tasks integer NOT NULL DEFAULT 2000 CHECK (max_unfetched_tasks >= 0)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE customers DROP max_unfetched_tasks, DROP max_open_tasks');
  }
}
