import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateChanges1763900001000 implements MigrationInterface {
  name = 'CreateChanges1763900001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE change_entries (
        id uuid PRIMARY KEY,
        created_at timestamptz NOT NULL DEFAULT now(),
        actor_kind text NOT NULL CHECK (actor_kind IN ('admin_key', 'console_user')),
        actor_id uuid NOT NULL,
        actor_name text NOT NULL,
        request_id text NOT NULL,
        action text NOT NULL CHECK (action ~ '^[a-z_]+\\.[a-z_]+$'),
        subject_id text NOT NULL,
        before jsonb,
        after jsonb
      )`);
    await runner.query(`
      CREATE FUNCTION refuse_change_of_entries() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'The audit trail is append-only: % is refused', TG_OP;
      END $$`);
    await runner.query(`
      CREATE TRIGGER change_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON change_entries
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_entries()`);
    await runner.query(`
      CREATE TABLE console_sessions (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES console_users (id) ON DELETE CASCADE,
        secret_hash bytea NOT NULL CHECK (octet_length(secret_hash) = 32),
        expires_at timestamptz NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE UNIQUE INDEX console_sessions_secret_hash ON console_sessions (secret_hash)');
    await runner.query('CREATE INDEX console_sessions_user ON console_sessions (user_id)');
    await runner.query(`
      CREATE TABLE idempotency_keys (
        owner_id uuid NOT NULL,
        key_hash bytea NOT NULL CHECK (octet_length(key_hash) = 32),
        fingerprint_key_id text NOT NULL,
        fingerprint bytea NOT NULL CHECK (octet_length(fingerprint) = 32),
        claim_id uuid NOT NULL,
        leased_until timestamptz,
        answer bytea,
        is_sealed boolean NOT NULL DEFAULT false,
        expires_at timestamptz NOT NULL,
        PRIMARY KEY (owner_id, key_hash),
        CONSTRAINT idempotency_keys_are_done_or_leased CHECK ((answer IS NULL) = (leased_until IS NOT NULL))
      )`);
    await runner.query('CREATE UNIQUE INDEX idempotency_keys_claim ON idempotency_keys (claim_id)');
    await runner.query('CREATE INDEX idempotency_keys_expiry ON idempotency_keys (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE idempotency_keys, console_sessions, change_entries');
    await runner.query('DROP FUNCTION refuse_change_of_entries');
  }
}
