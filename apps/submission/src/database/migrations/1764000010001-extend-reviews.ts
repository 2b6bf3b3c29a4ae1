import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ExtendReviews1764000010001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE programs ADD COLUMN rubric jsonb NOT NULL DEFAULT '[]' CONSTRAINT programs_rubric_check CHECK (jsonb_typeof(rubric) = 'array')`,
    );
    await runner.query(`
      ALTER TABLE reviews
        ADD COLUMN fence uuid NOT NULL DEFAULT gen_random_uuid(),
        ADD COLUMN snapshot_rubric jsonb NOT NULL DEFAULT '[]' CONSTRAINT reviews_snapshot_rubric_check CHECK (jsonb_typeof(snapshot_rubric) = 'array'),
        ADD COLUMN snapshot_images text[] NOT NULL DEFAULT '{}',
        ADD COLUMN lost_runs integer NOT NULL DEFAULT 0 CONSTRAINT reviews_lost_runs_check CHECK (lost_runs >= 0),
        ADD COLUMN prompt_version integer,
        ADD COLUMN prompt_tokens bigint NOT NULL DEFAULT 0 CONSTRAINT reviews_prompt_tokens_check CHECK (prompt_tokens >= 0),
        ADD COLUMN completion_tokens bigint NOT NULL DEFAULT 0 CONSTRAINT reviews_completion_tokens_check CHECK (completion_tokens >= 0),
        ADD COLUMN cost_nano bigint NOT NULL DEFAULT 0 CONSTRAINT reviews_cost_nano_check CHECK (cost_nano >= 0),
        ADD COLUMN scores jsonb NOT NULL DEFAULT '[]' CONSTRAINT reviews_scores_check CHECK (jsonb_typeof(scores) = 'array'),
        ADD COLUMN reasons text[] NOT NULL DEFAULT '{}',
        ADD COLUMN flags jsonb CONSTRAINT reviews_flags_check CHECK (jsonb_typeof(flags) = 'array')`);
    await runner.query(`
      CREATE TABLE review_answers (
        review_id uuid NOT NULL CONSTRAINT review_answers_review_id_fkey REFERENCES reviews ON DELETE CASCADE,
        pass text NOT NULL,
        attempt integer NOT NULL CONSTRAINT review_answers_attempt_check CHECK (attempt >= 1),
        content text,
        prompt_tokens bigint NOT NULL CONSTRAINT review_answers_prompt_tokens_check CHECK (prompt_tokens >= 0),
        completion_tokens bigint NOT NULL CONSTRAINT review_answers_completion_tokens_check CHECK (completion_tokens >= 0),
        cost_nano bigint NOT NULL CONSTRAINT review_answers_cost_nano_check CHECK (cost_nano >= 0),
        answered_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT review_answers_pkey PRIMARY KEY (review_id, pass, attempt)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE review_answers');
    await runner.query(`
      ALTER TABLE reviews DROP COLUMN fence, DROP COLUMN snapshot_rubric, DROP COLUMN snapshot_images, DROP COLUMN lost_runs, DROP COLUMN prompt_version,
        DROP COLUMN prompt_tokens, DROP COLUMN completion_tokens, DROP COLUMN cost_nano, DROP COLUMN scores, DROP COLUMN reasons, DROP COLUMN flags`);
    await runner.query('ALTER TABLE programs DROP COLUMN rubric');
  }
}
