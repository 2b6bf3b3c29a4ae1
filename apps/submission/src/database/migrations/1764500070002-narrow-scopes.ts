import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A client may renew its token for fewer scopes than its person allowed. `scopes` stays what the person allowed. */
export class NarrowScopes1764500070002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE api_tokens ADD narrowed_scopes text[],
        ADD CONSTRAINT api_tokens_narrowed_scopes_check
          CHECK (narrowed_scopes IS NULL OR (scopes IS NOT NULL AND cardinality(narrowed_scopes) > 0 AND narrowed_scopes <@ scopes))`);
  }

  /** Ends the secrets that may do less. Their clients renew them for all scopes. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('UPDATE api_tokens SET expires_at = least(expires_at, now()) WHERE narrowed_scopes IS NOT NULL');
    await runner.query('ALTER TABLE api_tokens DROP narrowed_scopes');
  }
}
