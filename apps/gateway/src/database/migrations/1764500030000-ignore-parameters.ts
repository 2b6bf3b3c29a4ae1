import type { MigrationInterface, QueryRunner } from 'typeorm';

export class IgnoreParameters1764500030000 implements MigrationInterface {
  name = 'IgnoreParameters1764500030000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE model_routes
        ADD ignore_parameters text[] NOT NULL DEFAULT '{}'
          CONSTRAINT model_routes_ignore_parameters_check CHECK (cardinality(ignore_parameters) <= 50 AND array_position(ignore_parameters, NULL) IS NULL)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE model_routes DROP ignore_parameters');
  }
}
