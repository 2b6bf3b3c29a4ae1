import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ExtendCatalog1763900001001 implements MigrationInterface {
  name = 'ExtendCatalog1763900001001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE suppliers
        ADD internal boolean NOT NULL DEFAULT false,
        ADD keys_by_operator boolean NOT NULL DEFAULT false`);
    await runner.query('CREATE TABLE seeded_suppliers (id text PRIMARY KEY)');
    await runner.query('INSERT INTO seeded_suppliers SELECT id FROM suppliers');
    await runner.query(`
      ALTER TABLE model_routes
        ADD max_concurrency integer CHECK (max_concurrency > 0),
        ADD max_images_per_call integer NOT NULL DEFAULT 10 CHECK (max_images_per_call BETWEEN 1 AND 10),
        ADD supplier_prices jsonb NOT NULL DEFAULT '[]',
        ADD on_disconnect text NOT NULL DEFAULT 'stop' CHECK (on_disconnect IN ('stop', 'drain'))`);
    await runner.query('ALTER TABLE prices ADD list_id uuid');
    await runner.query(`
      UPDATE prices SET list_id = first.id FROM prices first
      WHERE first.model_id = prices.model_id AND first.effective_at = prices.effective_at AND first.position = 0`);
    await runner.query('ALTER TABLE prices ALTER list_id SET NOT NULL');
    await runner.query('CREATE INDEX prices_list ON prices (list_id)');
    await runner.query(`
      CREATE FUNCTION refuse_price_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'Prices are never edited in place: add a list with a later date';
      END $$`);
    await runner.query(
      'CREATE TRIGGER prices_keep_history BEFORE UPDATE ON prices FOR EACH STATEMENT EXECUTE FUNCTION refuse_price_change()',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER prices_keep_history ON prices');
    await runner.query('DROP FUNCTION refuse_price_change');
    await runner.query('ALTER TABLE prices DROP list_id');
    await runner.query(
      'ALTER TABLE model_routes DROP max_concurrency, DROP max_images_per_call, DROP supplier_prices, DROP on_disconnect',
    );
    await runner.query('DROP TABLE seeded_suppliers');
    await runner.query('ALTER TABLE suppliers DROP internal, DROP keys_by_operator');
  }
}
