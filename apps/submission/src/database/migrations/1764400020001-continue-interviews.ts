import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds what an interview needs beyond its first question: questions that are drawn ahead, answers, and the report for
 * staff. The defaults are for processes of the previous version, which still open sessions during a rollout.
 */
export class ContinueInterviews1764400020001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE interviews ADD COLUMN finished_at timestamptz(3)');
    await runner.query(`
      CREATE INDEX interviews_running_idx ON interviews (session_expires_at)
      WHERE redeemed_at IS NOT NULL AND finished_at IS NULL AND superseded_at IS NULL`);
    await runner.query(`
      ALTER TABLE interview_questions
        ALTER COLUMN text DROP NOT NULL,
        ALTER COLUMN asked_at DROP NOT NULL,
        ADD COLUMN source text NOT NULL DEFAULT 'prepared' CONSTRAINT interview_questions_source_check CHECK (source IN ('drawn', 'prepared')),
        ADD COLUMN requested_at timestamptz(3) NOT NULL DEFAULT now(),
        ADD COLUMN fence uuid NOT NULL DEFAULT gen_random_uuid(),
        ADD COLUMN answer text CONSTRAINT interview_questions_answer_check CHECK (char_length(answer) BETWEEN 2 AND 5000),
        ADD COLUMN answered_at timestamptz(3),
        ADD COLUMN answer_key_hash bytea CONSTRAINT interview_questions_answer_key_hash_check CHECK (octet_length(answer_key_hash) = 32),
        ADD COLUMN flags jsonb NOT NULL DEFAULT '[]',
        ADD CONSTRAINT interview_questions_asked_check CHECK (asked_at IS NULL OR text IS NOT NULL),
        ADD CONSTRAINT interview_questions_answered_check CHECK (num_nulls(answer, answered_at) IN (0, 2) AND (answer IS NULL OR asked_at IS NOT NULL))`);
    await runner.query(
      'CREATE INDEX interview_questions_open_idx ON interview_questions (requested_at) WHERE text IS NULL',
    );
    await runner.query(`
      CREATE FUNCTION keep_interview_words() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF (OLD.text IS NOT NULL AND NEW.text IS DISTINCT FROM OLD.text) OR (OLD.answer IS NOT NULL AND NEW.answer IS DISTINCT FROM OLD.answer) THEN
          RAISE EXCEPTION 'A question or an answer of an interview never changes' USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN NEW;
      END $$`);
    await runner.query(
      'CREATE TRIGGER interview_questions_words BEFORE UPDATE ON interview_questions FOR EACH ROW EXECUTE FUNCTION keep_interview_words()',
    );
    await runner.query(`
      CREATE TABLE interview_reports (
        interview_id uuid CONSTRAINT interview_reports_pkey PRIMARY KEY CONSTRAINT interview_reports_interview_id_fkey REFERENCES interviews ON DELETE CASCADE,
        status text NOT NULL DEFAULT 'queued' CONSTRAINT interview_reports_status_check CHECK (status IN ('queued', 'written', 'left_out')),
        requested_at timestamptz(3) NOT NULL DEFAULT now(),
        next_run_at timestamptz(3) NOT NULL DEFAULT now(),
        failed_answers integer NOT NULL DEFAULT 0,
        fence uuid NOT NULL DEFAULT gen_random_uuid(),
        explained_well jsonb,
        not_explained jsonb,
        written_at timestamptz(3),
        CONSTRAINT interview_reports_written_check CHECK (num_nulls(explained_well, not_explained, written_at) = CASE status WHEN 'written' THEN 0 ELSE 3 END)
      )`);
    await runner.query(
      `CREATE INDEX interview_reports_queued_idx ON interview_reports (next_run_at) WHERE status = 'queued'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE interview_reports');
    await runner.query('DROP TRIGGER interview_questions_words ON interview_questions');
    await runner.query('DROP FUNCTION keep_interview_words()');
    await runner.query('DROP INDEX interview_questions_open_idx');
    // The previous version knows only questions that were asked.
    await runner.query('DELETE FROM interview_questions WHERE asked_at IS NULL');
    await runner.query(`
      ALTER TABLE interview_questions
        DROP CONSTRAINT interview_questions_asked_check,
        DROP CONSTRAINT interview_questions_answered_check,
        DROP COLUMN source, DROP COLUMN requested_at, DROP COLUMN fence, DROP COLUMN answer, DROP COLUMN answered_at,
        DROP COLUMN answer_key_hash, DROP COLUMN flags,
        ALTER COLUMN text SET NOT NULL,
        ALTER COLUMN asked_at SET NOT NULL`);
    await runner.query('DROP INDEX interviews_running_idx');
    await runner.query('ALTER TABLE interviews DROP COLUMN finished_at');
  }
}
