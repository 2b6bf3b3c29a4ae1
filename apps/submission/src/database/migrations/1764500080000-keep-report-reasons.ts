import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A later report replaced the reason of the one before. Of reports that are there, only the newest reason is known. */
export class KeepReportReasons1764500080000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE report_reasons (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        report_id uuid NOT NULL CONSTRAINT report_reasons_report_id_fkey REFERENCES reports ON DELETE CASCADE,
        reason text NOT NULL CONSTRAINT report_reasons_reason_check CHECK (char_length(reason) BETWEEN 1 AND 2000),
        at timestamptz(3) NOT NULL
      )`);
    await runner.query('CREATE INDEX report_reasons_report_id_idx ON report_reasons (report_id, id)');
    await runner.query(
      'INSERT INTO report_reasons (report_id, reason, at) SELECT id, newest_reason, newest_at FROM reports ORDER BY newest_at',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE report_reasons');
  }
}
