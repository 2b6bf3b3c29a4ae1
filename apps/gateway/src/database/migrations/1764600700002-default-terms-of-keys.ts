import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a new key of a customer gets where nothing else is said. Keys that exist do not change. */
export class DefaultTermsOfKeys1764600700002 implements MigrationInterface {
  name = 'DefaultTermsOfKeys1764600700002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE customers ADD key_defaults jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(key_defaults) = 'object')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE customers DROP key_defaults');
  }
}
