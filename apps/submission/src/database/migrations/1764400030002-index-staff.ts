import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The worker asks each minute who is staff, among accounts that almost all are not. */
export class IndexStaff1764400030002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX accounts_staff_idx ON accounts (id) WHERE cardinality(roles) > 1');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX accounts_staff_idx');
  }
}
