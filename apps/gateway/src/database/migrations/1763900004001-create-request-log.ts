import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateRequestLog1763900004001 implements MigrationInterface {
  name = 'CreateRequestLog1763900004001';

  async up(runner: QueryRunner): Promise<void> {
    // No references: a row is written afterwards, and must not fail or wait.
    await runner.query(`
      CREATE TABLE request_log (
        request_id uuid PRIMARY KEY,
        at timestamptz NOT NULL,
        customer_id uuid,
        key_id uuid,
        model text,
        route_id uuid,
        endpoint text NOT NULL,
        status smallint NOT NULL,
        code text,
        latency_ms integer NOT NULL CHECK (latency_ms >= 0),
        first_byte_ms integer CHECK (first_byte_ms >= 0),
        trace jsonb NOT NULL DEFAULT '[]'
      )`);
    await runner.query('CREATE INDEX request_log_time ON request_log (at, request_id)');
    await runner.query('CREATE INDEX request_log_customer ON request_log (customer_id, at, request_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE request_log');
  }
}
