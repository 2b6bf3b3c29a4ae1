import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A worker asks every few seconds for images without a served hash. The index is empty once it has hashed all. */
export class IndexUnhashedImages1764400090001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX assets_unhashed_idx ON assets (id) WHERE served_sha256 IS NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX assets_unhashed_idx');
  }
}
