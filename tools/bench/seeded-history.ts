import { RENDERER_VERSION } from '@shipyard/markdown';
import { Client } from 'pg';
import { seedProjectRows } from './seeded-projects';

const BATCH = 20_000;

/** One project of ten was handed in. Of these, one of five was reviewed and waits, and the others went on. */
const MOVED_EVERY = 10;
const CHANGED_EVERY = 300;
const FLAGGED_EVERY = 350;
const STATES = ['recommended', 'review_pending', 'changes_requested', 'approved_to_ship', 'shipment_submitted'];
const LATER = ['shipped', 'shipped', 'shipped', 'rejected', 'changes_requested'];

/**
 * Writes projects, and what happened to each tenth: a README and a log, reviews, and entries of the audit trail. The
 * lists of staff read no other README or log.
 */
export async function seedHistory(databaseUrl: string, count: number, stopping: AbortSignal): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('SET synchronous_commit = off');
    await seedProjectRows(client, count);
    await seedMoves(client, count, stopping);
  } finally {
    await client.end();
  }
}

export async function seedMoves(client: Client, count: number, stopping: AbortSignal): Promise<void> {
  for (const table of TABLES_WITH_TRIGGERS) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  for (let first = 1; first <= count; first += BATCH) {
    stopping.throwIfAborted();
    const range = [first, Math.min(first + BATCH - 1, count)];
    await client.query('BEGIN');
    for (const statement of [MOVE_PROJECTS, README_ROWS, LOG_ROWS, REVIEW_ROWS, AUDIT_ROWS])
      await client.query(statement, range);
    await client.query('COMMIT');
  }
  for (const table of TABLES_WITH_TRIGGERS) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  await client.query(BIRTH_DATES);
  await seedLists(client);
  await client.query(
    'VACUUM ANALYZE programs, accounts, projects, shipments, reviews, audit_entries, account_audit_entries, reports, mail_outbox, readmes, logs',
  );
}

/** What the lists of admins show besides projects. */
export async function seedLists(client: Client): Promise<void> {
  for (const statement of [EMPTY_PROGRAM, PRIZES, SHIPMENT_ROWS, REPORT_ROWS, MAIL_ROWS, ACCOUNT_AUDIT_ROWS])
    await client.query(statement);
}

const numberOf = (slug: string) => `substr(${slug}, 7)::integer`;
/** $1 to $2 of the projects that moved, as `project`, with their number as `n`. */
const MOVED = `(SELECT projects.*, ${numberOf('slug')} AS n FROM projects WHERE slug IN (SELECT 'bench-' || n FROM generate_series($1::integer, $2::integer) n WHERE n % ${MOVED_EVERY} = 0)) project`;
const AGO = (seconds: string) =>
  `now() - (1000000 - project.n) * interval '20 seconds' + (${seconds}) * interval '1 second'`;

const listOf = (states: readonly string[]) => `ARRAY['${states.join("', '")}']`;
const STATE = `CASE WHEN n % ${5 * MOVED_EVERY} = 0 THEN (${listOf(STATES)})[1 + n / ${5 * MOVED_EVERY} % ${STATES.length}]
  ELSE (${listOf(LATER)})[1 + n / ${MOVED_EVERY} % ${LATER.length}] END`;

/** Writes what the triggers of the other tables would write, because each of their updates costs as much again. */
const MOVE_PROJECTS = `
  UPDATE projects SET state = moved.state, shipped_at = CASE WHEN moved.state = 'shipped' THEN now() END,
    review_requested_at = CASE WHEN moved.state <> 'review_pending' THEN asked_at END, content_reviewed_at = CASE WHEN moved.state <> 'review_pending' THEN asked_at END,
    content_changed_at = CASE WHEN n % ${CHANGED_EVERY} = 0 THEN now() ELSE asked_at - interval '1 hour' END,
    has_flags = moved.state <> 'review_pending' AND n % ${FLAGGED_EVERY} = 0
  FROM (SELECT id, n, ${STATE} AS state, ${AGO('0')} AS asked_at FROM ${MOVED}) moved WHERE moved.id = projects.id`;
const TABLES_WITH_TRIGGERS = ['readmes', 'logs', 'reviews'];

const README_ROWS = `
  INSERT INTO readmes (project_id, markdown, html, renderer_version)
  SELECT id, '# Project ' || n || E'\\n\\n' || repeat('Some *text* that people read. ', 130), '<h1>Project</h1>', ${RENDERER_VERSION} FROM ${MOVED}`;

