import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ReadUsageToItsEnd1764300001000 implements MigrationInterface {
  name = 'ReadUsageToItsEnd1764300001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE models ADD reasoning boolean NOT NULL DEFAULT false');
    await runner.query(`
      ALTER TABLE model_routes
        ADD usage_grace_ms integer NOT NULL DEFAULT 5000 CHECK (usage_grace_ms BETWEEN 0 AND 60000),
        ALTER on_disconnect DROP NOT NULL,
        ALTER on_disconnect DROP DEFAULT`);
    // Null takes the default of the model. An explicit 'stop' cannot be told from an absent one.
    await runner.query(`UPDATE model_routes SET on_disconnect = NULL WHERE on_disconnect = 'stop'`);
    await runner.query(`
      ALTER TABLE ledger_entries
        ADD reason text CONSTRAINT ledger_entries_reason CHECK (
          reason IS NULL OR kind = 'loss' AND reason IN ('over_hold', 'hold_lost', 'undelivered', 'expired', 'left_early', 'broken_off')
        )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE ledger_entries DROP COLUMN reason');
    await runner.query(`
      UPDATE model_routes SET on_disconnect = CASE WHEN models.reasoning THEN 'drain' ELSE 'stop' END
      FROM models WHERE models.id = model_id AND on_disconnect IS NULL`);
    await runner.query(`
      ALTER TABLE model_routes
        DROP usage_grace_ms,
        ALTER on_disconnect SET DEFAULT 'stop',
        ALTER on_disconnect SET NOT NULL`);
    await runner.query('ALTER TABLE models DROP reasoning');
  }
}
