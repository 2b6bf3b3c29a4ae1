import type { MigrationInterface, QueryRunner } from 'typeorm';

const knowsScopes = (others: string) => `
  CREATE OR REPLACE FUNCTION refuse_unknown_scope() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (SELECT FROM unnest(NEW.scopes) AS scope WHERE ${others}scope NOT IN (SELECT name FROM products)) THEN
      RAISE EXCEPTION 'A scope is no product: %', NEW.scopes USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END $$`;

/**
 * Keys with the scope `keys` manage the keys of their customer. `allowed_terms` is what the operator allowed a key that
 * its customer has changed or made; null: its present terms. The audit names keys of customers too. Members are of a later
 * version, whose entries stay in the audit when it is taken back.
 */
export class LetCustomersManageKeys1764600500001 implements MigrationInterface {
  name = 'LetCustomersManageKeys1764600500001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(knowsScopes(`scope <> 'keys' AND `));
    await runner.query('ALTER TABLE enterprise_keys ADD allowed_terms jsonb, ADD created_by_key_id uuid');
    await runner.query(`
      ALTER TABLE change_entries DROP CONSTRAINT change_entries_actor_kind_check,
        ADD CONSTRAINT change_entries_actor_kind_check
          CHECK (actor_kind IN ('admin_key', 'console_user', 'enterprise_key', 'member')) NOT VALID`);
  }

  /** Keys keep the scope, which the version before does not offer. The audit keeps its entries. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE change_entries DROP CONSTRAINT change_entries_actor_kind_check,
        ADD CONSTRAINT change_entries_actor_kind_check
          CHECK (actor_kind IN ('admin_key', 'console_user')) NOT VALID`);
    await runner.query('ALTER TABLE enterprise_keys DROP allowed_terms, DROP created_by_key_id');
    await runner.query(knowsScopes(''));
  }
}
