import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { createShipyardClient } from '@shipyard/client';
import { createAssistantServer } from './assistant-server';
import type { ProjectFolder } from './project-folder';

const LOG = { id: 'l1', sequence: 4, title: 'First light', content_md: 'It works.\n', removed_at: null };
const STATUS = {
  state: 'draft',
  missing: ['logs'],
  allowed: [],
  next_sequence: 5,
  review: null,
  project: { id: 'p1', slug: 'garden', logs: [LOG] },
};

async function connect(
  answer: (request: Request) => Response | Promise<Response>,
  folder: ProjectFolder | null = null,
  signIn: string | null = null,
) {
  const requests: Request[] = [];
  const faults: unknown[] = [];
  const client = createShipyardClient({
    baseUrl: 'https://build.example',
    token: 'pst_secret',
    fetch: async (request) => {
      requests.push(request.clone());
      return answer(request);
    },
  });
  const server = createAssistantServer({
    client,
    site: 'https://build.example',
    version: '1',
    folder,
    signIn,
    checkTexts: () => Promise.resolve({ errors: [], warnings: [] }),
    report: (fault) => faults.push(fault),
  });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const assistant = new Client({ name: 'a', version: '1' });
  await Promise.all([server.connect(theirs), assistant.connect(ours)]);
  const call = async (name: string, args: Record<string, unknown>) => {
    const { isError = false, content } = await assistant.callTool({ name, arguments: args });
    return { isError, text: JSON.stringify(content) };
  };
  return { assistant, call, requests, faults };
}

const ok = (data: unknown, status = 200) => Response.json({ ok: true, data }, { status });

