import type { MigrationInterface, QueryRunner } from 'typeorm';

/** In a transaction of its own, which keeps no reader of the logs out while it scans them. */
export class ValidateWithdrawnLogs1764500110001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE logs VALIDATE CONSTRAINT logs_withdrawn_check');
  }

  /** A constraint cannot become unproven again, and the migration before drops it. */
  async down(): Promise<void> {}
}
