import { Client } from 'pg';
import { seedProjectRows } from './seeded-projects';

const BATCH = 20_000;

/** One project of ten was handed in. Of these, one of five was reviewed and waits, and the others went on. */
const MOVED_EVERY = 10;
const STATES = ['recommended', 'review_pending', 'changes_requested', 'approved_to_ship', 'shipment_submitted'];
const LATER = ['shipped', 'shipped', 'shipped', 'rejected', 'changes_requested'];

/**
 * Writes projects without READMEs and logs, because the lists of staff read neither, and what happened to each tenth:
 * reviews, and entries of the audit trail.
 */
export async function seedHistory(databaseUrl: string, count: number, stopping: AbortSignal): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('SET synchronous_commit = off');
    await seedProjectRows(client, count);
    for (let first = 1; first <= count; first += BATCH) {
      stopping.throwIfAborted();
      const range = [first, Math.min(first + BATCH - 1, count)];
      for (const statement of [MOVE_PROJECTS, REVIEW_ROWS, AUDIT_ROWS]) await client.query(statement, range);
    }
    await client.query(BIRTH_DATES);
    await client.query('VACUUM ANALYZE programs, accounts, projects, reviews, audit_entries');
  } finally {
    await client.end();
  }
}

const numberOf = (slug: string) => `substr(${slug}, 7)::integer`;
/** $1 to $2 of the projects that moved, as `project`, with their number as `n`. */
const MOVED = `(SELECT projects.*, ${numberOf('slug')} AS n FROM projects WHERE slug IN (SELECT 'bench-' || n FROM generate_series($1::integer, $2::integer) n WHERE n % ${MOVED_EVERY} = 0)) project`;
const AGO = (seconds: string) =>
  `now() - (1000000 - project.n) * interval '20 seconds' + ${seconds} * interval '1 second'`;

const listOf = (states: readonly string[]) => `ARRAY['${states.join("', '")}']`;
const STATE = `CASE WHEN n % ${5 * MOVED_EVERY} = 0 THEN (${listOf(STATES)})[1 + n / ${5 * MOVED_EVERY} % ${STATES.length}]
  ELSE (${listOf(LATER)})[1 + n / ${MOVED_EVERY} % ${LATER.length}] END`;

const MOVE_PROJECTS = `
  UPDATE projects SET state = moved.state, shipped_at = CASE WHEN moved.state = 'shipped' THEN now() END
  FROM (SELECT id, ${STATE} AS state FROM ${MOVED}) moved WHERE moved.id = projects.id`;

const REVIEW_ROWS = `
  INSERT INTO reviews (id, project_id, requested_by, requested_at, state_before, snapshot_project, snapshot_readme, snapshot_log_order, snapshot_log_sequence, snapshot_log_count, input_hash,
    status, finished_at, model, summary, highlights, public_review, comments, suggestions, comment_places, suggestion_places, recommended, flags)
  SELECT gen_random_uuid(), id, owner_id, ${AGO('0')}, 'draft', '{}', '', 0, 0, 0, sha256(''), 'succeeded', ${AGO('90 + n % 200')}, 'bench', 'It works.', '{}', 'It works.', '{}', '{}', '[]', '[]', state <> 'changes_requested',
    CASE WHEN n % 70 = 0 THEN '[{"kind": "contact", "where": "README", "excerpt": "x"}]' ELSE '[]' END::jsonb
  FROM ${MOVED} WHERE state <> 'review_pending'`;

const AUDIT_ROWS = `
  INSERT INTO audit_entries (project_id, actor_id, actor, action, from_state, to_state, at)
  SELECT id, owner_id, actor, action, from_state, to_state, ${AGO('step.at + n % 3000')}
  FROM ${MOVED} CROSS JOIN (VALUES
    (1, 0, 'owner', 'request_review', 'draft', 'review_pending'), (2, 200, 'worker', 'recommend', 'review_pending', 'recommended'),
    (3, 90000, 'reviewer', 'approve', 'recommended', 'approved_to_ship'), (4, 200000, 'owner', 'submit_shipment', 'approved_to_ship', 'shipment_submitted'),
    (5, 400000, 'fulfilment', 'mark_shipped', 'shipment_submitted', 'shipped')
  ) step (place, at, actor, action, from_state, to_state)
  WHERE step.place <= CASE state WHEN 'review_pending' THEN 1 WHEN 'approved_to_ship' THEN 3 WHEN 'shipment_submitted' THEN 4 WHEN 'shipped' THEN 5 ELSE 2 END
  ORDER BY id, step.place`;

/** One person of eight is under 18, and the age of one of three is unknown. */
const BIRTH_DATES = `
  UPDATE accounts SET birth_date = date '1980-01-01' + (CASE WHEN substr(handle, 7)::integer % 8 = 0 THEN 12000 ELSE 0 END)
  WHERE handle ~ '^maker-\\d+$' AND substr(handle, 7)::integer % 3 > 0`;
