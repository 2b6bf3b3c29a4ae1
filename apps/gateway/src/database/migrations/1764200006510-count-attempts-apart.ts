import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Codes on calls with a session are counted apart from those at sign-in, which stay in `attempts`. */
export class CountAttemptsApart1764200006510 implements MigrationInterface {
  name = 'CountAttemptsApart1764200006510';

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
