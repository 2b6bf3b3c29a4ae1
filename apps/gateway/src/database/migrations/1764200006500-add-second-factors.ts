import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddSecondFactors1764200006500 implements MigrationInterface {
  name = 'AddSecondFactors1764200006500';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE second_factors (
        owner_id uuid PRIMARY KEY REFERENCES console_users (id) ON DELETE CASCADE,
        key_id text NOT NULL,
        sealed_secret bytea NOT NULL,
        confirmed_at timestamptz(3),
        last_step bigint,
        attempts integer NOT NULL DEFAULT 0 CHECK (attempts BETWEEN 0 AND 10),
        attempts_since timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT second_factors_are_confirmed_with_a_code CHECK ((confirmed_at IS NULL) = (last_step IS NULL))
      )`);
    await runner.query(`
      CREATE TABLE recovery_codes (
        owner_id uuid NOT NULL REFERENCES second_factors (owner_id) ON DELETE CASCADE,
        code_hash bytea NOT NULL CHECK (octet_length(code_hash) = 32),
        PRIMARY KEY (owner_id, code_hash)
      )`);
    await runner.query(
      'ALTER TABLE console_sessions ADD last_seen_at timestamptz(3) NOT NULL DEFAULT now(), ADD second_factor_at timestamptz(3)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE console_sessions DROP second_factor_at, DROP last_seen_at');
    await runner.query('DROP TABLE recovery_codes, second_factors');
  }
}
