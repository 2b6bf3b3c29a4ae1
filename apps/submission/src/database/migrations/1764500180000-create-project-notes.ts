import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One text a project that staff share. */
export class CreateProjectNotes1764500180000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE project_notes (
        project_id uuid PRIMARY KEY CONSTRAINT project_notes_project_id_fkey REFERENCES projects ON DELETE CASCADE,
        text text NOT NULL CONSTRAINT project_notes_text_check CHECK (char_length(text) BETWEEN 1 AND 5000),
        updated_by uuid NOT NULL CONSTRAINT project_notes_updated_by_fkey REFERENCES accounts,
        updated_at timestamptz NOT NULL DEFAULT now()
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE project_notes');
  }
}
