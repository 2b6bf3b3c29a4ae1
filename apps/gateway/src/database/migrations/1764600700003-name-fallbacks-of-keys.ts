import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The models that calls with a key ask next, if they name none themselves. */
export class NameFallbacksOfKeys1764600700003 implements MigrationInterface {
  name = 'NameFallbacksOfKeys1764600700003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE enterprise_keys ADD fallback text[] CHECK (cardinality(fallback) BETWEEN 1 AND 8)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE enterprise_keys DROP fallback');
  }
}
