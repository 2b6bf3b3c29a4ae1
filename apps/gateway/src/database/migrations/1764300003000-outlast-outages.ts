import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A process knows since when its heartbeats have come without a gap, and a block may have more turns than an integer
 * counts.
 */
export class OutlastOutages1764300003000 implements MigrationInterface {
  name = 'OutlastOutages1764300003000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE processes ADD unbroken_since timestamptz NOT NULL DEFAULT now()');
    await runner.query('ALTER TABLE hold_blocks ALTER turn TYPE bigint');
  }

  async down(runner: QueryRunner): Promise<void> {
    // A process that serves meanwhile takes a block whose number is another for gone, and opens a new one.
    await runner.query('ALTER TABLE hold_blocks ALTER turn TYPE integer USING LEAST(turn, 2147483647)');
    await runner.query('ALTER TABLE processes DROP unbroken_since');
  }
}
