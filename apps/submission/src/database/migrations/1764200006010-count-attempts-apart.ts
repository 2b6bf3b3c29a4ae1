import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts codes on calls with a session or token separately. Those at sign-in stay in `attempts`. */
export class CountAttemptsApart1764200006010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE second_factors
        ADD COLUMN credential_attempts integer NOT NULL DEFAULT 0
          CONSTRAINT second_factors_credential_attempts_check CHECK (credential_attempts BETWEEN 0 AND 10),
        ADD COLUMN credential_attempts_since timestamptz(3) NOT NULL DEFAULT now()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE second_factors DROP COLUMN credential_attempts, DROP COLUMN credential_attempts_since',
    );
  }
}
