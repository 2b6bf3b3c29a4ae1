import type { MigrationInterface, QueryRunner } from 'typeorm';

export class TieTokensToParents1764200005003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE api_tokens ADD CONSTRAINT api_tokens_account_key UNIQUE (account_id, id), ADD parent_token_id uuid',
    );
    await runner.query(`
      ALTER TABLE api_tokens ADD CONSTRAINT api_tokens_parent_fkey
        FOREIGN KEY (account_id, parent_token_id) REFERENCES api_tokens (account_id, id) ON DELETE CASCADE`);
    await runner.query(
      'CREATE INDEX api_tokens_parent_idx ON api_tokens (parent_token_id) WHERE parent_token_id IS NOT NULL',
    );
    await runner.query(
      'CREATE INDEX api_tokens_ended_idx ON api_tokens (least(revoked_at, expires_at)) WHERE least(revoked_at, expires_at) IS NOT NULL',
    );
    // The unique constraint covers this index.
    await runner.query('DROP INDEX api_tokens_account_id_idx');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX api_tokens_account_id_idx ON api_tokens (account_id)');
    await runner.query('DROP INDEX api_tokens_ended_idx, api_tokens_parent_idx');
    await runner.query(
      'ALTER TABLE api_tokens DROP CONSTRAINT api_tokens_parent_fkey, DROP parent_token_id, DROP CONSTRAINT api_tokens_account_key',
    );
  }
}
