import { randomInt, randomUUID } from 'node:crypto';
import { readdir, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { type ApiAnswer, drawImage, randomNumbers, ServiceReplica, sharedStack, waitUntil } from '@shipyard/testing';
import { Participant, readmeForm } from './participant';

/** Waits once for each table. `npm run soak` uses more. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? 9);
const SEED = Number(process.env.KILL_SEED ?? randomInt(2 ** 31));
const IMAGES = 4;
const LOGS = 40;
/** The order in which the two transactions write. */
const TABLES = ['idempotency_keys', 'assets', 'readmes', 'readme_images', 'projects', 'logs'];
const LONG_AGO = new Date(Date.now() - 2 * 60 * 60_000);

interface Write {
  projectId: string;
  send(by: Participant, generation: number, key: string): Promise<ApiAnswer<unknown>>;
  expected(generation: number): object;
}

/**
 * Kills in the middle of PUT readme and POST sync: every third round at a random time, and the others while their
 * transactions wait for a locked table. Afterwards everything is old, or everything is new.
 */
describe('kill -9 while something is written', () => {
  const stack = sharedStack();
  const { credentials } = stack;
  const as = (url: string) => new Participant(url, credentials.participant.token, credentials.program_id);
  const owner = as(credentials.submission_url);
  const random = randomNumbers(SEED);
  let writes: Write[];
  let replica: Promise<ServiceReplica>;

  beforeAll(async () => {
    writes = [await readmeWrite(), await syncWrite()];
    for (const write of writes) await write.send(owner, 0, randomUUID());
    replica = ServiceReplica.start(stack);
  });

  afterAll(async () => {
    await replica;
    ServiceReplica.endAll();
  });

  it(`leaves either the old or the new state, ${ROUNDS} times`, async () => {
    let usualMs = 300;
    for (let round = 1; round <= ROUNDS; round += 1) {
      try {
        const startedAt = performance.now();
        await killOnce(round, usualMs);
        // The usual time of such writes on this machine.
        usualMs = Math.min(1_000, Math.max(100, (performance.now() - startedAt) / 4));
      } catch (error) {
        throw new Error(
          `KILL_SEED=${SEED}, round ${round}: ${error instanceof Error ? error.message : String(error)}`,
          { cause: error },
        );
      }
    }
  }, 400_000);

  it('leaves no file without a row after a sweep, and no row without its file', async () => {
    for (const file of await storedFiles()) await utimes(file, LONG_AGO, LONG_AGO);
    const worker = await ServiceReplica.start(stack, { entry: 'worker' });
    await waitUntil(orphans, (files) => files.length === 0);
    await worker.kill(stack);
    for (const write of writes) await expectFiles(write);
  });

  async function killOnce(generation: number, usualMs: number): Promise<void> {
    const victim = await replica;
    const keys = writes.map(() => randomUUID());
    const holder = await stack.connect('submission');
    try {
      const before = generation - 1 - Math.floor(generation / 3);
      const table = generation % 3 === 0 ? undefined : TABLES[before % TABLES.length];
      if (table !== undefined) await holder.query(`BEGIN; LOCK TABLE ${table} IN SHARE MODE`);
      const cut = writes.map((write, index) =>
        write.send(as(victim.url), generation, keys[index] ?? '').catch(() => null),
      );
      if (table === undefined) await after(random() * usualMs);
      else
        await waitUntil(
          () => blocked(victim),
          (count) => count > 0,
        );
      victim.signal('SIGKILL');
      await holder.query('ROLLBACK');
      await victim.kill(stack);
      replica = ServiceReplica.start(stack);
      await Promise.all(cut);
    } finally {
      await holder.end();
    }
    await stack.query('submission', 'UPDATE idempotency_keys SET leased_until = now() WHERE answer IS NULL');
    for (const [index, write] of writes.entries()) await expectOneEffect(write, generation, keys[index] ?? '');
  }

  async function blocked(victim: ServiceReplica): Promise<number> {
    const rows = await stack.query(
      'submission',
      `SELECT pid FROM pg_stat_activity WHERE application_name = $1 AND wait_event_type = 'Lock'`,
      [victim.name],
    );
    return rows.length;
  }

  async function expectOneEffect(write: Write, generation: number, key: string): Promise<void> {
    const found = await rowsOf(write);
    expect([write.expected(generation - 1), write.expected(generation)]).toContainEqual(found);
    await expectFiles(write);
    const isNew = JSON.stringify(found) === JSON.stringify(write.expected(generation));
    const retried = await write.send(owner, generation, key);
    expect([retried.status, retried.headers.get('idempotency-replayed')]).toEqual([200, isNew ? 'true' : null]);
    expect(await rowsOf(write)).toEqual(write.expected(generation));
    const replayed = await write.send(owner, generation, key);
    expect([replayed.headers.get('idempotency-replayed'), replayed.text]).toEqual(['true', retried.text]);
    expect(await rowsOf(write)).toEqual(write.expected(generation));
  }

  async function rowsOf({ projectId }: Write): Promise<Record<string, unknown> | undefined> {
    const [row] = await stack.query(
      'submission',
      `SELECT p.name, p.tagline, p.log_count, p.last_sequence::integer, r.markdown, substring(r.html FROM 'Generation (\\d+)')::integer AS rendered,
         (SELECT path FROM readme_images i WHERE i.project_id = p.id AND i.asset_id = p.header_asset_id) AS header,
         ARRAY(SELECT path FROM readme_images i WHERE i.project_id = p.id ORDER BY path) AS paths,
         (SELECT count(*)::integer FROM assets a WHERE a.project_id = p.id) AS assets,
         (SELECT count(*)::integer FROM logs l WHERE l.project_id = p.id) AS logs
       FROM projects p LEFT JOIN readmes r ON r.project_id = p.id WHERE p.id = $1`,
      [projectId],
    );
    return row;
  }

  async function expectFiles({ projectId }: Write): Promise<void> {
    for (const { id, extension, bytes } of await stack.query(
      'submission',
      'SELECT id, extension, bytes FROM assets WHERE project_id = $1',
      [projectId],
    )) {
      const file = path.join(stack.dataDir, 'store/submission/assets', projectId, `${String(id)}.${String(extension)}`);
      expect((await stat(file)).size).toBe(bytes);
    }
  }

  async function storedFiles(): Promise<string[]> {
    const entries = await readdir(path.join(stack.dataDir, 'store/submission'), {
      recursive: true,
      withFileTypes: true,
    });
    return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  }

  async function orphans(): Promise<string[]> {
    const named = new Set((await stack.query('submission', 'SELECT id FROM assets')).map(({ id }) => String(id)));
    return (await storedFiles()).filter((file) => !named.has(path.parse(file).name));
  }

  async function newProject(): Promise<{ slug: string; projectId: string }> {
    const slug = await owner.createProject();
    return { slug, projectId: await owner.projectId(slug) };
  }

  const fields = (generation: number) => ({ name: `Name ${generation}`, tagline: `Tagline ${generation}` });
  const markdownOf = (generation: number, body: string) =>
    `---\nname: Name ${generation}\ntagline: Tagline ${generation}\n---\n# Generation ${generation}\n\n${body}`;

  async function readmeWrite(): Promise<Write> {
    const { slug, projectId } = await newProject();
    const paths = (generation: number) => Array.from({ length: IMAGES }, (_, at) => `${generation}-${at}.png`);
    const markdown = (generation: number) =>
      markdownOf(
        generation,
        paths(generation)
          .map((name, at) => `![${at === 2 ? '[head]' : ''}](${name})`)
          .join('\n'),
      );
    return {
      projectId,
      async send(by, generation, key) {
        const images: Record<string, Buffer> = {};
        // Different sizes, so that no two images have the same bytes.
        for (const [at, name] of paths(generation).entries())
          images[name] = await drawImage({ width: 300 + generation, height: 200 + at });
        return by.call('PUT', `/projects/${slug}/readme`, {
          form: readmeForm(markdown(generation), images),
          headers: { 'idempotency-key': key },
        });
      },
      expected: (generation) => ({
        ...fields(generation),
        log_count: 0,
        last_sequence: 0,
        markdown: markdown(generation),
        rendered: generation,
        header: `${generation}-2.png`,
        paths: paths(generation),
        assets: (generation + 1) * IMAGES,
        logs: 0,
      }),
    };
  }

  async function syncWrite(): Promise<Write> {
    const { projectId } = await newProject();
    const log = (sequence: number) => ({ sequence, title: `Log ${sequence}`, content_md: `It *rained*, ${sequence}.` });
    const markdown = (generation: number) => markdownOf(generation, 'Some *text*.\n\n'.repeat(50));
    return {
      projectId,
      send: (by, generation, key) =>
        by.call('POST', '/projects/sync', {
          json: {
            project_id: projectId,
            config: fields(generation),
            readme_markdown: markdown(generation),
            new_logs: Array.from({ length: LOGS }, (_, at) => log(generation * LOGS + at + 1)),
          },
          headers: { 'idempotency-key': key },
        }),
      expected: (generation) => ({
        ...fields(generation),
        log_count: (generation + 1) * LOGS,
        last_sequence: (generation + 1) * LOGS,
        markdown: markdown(generation),
        rendered: generation,
        header: null,
        paths: [],
        assets: 0,
        logs: (generation + 1) * LOGS,
      }),
    };
  }
});
