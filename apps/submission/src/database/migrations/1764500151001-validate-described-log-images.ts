import type { MigrationInterface, QueryRunner } from 'typeorm';

/** In a transaction of its own, which keeps no reader of the logs out while it scans their images. */
export class ValidateDescribedLogImages1764500151001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE log_images VALIDATE CONSTRAINT log_images_caption_check');
  }

  /** A constraint cannot become unproven again, and the migration before drops it. */
  async down(): Promise<void> {}
}