describe('the server for assistants', () => {
  it('has the same tools and answers on both transports', async () => {
    const folder: ProjectFolder = {
      readImage: () => Promise.reject(new Error('unused')),
      check: () => Promise.resolve({ errors: [], warnings: [] }),
      sync: () => Promise.reject(new Error('unused')),
      compare: () => Promise.reject(new Error('unused')),
      slug: () => Promise.resolve('garden'),
      start: () => Promise.resolve('Files were written.'),
      numberFor: (_slug, _log, next) => Promise.resolve(next),
      keepLog: () => Promise.resolve('A log was written.'),
      keepReadme: () => Promise.resolve('A README was written.'),
    };
    const texts = {
      slug: 'garden',
      markdown: '# Garden\n\nNew.\n',
      logs: [{ sequence: 4, title: 'a', content_md: 'b' }],
    };
    const readme = { slug: texts.slug, markdown: texts.markdown };
    const [http = null, stdio = null] = await Promise.all(
      [null, folder].map(async (each) => {
        const { assistant, call } = await connect(answerReads, each);
        const { tools } = await assistant.listTools();
        const answers = [
          await call('diff_project', { ...texts, tagline: 'Wet' }),
          await call('sync_project', { ...readme, dry_run: true }),
          await call('sync_project', { ...texts, dry_run: true }),
          await call('sync_project', { ...readme, dry_run: true, base_updated_at: '2025-12-31T00:00:00Z' }),
          await call('sync_project', { ...readme, dry_run: true, base_updated_at: '2026-01-01T00:00:00.000Z' }),
          await call('read_readme', { slug: 'garden' }),
          await call('read_log', { slug: 'garden', sequence: 4 }),
          await call('read_log', { slug: 'garden', sequence: 9 }),
          await call('check_project', { markdown: texts.markdown, logs: texts.logs }),
          await call('upload_image', { slug: 'garden' }),
        ];
        return {
          tools,
          answers: JSON.parse(JSON.stringify(answers).replaceAll(/DATA [0-9a-f]{32}/g, 'DATA')) as unknown,
        };
      }),
    );
    expect(stdio).toEqual(http);
    expect(http?.answers).toEqual([
      { isError: false, text: expect.stringMatching(/@ 3.*- Old\..*\+ New\..*sequence.{1,9}4.*changed/s) as string },
      { isError: false, text: expect.stringContaining('update') as string },
      { isError: true, text: expect.stringContaining('LOG_SEQUENCE_EXISTS') as string },
      { isError: true, text: expect.stringContaining('README_CHANGED') as string },
      { isError: false, text: expect.stringContaining('update') as string },
      { isError: false, text: expect.stringMatching(/untrusted.*# Garden/s) as string },
      { isError: false, text: expect.stringMatching(/untrusted.*It works\./s) as string },
      { isError: true, text: expect.stringContaining('NOT_FOUND') as string },
      { isError: false, text: expect.stringContaining('No errors') as string },
      { isError: true, text: expect.stringContaining('upload_id') as string },
    ]);
    // What is written is shown to the world, and pictures of other hosts are fetched for it.
    for (const { name, annotations } of http?.tools ?? [])
      expect([name, annotations?.openWorldHint]).toEqual([name, annotations?.readOnlyHint === false]);
  });

  const answerReads = ({ url }: Request) => {
    const { pathname, searchParams } = new URL(url);
    if (pathname.endsWith('/readme'))
      return ok({ markdown: '# Garden\n\nOld.\n', updated_at: '2026-01-01T00:00:00.000Z' });
    if (pathname.endsWith('/logs'))
      return ok({ logs: searchParams.get('sequence') === '4' ? [LOG] : [], next_cursor: null });
    return ok(STATUS);
  };

  it('reads what is public without a token, and says how to sign in for the rest', async () => {
    const { call, requests } = await connect(answerReads, null, 'Run `shipyard login`.');
    expect(await call('read_readme', { slug: 'garden' })).toMatchObject({ isError: false });
    const refused = await call('get_project_status', { slug: 'garden' });
    expect([refused.isError, refused.text]).toEqual([
      true,
      expect.stringMatching(/shipyard login.*AUTH_TOKEN_MISSING/s) as string,
    ]);
    expect(requests).toHaveLength(1);
  });

  /** A service on which other calls add logs first. `added` are those, oldest first. */
  const withFasterLogs = (added: (typeof LOG)[]) => {
    const logs = [LOG];
    return connect(async (request) => {
      const next_sequence = (logs.at(-1)?.sequence ?? 0) + 1;
      if (request.method === 'GET')
        return ok({ ...STATUS, next_sequence, project: { ...STATUS.project, logs: [...logs].reverse() } });
      const faster = added.shift();
      if (faster) logs.push(faster);
      const body = (await request.json()) as { new_logs: (typeof LOG)[]; skip_equal_logs?: boolean };
      const [sent] = body.new_logs;
      const { sequence = 0, title, content_md } = sent ?? {};
      const equal = logs.find((log) => log.title === title && log.content_md === content_md);
      const answer = { project: STATUS.project, readme_updated: false, next_sequence: sequence + 1 };
      if (body.skip_equal_logs === true && equal) return ok({ ...answer, logs_added: [], logs_present: [equal] });
      const taken = { error: 'LOG_SEQUENCE_EXISTS', message: 'Taken.', details: { sequences: [sequence] } };
      if (logs.some((log) => log.sequence === sequence)) return Response.json({ ok: false, ...taken }, { status: 409 });
      return ok({ ...answer, logs_added: [{ id: 'l9', sequence }], logs_present: [] });
    });
  };

  it('adds no log twice when an assistant repeats a call', async () => {
    const { call } = await withFasterLogs([]);
    const args = { slug: 'garden', title: ' First light', content_md: 'It works.\r\n' };
    const { isError, text } = await call('append_log', args);
    expect([isError, text.includes('Log 4 has this title and text already')]).toEqual([false, true]);
  });

  it('takes the next sequence when other logs were faster', async () => {
    const { call, requests } = await withFasterLogs([
      { ...LOG, id: 'l2', sequence: 5, title: 'Another' },
      { ...LOG, id: 'l3', sequence: 6, title: 'A third' },
    ]);
    expect((await call('append_log', { slug: 'garden', title: 'New', content_md: 'a' })).text).toContain('Log 7');
    expect(requests.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET', 'POST', 'GET', 'POST']);
  });

  it('adds nothing when an equal call at the same moment was faster', async () => {
    const { call, requests } = await withFasterLogs([{ ...LOG, id: 'l2', sequence: 5, title: 'New', content_md: 'a' }]);
    const { isError, text } = await call('append_log', { slug: 'garden', title: 'New', content_md: 'a' });
    expect([isError, text.includes('Log 5 has this title and text already')]).toEqual([false, true]);
    expect(requests.map(({ method }) => method)).toEqual(['GET', 'POST']);
  });

  it('creates a project with a key that a repeated call has too', async () => {
    const { call, requests } = await connect(() => ok({ project: STATUS.project }, 201));
    for (const title of ['Garden', 'Garden', 'Yard'])
      await call('create_project', { program_id: 'demo', slug: 'garden', name: title });
    const [first, second, third] = requests.map(({ headers }) => headers.get('idempotency-key'));
    expect(first).toMatch(/^create_project-/);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('says nothing of our insides when something breaks, and reports it', async () => {
    const { call, faults } = await connect(() => Promise.reject(new Error('connect ECONNREFUSED /srv/secret')));
    const { isError, text } = await call('list_programs', {});
    expect([isError, text.includes('secret'), faults.length]).toEqual([true, false, 1]);
  });

  it('tells what the service said, what to do, and the code', async () => {
    const refusal = {
      ok: false,
      error: 'README_IMAGE_MISSING',
      message: 'Images are missing.',
      details: { missing: ['a.png'] },
    };
    const { call, faults } = await connect(() => Response.json(refusal, { status: 400 }));
    const { isError, text } = await call('update_readme', { slug: 'garden', markdown: '![](a.png)' });
    expect(isError).toBe(true);
    for (const said of ['Images are missing.', 'a.png', '1. Call upload_image', 'README_IMAGE_MISSING'])
      expect(text).toContain(said);
    expect(faults).toEqual([]);
  });

  it('says once what a review needs, and leaves out what only a caller of the API can do', async () => {
    const refusals = [
      {
        error: 'REVIEW_NOT_READY',
        message: 'A review needs a README. Missing: readme, logs.',
        details: { missing: ['readme', 'logs'] },
      },
      { error: 'PROGRAM_NOT_FOUND', message: 'There is no such program. GET /api/v1/programs lists all.', details: {} },
      { error: 'FORBIDDEN', message: "This is not yours. Use the owner's token.", details: {} },
    ];
    const texts: string[] = [];
    for (const refusal of refusals) {
      const { call } = await connect(() => Response.json({ ok: false, ...refusal }, { status: 409 }));
      texts.push((await call('request_review', { slug: 'garden' })).text);
    }
    expect(texts[0]?.match(/Missing:/g)).toHaveLength(1);
    expect(texts[1]).toContain('list_programs');
    expect(texts.join(' ')).not.toMatch(/GET |token/);
  });

  it.each([
    { args: { slug: '../admin', name: 'a', program_id: 'b' }, says: 'slug must have 3 to 32 characters' },
    { args: { slug: 'garden', program_id: 'b' }, says: 'name is missing' },
    { args: { slug: 'garden', program_id: 'b', title: 'a' }, says: 'name` is the name of the project' },
    { args: { slug: 'admin', name: 'a', program_id: 'b' }, says: 'slug is reserved' },
  ])('says in words: $says', async ({ args, says }) => {
    const { call } = await connect(() => ok({}));
    const { isError, text } = await call('create_project', args);
    expect([isError, text.includes(says), /data|pattern/.test(text)]).toEqual([true, true, false]);
  });

  it.each([
    { visibility: undefined, says: 'everyone can see it at once' },
    { visibility: 'private', says: 'only the person can see it' },
  ])('says who sees a new project: $visibility', async ({ visibility, says }) => {
    const project = { ...STATUS.project, visibility: visibility ?? 'public' };
    const { call, requests } = await connect(() => ok({ project }, 201));
    const args = { program_id: 'demo', slug: 'garden', name: 'Garden', ...(visibility && { visibility }) };
    expect((await call('create_project', args)).text).toContain(says);
    expect(((await requests[0]?.json()) as { visibility?: string }).visibility).toBe(visibility);
  });

  it('lists the texts of all projects, page by page, and no README that is not written', async () => {
    const projects = Array.from({ length: 12 }, (_, index) => ({
      slug: `p-${index}`,
      name: 'P',
      has_readme: index !== 3,
      logs: index === 4 ? [{ sequence: 4, title: 'First light' }] : [],
    }));
    const { assistant, requests } = await connect(({ url }) => {
      const { pathname, searchParams } = new URL(url);
      const [offset, limit] = ['offset', 'limit'].map((name) => Number(searchParams.get(name)));
      if (pathname.endsWith('/programs')) return ok({ programs: [] });
      return ok({ projects: projects.slice(offset, (offset ?? 0) + (limit ?? 0)), total: projects.length });
    });
    const first = await assistant.listResources();
    const second = await assistant.listResources({ cursor: first.nextCursor });
    const readmes = projects.filter(({ has_readme }) => has_readme).map(({ slug }) => `${slug}/README`);
    expect([...first.resources, ...second.resources].map(({ name }) => name)).toEqual(
      readmes.toSpliced(4, 0, 'p-4/logs/4'),
    );
    expect(second.nextCursor).toBeUndefined();
    // One light read for all titles of a page.
    expect(requests.map(({ url }) => new URL(url).pathname)).toEqual(
      ['accounts/me/projects/titles', 'programs', 'accounts/me/projects/titles'].map((path) => `/api/v1/${path}`),
    );
  });

  it('lists the documents alone for an app that may not read projects', async () => {
    const docs = [{ id: 'guide', title: 'Guide', url: 'https://build.example/guide' }];
    const { assistant } = await connect(({ url }) =>
      url.endsWith('/programs')
        ? ok({ programs: [{ id: 'demo', docs }] })
        : Response.json({ ok: false, error: 'FORBIDDEN', message: 'No scope.' }, { status: 403 }),
    );
    expect((await assistant.listResources()).resources.map(({ name }) => name)).toEqual(['demo/guide']);
  });

  it('reads one log in one light call', async () => {
    const { assistant, requests } = await connect(({ url }) =>
      ok({ logs: new URL(url).searchParams.get('sequence') === '4' ? [LOG] : [], next_cursor: null }),
    );
    const { contents } = await assistant.readResource({ uri: 'shipyard://projects/garden/logs/4' });
    expect(JSON.stringify(contents)).toContain('First light');
    expect(requests.map(({ url }) => new URL(url).search)).toEqual(['?limit=1&sequence=4']);
    await expect(assistant.readResource({ uri: 'shipyard://projects/garden/logs/5' })).rejects.toThrow(
      'There is no such resource',
    );
  });

  it.each(['%', '%zz', '%ff', 'a%'])('knows no document whose id cannot be read: %j', async (id) => {
    const { assistant, faults } = await connect(() =>
      ok({ docs: [{ id: 'guide', title: 'Guide', url: 'https://a.example' }] }),
    );
    await expect(assistant.readResource({ uri: `shipyard://programs/demo/docs/${id}` })).rejects.toThrow(
      'There is no such resource',
    );
    expect(faults).toEqual([]);
  });

  it('adds what came to the URL of an upload', async () => {
    const { call, requests } = await connect(() =>
      ok({ upload: { id: 'u1', asset: { file_id: 'cloud://p1/a.png' } } }),
    );
    const { isError, text } = await call('upload_image', { slug: 'garden', upload_id: 'u1' });
    expect([isError, text.includes('cloud://p1/a.png')]).toEqual([false, true]);
    expect(requests.map(({ method, url }) => [method, new URL(url).pathname])).toEqual([
      ['GET', '/api/v1/projects/garden/uploads/u1'],
    ]);
  });

  it.each([
    { status: 'running', state: 'review_pending', says: 'The review runs. Call get_review in a minute.' },
    { status: 'succeeded', state: 'recommended', says: 'The review has finished.' },
  ])('says how far a review is: $status', async ({ status, state, says }) => {
    const review = { status, summary: null, highlights: [], public_review: null, comments: [], suggestions: [] };
    const { call } = await connect(() => ok({ ...STATUS, state, review }));
    expect((await call('get_review', { slug: 'garden' })).text).toContain(says);
  });
});
