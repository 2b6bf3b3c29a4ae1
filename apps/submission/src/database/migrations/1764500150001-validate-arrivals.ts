import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Requests go on meanwhile. */
export class ValidateArrivals1764500150001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE projects VALIDATE CONSTRAINT projects_arrived_at_check');
  }

  /** A constraint stays valid until the migration before drops it. */
  async down(): Promise<void> {}
}
