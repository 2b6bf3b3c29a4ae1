import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateIdempotencyKeys1763800002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE idempotency_keys (
        owner_id uuid NOT NULL CONSTRAINT idempotency_keys_owner_id_fkey REFERENCES accounts ON DELETE CASCADE,
        key_hash bytea NOT NULL CONSTRAINT idempotency_keys_key_hash_check CHECK (octet_length(key_hash) = 32),
        fingerprint_key_id text NOT NULL,
        fingerprint bytea NOT NULL CONSTRAINT idempotency_keys_fingerprint_check CHECK (octet_length(fingerprint) = 32),
        claim_id uuid NOT NULL CONSTRAINT idempotency_keys_claim_id_key UNIQUE,
        leased_until timestamptz(3),
        answer bytea,
        is_sealed boolean NOT NULL DEFAULT false,
        expires_at timestamptz(3) NOT NULL,
        CONSTRAINT idempotency_keys_pkey PRIMARY KEY (owner_id, key_hash),
        CONSTRAINT idempotency_keys_done_check CHECK ((answer IS NULL) = (leased_until IS NOT NULL))
      )`);
    await runner.query('CREATE INDEX idempotency_keys_expires_at_idx ON idempotency_keys (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE idempotency_keys');
  }
}
