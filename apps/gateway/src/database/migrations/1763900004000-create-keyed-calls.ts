import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateKeyedCalls1763900004000 implements MigrationInterface {
  name = 'CreateKeyedCalls1763900004000';

  async up(runner: QueryRunner): Promise<void> {
    // No reference to a process: its row is deleted when it stops, and the answers stay.
    await runner.query(`
      CREATE TABLE keyed_calls (
        customer_id uuid NOT NULL REFERENCES customers (id),
        key_hash bytea NOT NULL CHECK (octet_length(key_hash) = 32),
        master_key_id text NOT NULL,
        fingerprint bytea NOT NULL CHECK (octet_length(fingerprint) = 32),
        claim_id uuid NOT NULL UNIQUE,
        request_id text NOT NULL,
        process_id uuid NOT NULL,
        is_final boolean NOT NULL DEFAULT false,
        answer bytea,
        expires_at timestamptz NOT NULL,
        PRIMARY KEY (customer_id, key_hash)
      )`);
    await runner.query('CREATE INDEX keyed_calls_expiry ON keyed_calls (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE keyed_calls');
  }
}
