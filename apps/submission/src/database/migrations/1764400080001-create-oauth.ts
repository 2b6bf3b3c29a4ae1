import type { MigrationInterface, QueryRunner } from 'typeorm';

const END = 'least(revoked_at, greatest(expires_at, renewable_until))';

const indexEnds = async (runner: QueryRunner, end: string) => {
  await runner.query('DROP INDEX api_tokens_ended_idx');
  await runner.query(`CREATE INDEX api_tokens_ended_idx ON api_tokens (${end}) WHERE ${end} IS NOT NULL`);
};

const HASH = (table: string, column: string) => `${column} bytea NOT NULL CONSTRAINT ${table}_${column}_key UNIQUE
  CONSTRAINT ${table}_${column}_check CHECK (octet_length(${column}) = 32)`;

const GOES_WITH = (table: string, column: string, target: string) =>
  `CONSTRAINT ${table}_${column}_fkey REFERENCES ${target} ON DELETE CASCADE`;

/**
 * Clients that people let in: a token of a client, the codes that fetch it, and what renews it. The rows of a grant go
 * with its token, and so with its account.
 */
export class CreateOauth1764400080001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE api_tokens ADD client_id text, ADD scopes text[], ADD renewable_until timestamptz(3),
        ADD CONSTRAINT api_tokens_client_id_check CHECK (char_length(client_id) BETWEEN 1 AND 64),
        ADD CONSTRAINT api_tokens_scopes_check CHECK (scopes IS NULL OR (client_id IS NOT NULL AND cardinality(scopes) > 0
          AND scopes <@ '{projects:read,projects:write,reviews:request}'::text[])),
        ADD CONSTRAINT api_tokens_renewable_check CHECK (renewable_until IS NULL OR (client_id IS NOT NULL AND expires_at IS NOT NULL))`);
    await indexEnds(runner, END);
    await runner.query(`
      CREATE TABLE oauth_clients (
        id uuid CONSTRAINT oauth_clients_pkey PRIMARY KEY,
        name text NOT NULL CONSTRAINT oauth_clients_name_check CHECK (char_length(name) BETWEEN 1 AND 80),
        redirect_uris text[] NOT NULL CONSTRAINT oauth_clients_redirect_uris_check CHECK (cardinality(redirect_uris) BETWEEN 1 AND 10),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        last_used_at timestamptz(3)
      )`);
    await runner.query('CREATE INDEX oauth_clients_used_idx ON oauth_clients (coalesce(last_used_at, created_at))');
    await runner.query(`
      CREATE TABLE oauth_codes (
        id uuid CONSTRAINT oauth_codes_pkey PRIMARY KEY,
        token_id uuid NOT NULL ${GOES_WITH('oauth_codes', 'token_id', 'api_tokens')},
        client_id uuid NOT NULL ${GOES_WITH('oauth_codes', 'client_id', 'oauth_clients')},
        ${HASH('oauth_codes', 'code_hash')},
        redirect_uri text NOT NULL,
        code_challenge text NOT NULL CONSTRAINT oauth_codes_code_challenge_check CHECK (code_challenge ~ '^[A-Za-z0-9_-]{43}$'),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        expires_at timestamptz(3) NOT NULL,
        used_at timestamptz(3)
      )`);
    await runner.query('CREATE INDEX oauth_codes_token_id_idx ON oauth_codes (token_id)');
    await runner.query('CREATE INDEX oauth_codes_client_id_idx ON oauth_codes (client_id)');
    await runner.query('CREATE INDEX oauth_codes_expires_at_idx ON oauth_codes (expires_at)');
    await runner.query(`
      CREATE TABLE oauth_refresh_tokens (
        id uuid CONSTRAINT oauth_refresh_tokens_pkey PRIMARY KEY,
        token_id uuid NOT NULL ${GOES_WITH('oauth_refresh_tokens', 'token_id', 'api_tokens')},
        ${HASH('oauth_refresh_tokens', 'secret_hash')},
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        expires_at timestamptz(3) NOT NULL,
        used_at timestamptz(3)
      )`);
    await runner.query('CREATE INDEX oauth_refresh_tokens_token_id_idx ON oauth_refresh_tokens (token_id)');
    await runner.query(
      'CREATE UNIQUE INDEX oauth_refresh_tokens_live_key ON oauth_refresh_tokens (token_id) WHERE used_at IS NULL',
    );
    await runner.query('CREATE INDEX oauth_refresh_tokens_expires_at_idx ON oauth_refresh_tokens (expires_at)');
    await runner.query(`
      CREATE TABLE oauth_device_requests (
        id uuid CONSTRAINT oauth_device_requests_pkey PRIMARY KEY,
        ${HASH('oauth_device_requests', 'device_code_hash')},
        ${HASH('oauth_device_requests', 'user_code_hash')},
        device_name text CONSTRAINT oauth_device_requests_device_name_check CHECK (char_length(device_name) BETWEEN 1 AND 60),
        interval_seconds integer NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        expires_at timestamptz(3) NOT NULL,
        polled_at timestamptz(3),
        token_id uuid ${GOES_WITH('oauth_device_requests', 'token_id', 'api_tokens')},
        refused_at timestamptz(3),
        redeemed_at timestamptz(3),
        CONSTRAINT oauth_device_requests_decision_check CHECK (token_id IS NULL OR refused_at IS NULL),
        CONSTRAINT oauth_device_requests_redeemed_check CHECK (redeemed_at IS NULL OR token_id IS NOT NULL)
      )`);
    await runner.query('CREATE INDEX oauth_device_requests_token_id_idx ON oauth_device_requests (token_id)');
    await runner.query('CREATE INDEX oauth_device_requests_expires_at_idx ON oauth_device_requests (expires_at)');
  }

  /**
   * Deletes tokens with scopes, because the version before would let them do everything. A token of the command line may
   * do everything anyway, and stays.
   */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE oauth_device_requests, oauth_refresh_tokens, oauth_codes, oauth_clients');
    await runner.query('DELETE FROM api_tokens WHERE scopes IS NOT NULL');
    await indexEnds(runner, 'least(revoked_at, expires_at)');
    await runner.query('ALTER TABLE api_tokens DROP renewable_until, DROP scopes, DROP client_id');
  }
}
