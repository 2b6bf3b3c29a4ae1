import type { MigrationInterface, QueryRunner } from 'typeorm';

const EXPIRING = 'redeemed_at IS NOT NULL AND finished_at IS NULL AND superseded_at IS NULL';

/** Lets the worker find only the expired interviews that it has not handled yet. */
export class HandleExpiredInterviewsOnce1764400060001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE interviews ADD COLUMN expiry_handled_at timestamptz(3)');
    // The version before has handled these. A second mail about an old interview would surprise.
    await runner.query(
      `UPDATE interviews SET expiry_handled_at = session_expires_at WHERE ${EXPIRING} AND session_expires_at < now() - interval '1 day'`,
    );
    await runner.query(`
      CREATE INDEX interviews_expiring_idx ON interviews (session_expires_at)
      WHERE ${EXPIRING} AND expiry_handled_at IS NULL`);
    await runner.query('DROP INDEX interviews_running_idx');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX interviews_running_idx ON interviews (session_expires_at) WHERE ${EXPIRING}`);
    await runner.query('ALTER TABLE interviews DROP COLUMN expiry_handled_at');
  }
}
