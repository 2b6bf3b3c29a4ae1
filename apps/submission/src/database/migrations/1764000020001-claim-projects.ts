import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A reviewer's claim is part of the project's row, which every decision locks anyway. */
export class ClaimProjects1764000020001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE projects
        ADD claimed_by uuid CONSTRAINT projects_claimed_by_fkey REFERENCES accounts,
        ADD claimed_until timestamptz(3),
        ADD CONSTRAINT projects_claim_check CHECK ((claimed_by IS NULL) = (claimed_until IS NULL))`);
    await runner.query('CREATE INDEX projects_claimed_by_idx ON projects (claimed_by) WHERE claimed_by IS NOT NULL');
    await runner.query('CREATE INDEX projects_state_idx ON projects (state)');
    await runner.query(
      `UPDATE projects SET shipped_at = CASE state WHEN 'shipped' THEN updated_at END WHERE (state = 'shipped') <> (shipped_at IS NOT NULL)`,
    );
    await runner.query(
      `ALTER TABLE projects ADD CONSTRAINT projects_shipped_check CHECK ((state = 'shipped') = (shipped_at IS NOT NULL))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE projects DROP CONSTRAINT projects_shipped_check');
    await runner.query('DROP INDEX projects_state_idx');
    await runner.query('ALTER TABLE projects DROP claimed_by, DROP claimed_until');
  }
}
