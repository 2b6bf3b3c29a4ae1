import type { MigrationInterface, QueryRunner } from 'typeorm';

const UNITS = `'input_1k_tokens', 'output_1k_tokens', 'cache_read_1k_tokens', 'cache_write_1k_tokens', 'cache_write_1h_1k_tokens', 'image', 'request'`;

/**
 * Products and units are rows, which `allowProducts` adds from products.ts. A new product needs no change of a CHECK.
 * Scopes are an array, which no foreign key covers.
 */
export class ListProducts1764500060000 implements MigrationInterface {
  name = 'ListProducts1764500060000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE products (name text PRIMARY KEY)`);
    await runner.query(`INSERT INTO products VALUES ('text'), ('image'), ('search')`);
    await runner.query(`CREATE TABLE price_units (unit_type text PRIMARY KEY)`);
    await runner.query(`INSERT INTO price_units SELECT unnest(ARRAY[${UNITS}])`);
    await runner.query(`
      ALTER TABLE models DROP CONSTRAINT models_product_check,
        ADD CONSTRAINT models_product_fkey FOREIGN KEY (product) REFERENCES products`);
    await runner.query(`
      ALTER TABLE prices DROP CONSTRAINT prices_unit_type_check,
        ADD CONSTRAINT prices_unit_type_fkey FOREIGN KEY (unit_type) REFERENCES price_units`);
    await runner.query(`
      CREATE FUNCTION refuse_unknown_scope() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF EXISTS (SELECT FROM unnest(NEW.scopes) AS scope WHERE scope NOT IN (SELECT name FROM products)) THEN
          RAISE EXCEPTION 'A scope is no product: %', NEW.scopes USING ERRCODE = 'check_violation';
        END IF;
        RETURN NEW;
      END $$`);
    await runner.query(`
      CREATE TRIGGER enterprise_keys_known_scopes BEFORE INSERT OR UPDATE OF scopes ON enterprise_keys
      FOR EACH ROW EXECUTE FUNCTION refuse_unknown_scope()`);
    await runner.query(`
      ALTER TABLE enterprise_keys DROP CONSTRAINT enterprise_keys_scopes_check,
        ADD CONSTRAINT enterprise_keys_scopes_check CHECK (cardinality(scopes) > 0)`);
  }

  /** Keys, models and prices are kept, so those of later products stay. The version before does not sell them. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER enterprise_keys_known_scopes ON enterprise_keys');
    await runner.query('DROP FUNCTION refuse_unknown_scope()');
    await runner.query(`
      ALTER TABLE enterprise_keys DROP CONSTRAINT enterprise_keys_scopes_check,
        ADD CONSTRAINT enterprise_keys_scopes_check
          CHECK (scopes <@ ARRAY['text', 'image', 'search'] AND cardinality(scopes) > 0) NOT VALID`);
    await runner.query(`
      ALTER TABLE prices DROP CONSTRAINT prices_unit_type_fkey,
        ADD CONSTRAINT prices_unit_type_check CHECK (unit_type IN (${UNITS})) NOT VALID`);
    await runner.query(`
      ALTER TABLE models DROP CONSTRAINT models_product_fkey,
        ADD CONSTRAINT models_product_check CHECK (product IN ('text', 'image', 'search')) NOT VALID`);
    await runner.query('DROP TABLE price_units');
    await runner.query('DROP TABLE products');
  }
}
