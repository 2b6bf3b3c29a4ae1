import { callApi, startTestStack, type TestStack, waitUntil } from '@shipyard/testing';
import { LONG_README, Participant } from './participant';

describe('public reads', () => {
  let stack: TestStack;
  let url: string;
  let owner: Participant;

  beforeAll(async () => {
    stack = await startTestStack({ starts: ['submission'] });
    url = stack.credentials.submission_url;
    owner = new Participant(url, stack.credentials.participant.token, stack.credentials.program_id);
  });

  afterAll(() => stack.stop());

  async function queriesSoFar(): Promise<number> {
    const page = await (await fetch(`http://127.0.0.1:${stack.view.metricsPort}/metrics`)).text();
    return Number(/^database_queries_total(?:\{.*\})? (\d+)$/m.exec(page)?.[1]);
  }

  /** The minimum of several rounds, because uses of tokens are written now and then. */
  async function costOf(path: string, headers: Record<string, string> = {}, status = 200): Promise<number> {
    const costs: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const before = await queriesSoFar();
      expect((await callApi(url, 'GET', path, { headers })).status).toBe(status);
      costs.push((await queriesSoFar()) - before);
    }
    return Math.min(...costs);
  }

  it('cost a fixed number of queries for any amount of data', async () => {
    const { program_id: programId, participant } = stack.credentials;
    const bare = await owner.createProject();
    const full = await owner.createReadyProject(LONG_README);
    const logs = Array.from({ length: 101 }, (_, at) => ({ sequence: at + 11, title: `Log ${at}`, content_md: 'x' }));
    expect((await owner.sync({ project_id: await owner.projectId(full), new_logs: logs })).status).toBe(200);
    // Fails when a query is added. The second number is for a caller with a current copy.
    const costs: Record<string, [whole: number, notModified: number]> = {
      [`/projects/${bare}`]: [3, 1],
      [`/projects/${full}`]: [3, 1],
      [`/projects/${full}/logs?limit=2`]: [2, 1],
      [`/projects/${full}/logs?sequence=7`]: [2, 1],
      [`/projects/${full}/readme`]: [2, 1],
      '/projects?limit=1': [2, 1],
      '/projects?limit=100': [2, 1],
      '/projects?tag=solar&sort=updated': [1, 1],
      // A search sets its time limit in a transaction.
      '/projects?q=weather&tag=solar&sort=updated': [4, 4],
      [`/creators/${participant.handle}`]: [2, 1],
      [`/creators/${stack.credentials.other_participant.handle}`]: [1, 1],
      '/programs': [2, 1],
      [`/programs/${programId}`]: [2, 1],
      [`/programs/${programId}/projects`]: [3, 2],
      [`/docs/${programId}`]: [2, 1],
    };
    const measured: Record<string, [number, number]> = {};
    for (const path of Object.keys(costs))
      measured[path] = [await costOf(path), await costOf(path, { 'if-none-match': '*' }, 304)];
    expect(measured).toEqual(costs);
  });

  it('show nothing of a project that becomes private during the read', async () => {
    const slug = await owner.createReadyProject(LONG_README);
    const reads = {
      [`/projects/${slug}`]: 'logs',
      [`/projects/${slug}/logs`]: 'logs',
      [`/projects/${slug}/readme`]: 'readmes',
    };
    for (const [path, table] of Object.entries(reads)) {
      await owner.call('PATCH', `/projects/${slug}`, { json: { visibility: 'public' } });
      const holder = await stack.connect('submission');
      try {
        await holder.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
        const answer = callApi<{ error?: string; data?: { logs: unknown[] } }>(url, 'GET', path);
        await waitUntil(
          () =>
            stack.query(
              'submission',
              `SELECT pid FROM pg_stat_activity WHERE application_name = 'submission' AND wait_event_type = 'Lock' AND query LIKE '%${table}%'`,
            ),
          (waiting) => waiting.length > 0,
        );
        await holder.query(`UPDATE projects SET visibility = 'private' WHERE slug = '${slug}'; COMMIT`);
        const { body } = await answer;
        expect([path, body.data?.logs ?? body.error]).toEqual([
          path,
          path.endsWith('/logs') ? [] : 'PROJECT_NOT_FOUND',
        ]);
      } finally {
        await holder.end();
      }
    }
  });

  it('find one log by its sequence', async () => {
    const slug = await owner.createProject();
    for (const title of ['First', 'Second', 'Third']) await owner.appendLog(slug, title, 'x');
    type Page = { data: { logs: { sequence: number; title: string }[]; next_cursor: string | null } };
    const page = async (query: string) =>
      (await callApi<Page>(url, 'GET', `/projects/${slug}/logs?${query}`)).body.data;
    expect(await page('sequence=2&limit=1')).toMatchObject({
      logs: [{ sequence: 2, title: 'Second' }],
      next_cursor: null,
    });
    expect(await page('sequence=4')).toEqual({ logs: [], next_cursor: null });
    for (const sequence of ['0', 'a', '1.5', '9007199254740993'])
      expect((await callApi(url, 'GET', `/projects/${slug}/logs?sequence=${sequence}`)).status).toBe(400);
  });

  it('return a cursor for the next logs, whether rows or bytes limit the page', async () => {
    const slug = await owner.createProject();
    // Text, Markdown and HTML count, so these exceed 2 MiB before there are a hundred logs.
    for (let at = 0; at < 12; at += 1) await owner.appendLog(slug, `Log ${at}`, 'x'.repeat(64 * 1024));
    const { body } = await callApi<{ data: { logs: { sequence: number }[]; logs_next_cursor: string | null } }>(
      url,
      'GET',
      `/projects/${slug}`,
    );
    const seen = body.data.logs.map(({ sequence }) => sequence);
    expect(seen.length).toBeLessThan(12);
    type Page = { data: { logs: { sequence: number }[]; next_cursor: string | null } };
    for (let cursor = body.data.logs_next_cursor; cursor !== null;) {
      const page: Page = (await callApi<Page>(url, 'GET', `/projects/${slug}/logs?limit=2&cursor=${cursor}`)).body;
      seen.push(...page.data.logs.map(({ sequence }) => sequence));
      cursor = page.data.next_cursor;
    }
    expect(seen).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  });

  it('answer 304 to a client with the current version, until something changes', async () => {
    const { program_id: programId, participant } = stack.credentials;
    const slug = await owner.createReadyProject(LONG_README);
    const pages = [
      `/projects/${slug}`,
      `/projects/${slug}/logs`,
      `/projects/${slug}/readme`,
      '/projects',
      `/creators/${participant.handle}`,
      `/programs/${programId}`,
      `/docs/${programId}`,
    ];
    const etags = new Map<string, string>();
    for (const path of pages) {
      const first = await callApi(url, 'GET', path);
      const etag = first.headers.get('etag') ?? '';
      etags.set(path, etag);
      expect([path, first.status, first.headers.get('cache-control'), etag]).toEqual([
        path,
        200,
        'public, no-cache',
        expect.stringMatching(/^W\/"[\w-]{27}"$/),
      ]);
      expect(first.headers.get('content-type')).toBe('application/json; charset=utf-8');
      const again = await callApi(url, 'GET', path, { headers: { 'if-none-match': `W/"other", ${etag}` } });
      expect([path, again.status, again.text, again.headers.get('etag'), again.headers.get('cache-control')]).toEqual([
        path,
        304,
        '',
        etag,
        'public, no-cache',
      ]);
      expect(again.headers.get('access-control-allow-origin')).toBe('*');
    }
    await owner.call('PATCH', `/projects/${slug}`, { json: { tagline: 'Another' } });
    for (const path of [`/projects/${slug}`, '/projects', `/creators/${participant.handle}`]) {
      expect((await callApi(url, 'GET', path, { headers: { 'if-none-match': etags.get(path) ?? '' } })).status).toBe(
        200,
      );
    }
  });

  it('stay out of shared caches if the project is private', async () => {
    const slug = await owner.createReadyProject(LONG_README);
    await owner.call('PATCH', `/projects/${slug}`, { json: { visibility: 'private' } });
    for (const path of [`/projects/${slug}`, `/projects/${slug}/logs`, `/projects/${slug}/readme`]) {
      const { status, headers } = await owner.call('GET', path);
      expect([path, status, headers.get('cache-control')]).toEqual([path, 200, 'private, no-cache']);
      expect(
        (await callApi(url, 'GET', path, { headers: { 'if-none-match': headers.get('etag') ?? '' } })).status,
      ).toBe(404);
    }
  });
});
