import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps figures that took seconds to count. They are counted again while the next reader sees these. */
export class KeepReadings1764700200004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE kept_readings (
        name text NOT NULL CONSTRAINT kept_readings_pkey PRIMARY KEY,
        reading jsonb NOT NULL,
        made_at timestamptz(3) NOT NULL,
        renewed_at timestamptz(3) NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE kept_readings');
  }
}
