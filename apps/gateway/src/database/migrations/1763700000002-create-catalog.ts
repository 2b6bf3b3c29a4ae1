import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateCatalog1763700000002 implements MigrationInterface {
  name = 'CreateCatalog1763700000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE suppliers (
        id text PRIMARY KEY CHECK (id ~ '^[a-z0-9][a-z0-9._-]{0,63}$'),
        kind text NOT NULL,
        base_url text,
        options jsonb NOT NULL DEFAULT '{}',
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(`
      CREATE TABLE supplier_keys (
        id uuid PRIMARY KEY,
        supplier_id text NOT NULL REFERENCES suppliers (id) ON DELETE CASCADE,
        master_key_id text NOT NULL,
        sealed bytea NOT NULL,
        last4 text NOT NULL,
        from_file boolean NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX supplier_keys_supplier ON supplier_keys (supplier_id)');
    await runner.query(`
      CREATE TABLE models (
        id text PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 200),
        product text NOT NULL CHECK (product IN ('text', 'image', 'search')),
        owned_by text NOT NULL,
        display_name text NOT NULL,
        supports_streaming boolean NOT NULL,
        supports_function_calling boolean NOT NULL,
        supports_vision boolean NOT NULL,
        max_input_tokens integer NOT NULL CHECK (max_input_tokens >= 0),
        max_output_tokens integer NOT NULL CHECK (max_output_tokens >= 0),
        input_modalities text[] NOT NULL,
        output_modalities text[] NOT NULL,
        sizes text[] CHECK ((product = 'image') = (sizes IS NOT NULL)),
        active boolean NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(`
      CREATE TABLE model_routes (
        id uuid PRIMARY KEY,
        model_id text NOT NULL REFERENCES models (id) ON DELETE CASCADE,
        supplier_id text NOT NULL REFERENCES suppliers (id),
        upstream_model text NOT NULL,
        priority integer NOT NULL DEFAULT 0 CHECK (priority >= 0),
        weight integer NOT NULL DEFAULT 1 CHECK (weight >= 1),
        enabled boolean NOT NULL DEFAULT true,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX model_routes_model ON model_routes (model_id, priority)');
    await runner.query(`
      CREATE TABLE prices (
        id uuid PRIMARY KEY,
        model_id text NOT NULL REFERENCES models (id) ON DELETE CASCADE,
        unit_type text NOT NULL
          CHECK (unit_type IN ('input_1k_tokens', 'output_1k_tokens', 'cache_read_1k_tokens', 'image', 'request')),
        unit_name text NOT NULL,
        price_nano bigint NOT NULL CHECK (price_nano >= 0),
        position integer NOT NULL,
        effective_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE UNIQUE INDEX prices_in_force ON prices (model_id, effective_at, unit_type)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE prices, model_routes, models, supplier_keys, suppliers');
  }
}
