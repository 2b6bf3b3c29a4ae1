import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The models that a task is offered to, in order, each with what it would be ordered and charged with. */
export class OfferTasksToModels1764700300002 implements MigrationInterface {
  name = 'OfferTasksToModels1764700300002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE image_task_terms ADD offers jsonb');
  }

  /** A task that is not bought yet is then offered only to the model that its row names. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE image_task_terms DROP offers');
  }
}
