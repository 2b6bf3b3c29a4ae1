import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateInterviews1764000030002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE interviews (
        id uuid PRIMARY KEY,
        project_id uuid NOT NULL CONSTRAINT interviews_project_id_fkey REFERENCES projects ON DELETE CASCADE,
        question_count integer NOT NULL CONSTRAINT interviews_question_count_check CHECK (question_count BETWEEN 1 AND 20),
        credential_hash bytea NOT NULL CONSTRAINT interviews_credential_hash_key UNIQUE
          CONSTRAINT interviews_credential_hash_check CHECK (octet_length(credential_hash) = 32),
        credential_expires_at timestamptz(3) NOT NULL,
        superseded_at timestamptz(3),
        redeemed_at timestamptz(3),
        session_hash bytea CONSTRAINT interviews_session_hash_key UNIQUE
          CONSTRAINT interviews_session_hash_check CHECK (octet_length(session_hash) = 32),
        session_expires_at timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT interviews_redeemed_check CHECK (num_nulls(redeemed_at, session_hash, session_expires_at) IN (0, 3))
      )`);
    await runner.query(
      'CREATE UNIQUE INDEX interviews_open_key ON interviews (project_id) WHERE superseded_at IS NULL',
    );
    await runner.query(`
      CREATE TABLE interview_questions (
        interview_id uuid NOT NULL CONSTRAINT interview_questions_interview_id_fkey REFERENCES interviews ON DELETE CASCADE,
        index integer NOT NULL CONSTRAINT interview_questions_index_check CHECK (index BETWEEN 1 AND 20),
        text text NOT NULL,
        asked_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT interview_questions_pkey PRIMARY KEY (interview_id, index)
      )`);
    await runner.query('CREATE INDEX interviews_project_id_idx ON interviews (project_id, created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE interview_questions, interviews');
  }
}
