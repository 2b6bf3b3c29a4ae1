import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The owner says once that the prize has arrived. A parcel that is sent again, or came back, has not. */
export class TellArrivals1764500150000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE projects ADD COLUMN arrived_at timestamptz(3),
        ADD CONSTRAINT projects_arrived_at_check
          CHECK (arrived_at IS NULL OR (shipped_at IS NOT NULL AND arrived_at >= shipped_at)) NOT VALID`);
    // Processes of the version before move projects too.
    await runner.query(`
      CREATE FUNCTION forget_arrival() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.arrived_at := NULL;
        RETURN NEW;
      END $$`);
    await runner.query(`
      CREATE TRIGGER projects_arrival BEFORE UPDATE OF shipped_at ON projects FOR EACH ROW
      WHEN (OLD.shipped_at IS DISTINCT FROM NEW.shipped_at) EXECUTE FUNCTION forget_arrival()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION forget_arrival() CASCADE');
    await runner.query('ALTER TABLE projects DROP COLUMN arrived_at');
  }
}
