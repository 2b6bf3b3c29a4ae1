import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateReviews1763700004000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE reviews (
        id uuid PRIMARY KEY,
        project_id uuid NOT NULL CONSTRAINT reviews_project_id_fkey REFERENCES projects,
        status text NOT NULL DEFAULT 'queued' CONSTRAINT reviews_status_check CHECK (status IN ('queued', 'running', 'succeeded', 'failed')),
        stage text NOT NULL DEFAULT 'collecting'
          CONSTRAINT reviews_stage_check CHECK (stage IN ('collecting', 'reading', 'judging', 'checking', 'publishing')),
        progress integer NOT NULL DEFAULT 0 CONSTRAINT reviews_progress_check CHECK (progress BETWEEN 0 AND 100),
        requested_by uuid NOT NULL CONSTRAINT reviews_requested_by_fkey REFERENCES accounts,
        requested_at timestamptz(3) NOT NULL DEFAULT now(),
        finished_at timestamptz(3),
        state_before text NOT NULL,
        snapshot_project jsonb NOT NULL,
        snapshot_readme text NOT NULL,
        snapshot_log_order bigint NOT NULL,
        snapshot_log_sequence bigint NOT NULL,
        input_hash bytea NOT NULL CONSTRAINT reviews_input_hash_check CHECK (octet_length(input_hash) = 32),
        run integer NOT NULL DEFAULT 1,
        heartbeat_at timestamptz(3),
        next_run_at timestamptz(3) NOT NULL DEFAULT now(),
        failed_answers integer NOT NULL DEFAULT 0,
        unreachable_since timestamptz(3),
        model text,
        summary text,
        highlights text[],
        public_review text,
        comments text[],
        suggestions text[],
        recommended boolean,
        failure text,
        CONSTRAINT reviews_running_check CHECK ((status = 'running') = (heartbeat_at IS NOT NULL)),
        CONSTRAINT reviews_finished_check CHECK ((status IN ('succeeded', 'failed')) = (finished_at IS NOT NULL)),
        CONSTRAINT reviews_failure_check CHECK ((status = 'failed') = (failure IS NOT NULL)),
        CONSTRAINT reviews_result_check CHECK ((status = 'succeeded') = (recommended IS NOT NULL AND summary IS NOT NULL AND highlights IS NOT NULL
          AND public_review IS NOT NULL AND comments IS NOT NULL AND suggestions IS NOT NULL AND model IS NOT NULL))
      )`);
    await runner.query(
      `CREATE UNIQUE INDEX reviews_open_key ON reviews (project_id) WHERE status IN ('queued', 'running')`,
    );
    await runner.query(`CREATE INDEX reviews_work_idx ON reviews (next_run_at) WHERE status IN ('queued', 'running')`);
    await runner.query('CREATE INDEX reviews_project_idx ON reviews (project_id, requested_at DESC, id DESC)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE reviews');
  }
}
