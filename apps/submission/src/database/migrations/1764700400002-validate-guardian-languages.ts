import type { MigrationInterface, QueryRunner } from 'typeorm';

/** In a transaction of its own, which keeps no reader of the guardians out while it scans them. */
export class ValidateGuardianLanguages1764700400002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE guardians VALIDATE CONSTRAINT guardians_locale_check');
  }

  /** A constraint cannot become unproven again, and the migration before drops it. */
  async down(): Promise<void> {}
}
