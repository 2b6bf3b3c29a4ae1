import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * When the calendar of a budget changed: earlier counts miss what was spent under another calendar. The times stand
 * with the key, so that no change waits for a window that is being counted.
 */
export class NoteBudgetChanges1763900006000 implements MigrationInterface {
  name = 'NoteBudgetChanges1763900006000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE budget_windows ADD counted_at timestamptz NOT NULL DEFAULT clock_timestamp()');
    await runner.query('ALTER TABLE enterprise_keys ADD budget_changed_at timestamptz');
    await runner.query('ALTER TABLE customers ADD time_zone_changed_at timestamptz');
    await runner.query(`
      CREATE FUNCTION note_budget_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.budget_changed_at = clock_timestamp();
        RETURN NEW;
      END $$`);
    await runner.query(`
      CREATE TRIGGER enterprise_keys_budget_changed BEFORE UPDATE OF budget_period ON enterprise_keys
      FOR EACH ROW WHEN (OLD.budget_period IS DISTINCT FROM NEW.budget_period) EXECUTE FUNCTION note_budget_change()`);
    await runner.query(`
      CREATE FUNCTION note_time_zone_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.time_zone_changed_at = clock_timestamp();
        RETURN NEW;
      END $$`);
    await runner.query(`
      CREATE TRIGGER customers_time_zone_changed BEFORE UPDATE OF time_zone ON customers
      FOR EACH ROW WHEN (OLD.time_zone IS DISTINCT FROM NEW.time_zone) EXECUTE FUNCTION note_time_zone_change()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER customers_time_zone_changed ON customers');
    await runner.query('DROP TRIGGER enterprise_keys_budget_changed ON enterprise_keys');
    await runner.query('DROP FUNCTION note_time_zone_change');
    await runner.query('DROP FUNCTION note_budget_change');
    await runner.query('ALTER TABLE customers DROP time_zone_changed_at');
    await runner.query('ALTER TABLE enterprise_keys DROP budget_changed_at');
    await runner.query('ALTER TABLE budget_windows DROP counted_at');
  }
}
