import type { MigrationInterface, QueryRunner } from 'typeorm';

export class IndexWhatIsForgotten1764200007001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE INDEX parcels_told_idx ON parcels (shipped_at) WHERE carrier IS NOT NULL OR tracking IS NOT NULL',
    );
    await runner.query(`CREATE INDEX reviews_snapshot_idx ON reviews (finished_at) WHERE snapshot_readme <> ''`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX reviews_snapshot_idx');
    await runner.query('DROP INDEX parcels_told_idx');
  }
}
