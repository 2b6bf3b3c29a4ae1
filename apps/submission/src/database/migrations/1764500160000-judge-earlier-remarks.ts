import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A review says which remarks of the one before it found met. Reviews that are there already say nothing of it. */
export class JudgeEarlierRemarks1764500160000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE reviews ADD COLUMN earlier_remarks jsonb NOT NULL DEFAULT '[]'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE reviews DROP COLUMN earlier_remarks');
  }
}
