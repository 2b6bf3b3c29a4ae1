import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Days that were summed before have none. A process of the version before leaves the column out. */
export class SumLatenciesByDay1764820000003 implements MigrationInterface {
  name = 'SumLatenciesByDay1764820000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE usage_day_sums ADD COLUMN latencies jsonb NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE usage_day_sums DROP COLUMN latencies');
  }
}
