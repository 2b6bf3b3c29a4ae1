import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Why a review failed, as a code. `failure` keeps the sentence that the API answered, which may be another one, and
 * which code no longer compares.
 */
export class CodeReviewFailures1764500100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE reviews ADD COLUMN failure_code text,
        ADD CONSTRAINT reviews_failure_code_check CHECK (failure_code IN ('unfinished', 'stopped', 'unreachable')) NOT VALID`);
    await runner.query(`
      UPDATE reviews SET failure_code = CASE
        WHEN failure LIKE '%: the review could not be finished. %' THEN 'unfinished'
        WHEN failure LIKE '%: the review stopped several times. %' THEN 'stopped'
        ELSE 'unreachable' END
      WHERE failure LIKE 'Our side failed, not your project: %'`);
    await runner.query('ALTER TABLE reviews VALIDATE CONSTRAINT reviews_failure_code_check');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE reviews DROP COLUMN failure_code');
  }
}
