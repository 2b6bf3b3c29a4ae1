import { drawImage, ServiceReplica, startTestStack, type TestStack, waitUntil } from '@shipyard/testing';
import { Participant, type ProjectView } from './participant';

const STALE = '<p>Of an older renderer</p>';
const TOO_DEEP = '<div>'.repeat(5_000);
const PLAIN = `<p>${'&lt;div&gt;'.repeat(5_000)}</p>`;

describe('documents of an older renderer', () => {
  let stack: TestStack;
  let owner: Participant;
  let current: number;

  beforeAll(async () => {
    stack = await startTestStack({ starts: ['submission', 'submissionWorker'] });
    const { submission_url, participant, program_id } = stack.credentials;
    owner = new Participant(submission_url, participant.token, program_id);
    await owner.putReadme(await owner.createProject(), '# A');
    const [row] = await query('SELECT max(renderer_version) AS current FROM readmes');
    current = Number(row?.current);
  });

  afterEach(() => ServiceReplica.endAll());

  afterAll(() => stack.stop());

  const query = (statement: string, values: unknown[] = []) => stack.query('submission', statement, values);
  const worker = () => stack.processes.submissionWorker;
  const staleCount = async () => {
    const [row] = await query(
      `SELECT ((SELECT count(*) FROM readmes WHERE renderer_version < $1) + (SELECT count(*) FROM logs WHERE renderer_version < $1))::integer AS count`,
      [current],
    );
    return Number(row?.count);
  };
  const allDone = () => waitUntil(staleCount, (count) => count === 0);
  const waitingForLocks = () =>
    query(`SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'UPDATE%renderer_version%'`);

  /** A process that looks into our schema first calls this function, not the one of Postgres. It leaves a trace. */
  const noteRefusedLocks = () =>
    query(`
      CREATE TABLE refused_locks (process text NOT NULL);
      GRANT INSERT ON refused_locks TO PUBLIC;
      CREATE FUNCTION pg_try_advisory_xact_lock(key bigint) RETURNS boolean LANGUAGE plpgsql AS $$
        BEGIN
          IF pg_catalog.pg_try_advisory_xact_lock(key) THEN RETURN true; END IF;
          INSERT INTO refused_locks VALUES (current_setting('application_name'));
          RETURN false;
        END $$`);

  const newProject = async () => {
    const slug = await owner.createProject();
    return { slug, projectId: await owner.projectId(slug) };
  };
  const makeStale = async (projectId: string) => {
    await query('UPDATE readmes SET html = $2, renderer_version = 1 WHERE project_id = $1', [projectId, STALE]);
    await query('UPDATE logs SET content_html = $2, renderer_version = 1 WHERE project_id = $1', [projectId, STALE]);
  };
  /** Logs of an older renderer version. */
  const addStaleLogs = (projectId: string, count: number, contentMd: string) =>
    query(
      `INSERT INTO logs (id, project_id, sequence, title, written_as, text, content_md, content_html, renderer_version, created_at)
       SELECT gen_random_uuid(), $1, n, 'Log ' || n, 'markdown', 'a', $3, $4, 1, now() FROM generate_series(1, $2::integer) n`,
      [projectId, count, contentMd, STALE],
    );

  describe('in one look of a worker', () => {
    const paths = ['', '/readme', '/logs'];
    const read = (slug: string, path: string, headers = {}) =>
      owner.call<ProjectView>('GET', `/projects/${slug}${path}`, { headers });
    const readAll = (slug: string) => Promise.all(paths.map((path) => read(slug, path)));
    let [shown, refused, other] = ['', '', ''];
    let before: Awaited<ReturnType<typeof readAll>>;
    let stale: Awaited<ReturnType<typeof readAll>>;

    beforeAll(async () => {
      shown = await projectWithImages();
      before = await readAll(shown);
      const plain = await newProject();
      await owner.putReadme(plain.slug, '# A');
      const rain = await newProject();
      [refused, other] = [plain.projectId, rain.projectId];
      await worker().pause();
      for (const projectId of [await owner.projectId(shown), refused]) await makeStale(projectId);
      await query('UPDATE readmes SET markdown = $2 WHERE project_id = $1', [refused, TOO_DEEP]);
      await addStaleLogs(refused, 1, TOO_DEEP);
      await addStaleLogs(other, 3, 'It *rained*.');
      stale = await readAll(shown);
      await worker().resume();
      await allDone();
    });

    async function projectWithImages(): Promise<string> {
      const { slug, projectId } = await newProject();
      const { file_id } = (await owner.uploadAsset(projectId, await drawImage({ color: '#135790' }))).body.data;
      const images = { 'a b.png': await drawImage(), 'img/note.png': await drawImage({ color: '#246802' }) };
      const markdown = `---\nname: Station\n---\n# Hello[^1]\n\n![[head] One](./a%20b.png)\n\n<img src="${file_id}" alt="two">\n\n[^1]: ![Note](/img/note.png)`;
      expect((await owner.putReadme(slug, markdown, images)).body.data.images).toHaveLength(2);
      await owner.appendLog(slug, 'As text', '# Not a *heading*', [await drawImage({ color: '#975310' })]);
      await owner.sync({
        project_id: projectId,
        new_logs: [{ sequence: 2, title: 'As Markdown', content_md: `*Look*: ![Pole](${file_id})` }],
      });
      return slug;
    }

    it('are rendered again with their images, and change nothing else except their ETags', async () => {
      expect(before[0]?.body.data.readme_html.match(/<img /g)).toHaveLength(3);
      for (const { text } of stale) expect(text).toContain(STALE);
      for (const [index, path] of paths.entries()) {
        const old = stale[index]?.headers.get('etag') ?? '';
        const after = await read(shown, path, { 'if-none-match': old });
        expect([after.status, after.text]).toEqual([200, before[index]?.text]);
        expect(after.headers.get('etag')).not.toBe(old);
      }
    });

    it('are shown as plain text if the renderer refuses them, and delay no others', async () => {
      expect(await query('SELECT html, renderer_version FROM readmes WHERE project_id = $1', [refused])).toEqual([
        { html: PLAIN, renderer_version: current },
      ]);
      expect(await query('SELECT content_html FROM logs WHERE project_id = $1', [refused])).toEqual([
        { content_html: PLAIN },
      ]);
      expect(await query('SELECT DISTINCT content_html FROM logs WHERE project_id = $1', [other])).toEqual([
        { content_html: '<p>It <em>rained</em>.</p>\n' },
      ]);
    });
  });

  it('are rendered by one worker at a time, and by the next if it is killed: several batches', async () => {
    const { projectId } = await newProject();
    await worker().pause();
    await addStaleLogs(projectId, 200, 'It *rained*.');
    const holder = await stack.connect('submission');
    try {
      await holder.query('BEGIN');
      await holder.query(
        'SELECT FROM logs WHERE id = (SELECT id FROM logs WHERE project_id = $1 ORDER BY id OFFSET 120 LIMIT 1) FOR UPDATE',
        [projectId],
      );
      await worker().resume();
      await waitUntil(waitingForLocks, (waiting) => waiting.length === 1);
      expect(await staleCount()).toBe(80);
      await noteRefusedLocks();
      const second = await ServiceReplica.start(stack, { entry: 'worker', searchPath: 'submission,pg_catalog' });
      await waitUntil(
        () => query('SELECT FROM refused_locks WHERE process = $1', [second.name]),
        (refused) => refused.length > 0,
      );
      // It ends when its look has ended, which that of a worker that renders would not, because a log is locked.
      const exit = second.exit();
      second.signal('SIGTERM');
      expect(await exit).toBe(0);
      expect(await waitingForLocks()).toHaveLength(1);
      expect(await staleCount()).toBe(80);
      const restarted = worker().restarted();
      worker().kill('SIGKILL');
      await restarted;
    } finally {
      await holder.end();
    }
    await allDone();
    const found = await query('SELECT DISTINCT content_html, renderer_version FROM logs WHERE project_id = $1', [
      projectId,
    ]);
    expect(found).toEqual([{ content_html: '<p>It <em>rained</em>.</p>\n', renderer_version: current }]);
  });

  it('do not overwrite a concurrent write of a current or an older process', async () => {
    const written = [
      {
        ...(await newProject()),
        markdown: '# New',
        html: '<p>Meanwhile</p>',
        version: current,
        expected: '<p>Meanwhile</p>',
      },
      {
        ...(await newProject()),
        markdown: '# Newer',
        html: STALE,
        version: 1,
        expected: '<h2 id="user-content-newer">Newer</h2>\n',
      },
    ];
    for (const { slug } of written) await owner.putReadme(slug, '# Old');
    await worker().pause();
    for (const { projectId } of written) await makeStale(projectId);
    const holder = await stack.connect('submission');
    try {
      await holder.query('BEGIN');
      for (const { projectId, markdown, html, version } of written) {
        await holder.query('UPDATE readmes SET markdown = $2, html = $3, renderer_version = $4 WHERE project_id = $1', [
          projectId,
          markdown,
          html,
          version,
        ]);
      }
      await worker().resume();
      await waitUntil(waitingForLocks, (waiting) => waiting.length === 1);
      await holder.query('COMMIT');
    } finally {
      await holder.end();
    }
    await waitUntil(
      () => query(`SELECT pg_try_advisory_xact_lock(hashtextextended('submission rerendering', 0)) AS "hasEnded"`),
      ([look]) => look?.hasEnded === true,
    );
    // It looks again at its start, and not only after 15 seconds.
    await worker().pause();
    await worker().resume();
    await allDone();
    for (const { projectId, expected } of written) {
      expect(await query('SELECT html, renderer_version FROM readmes WHERE project_id = $1', [projectId])).toEqual([
        { html: expected, renderer_version: current },
      ]);
    }
  });
});
