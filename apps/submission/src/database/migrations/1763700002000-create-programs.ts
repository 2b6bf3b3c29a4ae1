import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreatePrograms1763700002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE programs (
        id text PRIMARY KEY CONSTRAINT programs_id_check CHECK (id ~ '^[a-z0-9-]{1,64}$'),
        name text NOT NULL,
        tagline text NOT NULL DEFAULT '',
        description_md text NOT NULL DEFAULT '',
        description_html text NOT NULL DEFAULT '',
        starts_at timestamptz(3),
        ends_at timestamptz(3),
        closed boolean NOT NULL DEFAULT false,
        logs_required integer NOT NULL DEFAULT 1 CONSTRAINT programs_logs_required_check CHECK (logs_required >= 1),
        interview_questions integer NOT NULL DEFAULT 5
          CONSTRAINT programs_interview_questions_check CHECK (interview_questions BETWEEN 0 AND 20),
        prize_name text,
        prize_hardware boolean,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT programs_period_check CHECK (starts_at < ends_at),
        CONSTRAINT programs_prize_check CHECK ((prize_name IS NULL) = (prize_hardware IS NULL))
      )`);
    await runner.query(`
      CREATE TABLE program_docs (
        program_id text NOT NULL CONSTRAINT program_docs_program_id_fkey REFERENCES programs ON DELETE CASCADE,
        id text NOT NULL CONSTRAINT program_docs_id_check CHECK (id ~ '^[a-z0-9-]{1,64}$'),
        title text NOT NULL,
        url text NOT NULL,
        CONSTRAINT program_docs_pkey PRIMARY KEY (program_id, id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE program_docs, programs');
  }
}
