import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Suppliers' bills, and the history of routes, which a trigger writes so that no change is missed. */
export class CompareWithSuppliers1764300006000 implements MigrationInterface {
  name = 'CompareWithSuppliers1764300006000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE supplier_usage (
        supplier_id text NOT NULL,
        day date NOT NULL,
        upstream_model text NOT NULL CONSTRAINT supplier_usage_upstream_model_check CHECK (char_length(upstream_model) <= 200),
        unit_type text NOT NULL CONSTRAINT supplier_usage_unit_type_check CHECK (char_length(unit_type) <= 64),
        units bigint NOT NULL CONSTRAINT supplier_usage_units_check CHECK (units >= 0),
        cost_nano bigint NOT NULL CONSTRAINT supplier_usage_cost_nano_check CHECK (cost_nano >= 0),
        CONSTRAINT supplier_usage_pkey PRIMARY KEY (supplier_id, day, upstream_model, unit_type)
      )`);
    await runner.query('CREATE INDEX supplier_usage_day ON supplier_usage (day)');
    await runner.query(`
      CREATE TABLE route_history (
        route_id uuid NOT NULL,
        since timestamptz NOT NULL,
        supplier_id text NOT NULL,
        upstream_model text NOT NULL,
        supplier_prices jsonb NOT NULL,
        CONSTRAINT route_history_pkey PRIMARY KEY (route_id, since)
      )`);
    await runner.query(`
      INSERT INTO route_history (route_id, since, supplier_id, upstream_model, supplier_prices)
      SELECT id, '-infinity', supplier_id, upstream_model, supplier_prices FROM model_routes`);
    await runner.query(`
      CREATE FUNCTION note_route() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO route_history (route_id, since, supplier_id, upstream_model, supplier_prices)
        VALUES (NEW.id, now(), NEW.supplier_id, NEW.upstream_model, NEW.supplier_prices)
        ON CONFLICT (route_id, since) DO UPDATE SET
          supplier_id = EXCLUDED.supplier_id, upstream_model = EXCLUDED.upstream_model, supplier_prices = EXCLUDED.supplier_prices;
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER model_routes_history AFTER INSERT OR UPDATE OF supplier_id, upstream_model, supplier_prices ON model_routes
      FOR EACH ROW EXECUTE FUNCTION note_route()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER model_routes_history ON model_routes');
    await runner.query('DROP FUNCTION note_route');
    await runner.query('DROP TABLE route_history');
    await runner.query('DROP TABLE supplier_usage');
  }
}
