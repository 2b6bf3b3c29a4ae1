import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A project has one open row, which counts its reports. Nothing tells who sent them. */
export class CreateReports1764400010002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE reports (
        id uuid PRIMARY KEY,
        project_id uuid NOT NULL CONSTRAINT reports_project_id_fkey REFERENCES projects ON DELETE CASCADE,
        count integer NOT NULL DEFAULT 1 CONSTRAINT reports_count_check CHECK (count >= 1),
        newest_reason text NOT NULL CONSTRAINT reports_newest_reason_check CHECK (char_length(newest_reason) BETWEEN 1 AND 2000),
        newest_at timestamptz(3) NOT NULL DEFAULT now(),
        closed_at timestamptz(3)
      )`);
    await runner.query('CREATE UNIQUE INDEX reports_open_key ON reports (project_id) WHERE closed_at IS NULL');
    await runner.query('CREATE INDEX reports_project_id_idx ON reports (project_id)');
    await runner.query('CREATE INDEX reports_closed_at_idx ON reports (closed_at) WHERE closed_at IS NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE reports');
  }
}
