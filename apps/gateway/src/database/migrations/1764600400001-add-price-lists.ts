import type { MigrationInterface, QueryRunner } from 'typeorm';

const BASE = `'00000000-0000-4000-8000-000000000000'`;

/**
 * A customer is on one price list at a time. All prices so far are of the base list. A price can
 * be limited: to a size or a quality of images, to a depth of searches, or to prompts above a number of tokens. A task keeps the terms of its submission.
 */
export class AddPriceLists1764600400001 implements MigrationInterface {
  name = 'AddPriceLists1764600400001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE price_lists (
        id uuid PRIMARY KEY,
        name text NOT NULL CONSTRAINT price_lists_name UNIQUE,
        inherits_id uuid REFERENCES price_lists,
        multiplier_e5 integer NOT NULL CHECK (multiplier_e5 >= 0),
        created_at timestamptz NOT NULL DEFAULT now(),
        CHECK ((inherits_id IS NULL) = (id = ${BASE}))
      )`);
    await runner.query(`INSERT INTO price_lists (id, name, multiplier_e5) VALUES (${BASE}, 'base', 100000)`);
    await runner.query(`
      ALTER TABLE prices ADD COLUMN price_list_id uuid NOT NULL DEFAULT ${BASE} REFERENCES price_lists,
        ADD COLUMN above_input_tokens integer CHECK (above_input_tokens > 0), ADD COLUMN size text, ADD COLUMN quality text, ADD COLUMN depth text`);
    await runner.query('DROP INDEX prices_in_force');
    await runner.query(`
      CREATE UNIQUE INDEX prices_in_force ON prices (model_id, price_list_id, effective_at, unit_type,
        COALESCE(above_input_tokens, 0), COALESCE(size, ''), COALESCE(quality, ''), COALESCE(depth, ''))`);
    await runner.query(`
      CREATE TABLE customer_price_lists (
        id uuid PRIMARY KEY,
        customer_id uuid NOT NULL REFERENCES customers ON DELETE CASCADE,
        price_list_id uuid NOT NULL REFERENCES price_lists,
        effective_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT customer_price_lists_once UNIQUE (customer_id, effective_at)
      )`);
    await runner.query('ALTER TABLE models ADD COLUMN qualities text[]');
    await runner.query(`
      CREATE TABLE image_task_terms (
        task_id text PRIMARY KEY REFERENCES image_tasks ON DELETE CASCADE,
        quality text,
        prices jsonb
      )`);
  }

  /** Prices of the base list stay. Without its qualifiers, the version before would charge the others to everybody. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE prices DISABLE TRIGGER prices_keep_started');
    await runner.query(`
      DELETE FROM prices WHERE price_list_id <> ${BASE}
        OR above_input_tokens IS NOT NULL OR size IS NOT NULL OR quality IS NOT NULL OR depth IS NOT NULL`);
    await runner.query('ALTER TABLE prices ENABLE TRIGGER prices_keep_started');
    await runner.query('DROP INDEX prices_in_force');
    await runner.query(
      'ALTER TABLE prices DROP COLUMN price_list_id, DROP COLUMN above_input_tokens, DROP COLUMN size, DROP COLUMN quality, DROP COLUMN depth',
    );
    await runner.query('CREATE UNIQUE INDEX prices_in_force ON prices (model_id, effective_at, unit_type)');
    await runner.query('ALTER TABLE models DROP COLUMN qualities');
    await runner.query('DROP TABLE customer_price_lists, price_lists, image_task_terms');
  }
}
