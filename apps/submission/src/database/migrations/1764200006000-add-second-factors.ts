import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddSecondFactors1764200006000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE second_factors (
        owner_id uuid PRIMARY KEY CONSTRAINT second_factors_owner_id_fkey REFERENCES accounts ON DELETE CASCADE,
        key_id text NOT NULL,
        sealed_secret bytea NOT NULL,
        confirmed_at timestamptz(3),
        last_step bigint,
        attempts integer NOT NULL DEFAULT 0 CONSTRAINT second_factors_attempts_check CHECK (attempts BETWEEN 0 AND 10),
        attempts_since timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT second_factors_confirmed_check CHECK ((confirmed_at IS NULL) = (last_step IS NULL))
      )`);
    await runner.query(`
      CREATE TABLE recovery_codes (
        owner_id uuid NOT NULL CONSTRAINT recovery_codes_owner_id_fkey REFERENCES second_factors ON DELETE CASCADE,
        code_hash bytea NOT NULL CONSTRAINT recovery_codes_code_hash_check CHECK (octet_length(code_hash) = 32),
        CONSTRAINT recovery_codes_pkey PRIMARY KEY (owner_id, code_hash)
      )`);
    await runner.query(
      'ALTER TABLE sessions ADD last_seen_at timestamptz(3) NOT NULL DEFAULT now(), ADD second_factor_at timestamptz(3)',
    );
    await runner.query('ALTER TABLE api_tokens ADD second_factor_at timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE api_tokens DROP second_factor_at');
    await runner.query('ALTER TABLE sessions DROP second_factor_at, DROP last_seen_at');
    await runner.query('DROP TABLE recovery_codes, second_factors');
  }
}
