import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ShareRestingKeys1764300004002 implements MigrationInterface {
  name = 'ShareRestingKeys1764300004002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE supplier_keys ADD rests_until timestamptz, ADD closed_until timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE supplier_keys DROP closed_until, DROP rests_until');
  }
}