const LOG_ROWS = `
  INSERT INTO logs (id, project_id, sequence, title, written_as, text, content_md, content_html, renderer_version, created_at)
  SELECT gen_random_uuid(), id, last_sequence, 'Log', 'text', 'Today.', 'Today.', '<p>Today.</p>', ${RENDERER_VERSION}, now() FROM ${MOVED}`;

const REVIEW_ROWS = `
  INSERT INTO reviews (id, project_id, requested_by, requested_at, state_before, snapshot_project, snapshot_readme, snapshot_readme_hash, snapshot_log_order, snapshot_log_sequence, snapshot_log_count, input_hash,
    status, finished_at, model, summary, highlights, public_review, comments, suggestions, comment_places, suggestion_places, recommended, flags)
  SELECT gen_random_uuid(), id, owner_id, ${AGO('0')}, 'draft', '{}', '', (SELECT sha256(convert_to(markdown, 'UTF8')) FROM readmes WHERE project_id = project.id),
    (SELECT max(append_order) FROM logs WHERE project_id = project.id), last_sequence, log_count - (n % ${CHANGED_EVERY} = 0)::integer, sha256(''),
    'succeeded', ${AGO('90 + n % 200')}, 'bench', 'It works.', '{}', 'It works.', '{}', '{}', '[]', '[]', state <> 'changes_requested',
    CASE WHEN n % ${FLAGGED_EVERY} = 0 THEN '[{"kind": "contact", "where": "README", "excerpt": "x"}]' ELSE '[]' END::jsonb
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

const EMPTY_PROGRAM = `INSERT INTO programs (id, name, tagline) VALUES ('bench-empty', 'An empty program', 'Build something')`;

const PRIZES = `UPDATE programs SET prize_name = 'A kit', prize_hardware = true WHERE id IN ('bench-3', 'bench-4')`;

/** Addresses that nobody can open, to four countries. */
const SHIPMENT_ROWS = `
  INSERT INTO shipments (project_id, master_key_id, wrapped_key, recipient, country)
  SELECT id, 'bench', decode(repeat('00', 60), 'hex'), decode(repeat('00', 2076), 'hex'), (ARRAY['CN', 'US', 'DE', 'IS'])[1 + (hashtext(slug) & 3)]
  FROM projects WHERE state = 'shipment_submitted'`;

/** Visitors complain of one project of a hundred. Half of the reports are closed. */
const REPORT_ROWS = `
  WITH reported AS (
    INSERT INTO reports (id, project_id, count, newest_reason, newest_at, closed_at)
    SELECT gen_random_uuid(), id, 1 + n % 7, 'It is not theirs.', now() - n * interval '1 second', CASE WHEN n % 200 = 0 THEN now() END
    FROM (SELECT id, ${numberOf('slug')} AS n FROM projects WHERE slug ~ '^bench-\\d+00$') project RETURNING id, newest_reason, newest_at
  )
  INSERT INTO report_reasons (report_id, reason, at) SELECT id, newest_reason, newest_at FROM reported`;

/** One mail for each person. One of three was given up. */
const MAIL_ROWS = `
  INSERT INTO mail_outbox (id, account_id, kind, key, data, attempts, created_at, ended_at, outcome, failure)
  SELECT gen_random_uuid(), id, 'confirm_email', 'bench ' || id, '{}', 5, now() - n * interval '30 seconds', now() - n * interval '20 seconds',
    (ARRAY['sent', 'sent', 'failed'])[1 + n % 3], CASE WHEN n % 3 = 2 THEN '550 5.1.1' END
  FROM (SELECT id, ${numberOf('handle')} AS n FROM accounts WHERE handle ~ '^maker-\\d+$') account`;

/** Ten sign-ins of each person. */
const ACCOUNT_AUDIT_ROWS = `
  INSERT INTO account_audit_entries (account_id, actor_id, action, at)
  SELECT id, id, 'log_in', now() - n * interval '60 seconds' - turn * interval '1 hour'
  FROM (SELECT id, ${numberOf('handle')} AS n FROM accounts WHERE handle ~ '^maker-\\d+$') account CROSS JOIN generate_series(1, 10) turn
  ORDER BY turn DESC, n DESC`;
