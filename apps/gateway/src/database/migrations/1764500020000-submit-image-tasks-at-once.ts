import type { MigrationInterface, QueryRunner } from 'typeorm';
import { PREPAID, submitImageTask } from './submit-image-task';

export class SubmitImageTasksAtOnce1764500020000 implements MigrationInterface {
  name = 'SubmitImageTasksAtOnce1764500020000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(submitImageTask(PREPAID));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION submit_image_task');
  }
}
