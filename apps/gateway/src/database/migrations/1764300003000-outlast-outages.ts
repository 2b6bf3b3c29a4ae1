import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores since when heartbeats have come without a gap. A block may need more turns than an integer has. */
export class OutlastOutages1764300003000 implements MigrationInterface {
  name = 'OutlastOutages1764300003000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE processes ADD unbroken_since timestamptz NOT NULL DEFAULT now()');
    await runner.query('ALTER TABLE hold_blocks ALTER turn TYPE bigint');
  }

  async down(runner: QueryRunner): Promise<void> {
    // A running process treats a block with another number as gone, and opens a new one.
    await runner.query('ALTER TABLE hold_blocks ALTER turn TYPE integer USING LEAST(turn, 2147483647)');
    await runner.query('ALTER TABLE processes DROP unbroken_since');
  }
}
