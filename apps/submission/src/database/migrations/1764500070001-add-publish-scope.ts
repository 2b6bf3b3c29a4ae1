import type { MigrationInterface, QueryRunner } from 'typeorm';

const check = (rule: string) =>
  `ALTER TABLE api_tokens DROP CONSTRAINT api_tokens_scopes_check, ADD CONSTRAINT api_tokens_scopes_check CHECK (scopes IS NULL OR (${rule}))`;

const BEFORE = 'projects:read,projects:write,reviews:request';

/**
 * No token gets the scope here: the people who allowed apps were not asked whether they may publish. A token that a
 * person makes may have scopes too, so a client is no longer needed.
 */
export class AddPublishScope1764500070001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      check(
        `cardinality(scopes) > 0 AND scopes <@ '{projects:read,projects:write,projects:publish,reviews:request}'::text[]`,
      ),
    );
  }

  /** Deletes the tokens that the version before would let read, publish or do everything. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM api_tokens WHERE scopes IS NOT NULL AND (client_id IS NULL OR NOT scopes && '{${BEFORE}}'
      OR ('projects:write' = ANY (scopes) AND NOT scopes @> '{projects:read,projects:publish}'))`);
    await runner.query(
      `UPDATE api_tokens SET scopes = array_remove(scopes, 'projects:publish') WHERE 'projects:publish' = ANY (scopes)`,
    );
    await runner.query(check(`client_id IS NOT NULL AND cardinality(scopes) > 0 AND scopes <@ '{${BEFORE}}'::text[]`));
  }
}
