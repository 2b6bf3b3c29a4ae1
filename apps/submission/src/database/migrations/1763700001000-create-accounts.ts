import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateAccounts1763700001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE accounts (
        id uuid PRIMARY KEY,
        handle text NOT NULL CONSTRAINT accounts_handle_key UNIQUE CONSTRAINT accounts_handle_check CHECK (handle ~ '^[a-z0-9-]{3,32}$'),
        display_name text NOT NULL CONSTRAINT accounts_display_name_check CHECK (char_length(display_name) BETWEEN 1 AND 80),
        bio text NOT NULL DEFAULT '' CONSTRAINT accounts_bio_check CHECK (char_length(bio) <= 500),
        locale text NOT NULL DEFAULT 'en' CONSTRAINT accounts_locale_check CHECK (locale IN ('en', 'zh-CN')),
        email text NOT NULL,
        password_hash text NOT NULL,
        birth_date date,
        roles text[] NOT NULL DEFAULT '{participant}'
          CONSTRAINT accounts_roles_check CHECK (roles <@ '{participant,reviewer,fulfilment,admin}' AND 'participant' = ANY (roles)),
        suspended_at timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE UNIQUE INDEX accounts_email_key ON accounts (lower(email))');
    await runner.query(`
      CREATE TABLE api_tokens (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL CONSTRAINT api_tokens_account_id_fkey REFERENCES accounts ON DELETE CASCADE,
        name text NOT NULL CONSTRAINT api_tokens_name_check CHECK (char_length(name) BETWEEN 1 AND 80),
        token_hash bytea NOT NULL CONSTRAINT api_tokens_token_hash_key UNIQUE
          CONSTRAINT api_tokens_token_hash_check CHECK (octet_length(token_hash) = 32),
        last4 text NOT NULL CONSTRAINT api_tokens_last4_check CHECK (char_length(last4) = 4),
        expires_at timestamptz(3),
        revoked_at timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX api_tokens_account_id_idx ON api_tokens (account_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE api_tokens, accounts');
  }
}
