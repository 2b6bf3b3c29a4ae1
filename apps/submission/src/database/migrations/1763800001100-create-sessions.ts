import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateSessions1763800001100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE sessions (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL CONSTRAINT sessions_account_id_fkey REFERENCES accounts ON DELETE CASCADE,
        secret_hash bytea NOT NULL CONSTRAINT sessions_secret_hash_key UNIQUE
          CONSTRAINT sessions_secret_hash_check CHECK (octet_length(secret_hash) = 32),
        expires_at timestamptz(3) NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX sessions_account_id_idx ON sessions (account_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE sessions');
  }
}
