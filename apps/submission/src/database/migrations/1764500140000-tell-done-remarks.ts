import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A review is told which remarks of the one before its maker has dealt with. */
export class TellDoneRemarks1764500140000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE reviews ADD COLUMN said_done text[] NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE reviews DROP COLUMN said_done');
  }
}
