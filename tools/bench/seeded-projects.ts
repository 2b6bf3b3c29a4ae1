import { Client } from 'pg';

export interface SeededProjects {
  count: number;
  programId: string;
  slugs: string[];
  handles: string[];
}

export const COMMON_TAG = 'tag-7';
export const RARE_WORD = 'zeppelin';
export const COMMON_WORD = 'weather';

const PROGRAMS = 8;
const PROJECTS_PER_OWNER = 20;
const LONG_ONES = 400;
const BATCH = 20_000;

/**
 * Writes projects, oldest first. Every twentieth is unlisted. The first ones are long: a README of about 20 KB and 20
 * logs instead of 4 KB and 3.
 */
export async function seedProjects(databaseUrl: string, count: number, stopping: AbortSignal): Promise<SeededProjects> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('SET synchronous_commit = off');
    await client.query(PROGRAM_ROWS, [PROGRAMS]);
    await client.query(ACCOUNT_ROWS, [Math.ceil(count / PROJECTS_PER_OWNER)]);
    for (let first = 1; first <= count; first += BATCH) {
      stopping.throwIfAborted();
      const range = [first, Math.min(first + BATCH - 1, count), LONG_ONES];
      for (const statement of [PROJECT_ROWS, README_ROWS, LOG_ROWS]) await client.query(statement, range);
    }
    await client.query('VACUUM ANALYZE programs, accounts, projects, readmes, logs');
    const { rows } = await client.query<{ slug: string; handle: string }>(
      `SELECT slug, handle FROM projects JOIN accounts ON accounts.id = owner_id WHERE slug ~ '^bench-' AND visibility = 'public' ORDER BY projects.id LIMIT $1`,
      [LONG_ONES / 2],
    );
    return {
      count,
      programId: 'bench-1',
      slugs: rows.map(({ slug }) => slug),
      handles: [...new Set(rows.map(({ handle }) => handle))],
    };
  } finally {
    await client.end();
  }
}

/** Programs, accounts and projects alone, without a README or a log. */
export async function seedProjectRows(client: Client, count: number): Promise<void> {
  await client.query(PROGRAM_ROWS, [PROGRAMS]);
  await client.query(ACCOUNT_ROWS, [Math.ceil(count / PROJECTS_PER_OWNER)]);
  for (let first = 1; first <= count; first += BATCH)
    await client.query(PROJECT_ROWS, [first, Math.min(first + BATCH - 1, count), 0]);
}

const idOf = (kind: string, number: string) =>
  `(lpad(to_hex(${number}::bigint), 12, '0') || '7' || substr(md5('${kind}' || ${number}), 1, 3) || '8' || substr(md5('${kind}' || ${number}), 4, 15))::uuid`;

const PROGRAM_ROWS = `
  INSERT INTO programs (id, name, tagline) SELECT 'bench-' || n, 'Program ' || n, 'Build something' FROM generate_series(1, $1) n`;

const ACCOUNT_ROWS = `
  INSERT INTO accounts (id, handle, display_name, bio, email, password_hash)
  SELECT ${idOf('account', 'n')}, 'maker-' || n, 'Maker ' || n, 'Likes to build things that work.', 'maker-' || n || '@bench.example', 'none'
  FROM generate_series(1, $1) n`;

const PROJECT_ROWS = `
  INSERT INTO projects (id, slug, program_id, owner_id, name, tagline, tags, color, visibility, log_count, last_sequence, created_at, updated_at)
  SELECT ${idOf('project', 'n')}, 'bench-' || n, 'bench-' || (1 + n % ${PROGRAMS}), ${idOf('account', `((n - 1) / ${PROJECTS_PER_OWNER} + 1)`)},
    initcap((ARRAY['small', 'quiet', 'solar', 'clever', 'paper', 'garden', 'pocket'])[1 + n % 7] || ' '
      || (ARRAY['station', 'robot', 'clock', 'camera', 'synth', 'plotter', 'drone', 'lamp', 'keyboard', 'radio', 'scale'])[1 + n % 11]) || ' ' || n,
    CASE n % 4 WHEN 0 THEN 'Knows the weather of tomorrow' ELSE 'Made of what lay about, number ' || md5(n::text) END
      || CASE WHEN n <= 10 THEN ', in a zeppelin' ELSE '' END,
    ARRAY['tag-' || n % 100, 'kind-' || n % 12, (ARRAY['hardware', 'software'])[1 + n % 2]], 'blue',
    CASE WHEN n % 20 = 0 THEN 'unlisted' ELSE 'public' END, logs, logs, now() - ($2 - n) * interval '1 second', now() - (n::bigint * 7919 % 200003) * interval '1 second'
  FROM generate_series($1::integer, $2::integer) n, LATERAL (SELECT CASE WHEN n <= $3 THEN 20 ELSE 3 END AS logs) amount`;

const README_ROWS = `
  INSERT INTO readmes (project_id, markdown, html, renderer_version)
  SELECT ${idOf('project', 'n')}, '# Project ' || n || E'\\n\\n' || repeat('Some *text* with a [link](https://example.org).' || E'\\n\\n', paragraphs),
    '<h1 id="project">Project ' || n || '</h1>' || repeat('<p>Some <em>text</em> with a <a href="https://example.org" rel="nofollow">link</a>.</p>' || E'\\n', paragraphs), 1
  FROM generate_series($1::integer, $2::integer) n, LATERAL (SELECT CASE WHEN n <= $3 THEN 240 ELSE 48 END AS paragraphs) amount`;

const LOG_ROWS = `
  INSERT INTO logs (id, project_id, sequence, title, written_as, text, content_md, content_html, renderer_version, created_at)
  SELECT ${idOf('log', '(n * 32 + sequence)')}, ${idOf('project', 'n')}, sequence, 'Log ' || sequence, 'text', text, text, '<p>' || text || '</p>', 1, now() + sequence * interval '1 second'
  FROM generate_series($1::integer, $2::integer) n, LATERAL generate_series(1, CASE WHEN n <= $3 THEN 20 ELSE 3 END) sequence,
    LATERAL (SELECT repeat('What was done today, in a few words. ', 5) AS text) written`;
