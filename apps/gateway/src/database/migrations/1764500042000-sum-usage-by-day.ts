import type { MigrationInterface, QueryRunner } from 'typeorm';

/** See docs/decisions/ledger-and-usage.md. Reports add these sums to the rows of the days that have none. */
export class SumUsageByDay1764500042000 implements MigrationInterface {
  name = 'SumUsageByDay1764500042000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE usage_days (day date PRIMARY KEY, summed_at timestamptz NOT NULL DEFAULT now())');
    await runner.query(`
      CREATE TABLE usage_day_sums (
        day date NOT NULL REFERENCES usage_days (day),
        local_day text NOT NULL,
        customer_id uuid NOT NULL REFERENCES customers (id),
        key_id uuid,
        model text,
        route_id uuid,
        requests integer NOT NULL,
        errors integer NOT NULL,
        units jsonb NOT NULL,
        cost_nano bigint NOT NULL,
        supplier_cost_nano bigint NOT NULL
      )`);
    await runner.query('CREATE INDEX usage_day_sums_day ON usage_day_sums (day, customer_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE usage_day_sums, usage_days');
  }
}
