import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateCustomersAndKeys1763700000001 implements MigrationInterface {
  name = 'CreateCustomersAndKeys1763700000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE customers (
        id uuid PRIMARY KEY,
        name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
        time_zone text NOT NULL DEFAULT 'Asia/Shanghai',
        status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended')),
        balance_nano bigint NOT NULL DEFAULT 0,
        held_nano bigint NOT NULL DEFAULT 0 CHECK (held_nano >= 0),
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT customers_never_overdrawn CHECK (balance_nano >= held_nano)
      )`);
    await runner.query(`
      CREATE TABLE enterprise_keys (
        id uuid PRIMARY KEY,
        customer_id uuid NOT NULL REFERENCES customers (id),
        name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
        secret_hash bytea NOT NULL CHECK (octet_length(secret_hash) = 32),
        last4 text NOT NULL CHECK (length(last4) = 4),
        scopes text[] NOT NULL CHECK (scopes <@ ARRAY['text', 'image', 'search'] AND cardinality(scopes) > 0),
        expires_at timestamptz,
        revoked_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE UNIQUE INDEX enterprise_keys_secret_hash ON enterprise_keys (secret_hash)');
    await runner.query('CREATE INDEX enterprise_keys_customer ON enterprise_keys (customer_id)');
    await runner.query(`
      CREATE TABLE admin_keys (
        id uuid PRIMARY KEY,
        name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
        secret_hash bytea NOT NULL CHECK (octet_length(secret_hash) = 32),
        last4 text NOT NULL CHECK (length(last4) = 4),
        role text NOT NULL CHECK (role IN ('viewer', 'operator', 'owner')),
        revoked_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE UNIQUE INDEX admin_keys_secret_hash ON admin_keys (secret_hash)');
    await runner.query(`
      CREATE TABLE console_users (
        id uuid PRIMARY KEY,
        email text NOT NULL CHECK (email = lower(email)),
        password_hash text NOT NULL,
        role text NOT NULL CHECK (role IN ('viewer', 'operator', 'owner')),
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE UNIQUE INDEX console_users_email ON console_users (email)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE console_users, admin_keys, enterprise_keys, customers');
  }
}
