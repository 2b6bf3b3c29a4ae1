import type { MigrationInterface, QueryRunner } from 'typeorm';

const BEFORE = `'input_1k_tokens', 'output_1k_tokens', 'cache_read_1k_tokens', 'image', 'request'`;

/** What suppliers bill for writing a prompt to their cache has prices of its own: for the usual time, and for an hour. */
export class PriceCacheWrites1764500050000 implements MigrationInterface {
  name = 'PriceCacheWrites1764500050000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE prices DROP CONSTRAINT prices_unit_type_check,
        ADD CONSTRAINT prices_unit_type_check
          CHECK (unit_type IN (${BEFORE}, 'cache_write_1k_tokens', 'cache_write_1h_1k_tokens'))`);
  }

  /** Prices are kept, so those of cache writes stay. The version before does not charge them. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE prices DROP CONSTRAINT prices_unit_type_check,
        ADD CONSTRAINT prices_unit_type_check CHECK (unit_type IN (${BEFORE})) NOT VALID`);
  }
}
