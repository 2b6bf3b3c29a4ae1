import { callApi, sharedStack } from '@shipyard/testing';
import { register } from './newcomer';
import { type Failure, Participant, type ProjectView } from './participant';

interface List {
  projects: ProjectView[];
  total: number;
  limit: number;
  offset: number;
}

describe('lists of projects', () => {
  const stack = sharedStack();
  const { credentials } = stack;
  const url = credentials.submission_url;
  const owner = new Participant(url, credentials.participant.token, credentials.program_id);
  // A unique word, because other suites fill the same list.
  const word = `zeppelin${Date.now().toString(36)}`;
  const slugs: string[] = [];

  const list = async (query: string, path = '/projects') =>
    (await callApi<{ data: List }>(url, 'GET', `${path}?${query}`)).body.data;
  const slugsOf = ({ projects }: List) => projects.map(({ slug }) => slug);
  const patch = (slug: string | undefined, json: object) => owner.call('PATCH', `/projects/${slug}`, { json });

  beforeAll(async () => {
    for (const name of [`${word} one`, 'two', 'three', `100% ${word}`]) slugs.push(await owner.createProject(name));
    await patch(slugs[1], { tagline: `A ${word.toUpperCase()} over the sea`, tags: ['flight'] });
    await patch(slugs[2], { tags: [word, 'flight'] });
  });

  it('finds a text in name, tagline and tags, in any letter case, newest first', async () => {
    const found = await list(`q=${word.toUpperCase()}`);
    expect(slugsOf(found)).toEqual([...slugs].reverse());
    expect(found).toMatchObject({ total: 4, limit: 20, offset: 0 });
    expect(slugsOf(await list(`q=${word}&sort=updated`))).toEqual([slugs[2], slugs[1], slugs[3], slugs[0]]);
  });

  it('treats pattern characters literally, and finds no text across two fields', async () => {
    expect(slugsOf(await list(`q=${encodeURIComponent(`100% ${word}`)}`))).toEqual([slugs[3]]);
    for (const q of [`100_ ${word}`, `%${word}`, `\\${word}`, `two a ${word}`])
      expect((await list(`q=${encodeURIComponent(q)}`)).total).toBe(0);
  });

  it('matches whole tags, alone and together with a text', async () => {
    expect(slugsOf(await list(`tag=${word.toUpperCase()}`))).toEqual([slugs[2]]);
    expect(slugsOf(await list(`tag=flight&q=${word}`))).toEqual([slugs[2], slugs[1]]);
    expect((await list(`tag=${word.slice(0, -1)}`)).total).toBe(0);
  });

  it('pages with limit and offset, and returns the total on each page', async () => {
    expect(await list(`q=${word}&limit=1&offset=1`)).toMatchObject({
      projects: [{ slug: slugs[2] }],
      total: 4,
      limit: 1,
      offset: 1,
    });
    expect(await list(`q=${word}&offset=100000`)).toMatchObject({ projects: [], total: 4 });
  });

  it("returns the caller's own projects of every visibility to them alone, the last changed first, in pages", async () => {
    const person = await register(url);
    const maker = new Participant(url, person.token, credentials.program_id);
    const own: string[] = [];
    for (const visibility of ['private', 'unlisted', 'public']) {
      const slug = await maker.createProject();
      await maker.call('PATCH', `/projects/${slug}`, { json: { visibility } });
      own.unshift(slug);
    }
    await maker.putReadme(own[2] ?? '', '# Mine\n');
    const all = await maker.call<List>('GET', '/accounts/me/projects');
    expect(all.body.data).toMatchObject({
      projects: [
        { slug: own[2], visibility: 'private', state: 'draft', has_readme: true, missing: ['logs'] },
        { slug: own[0], visibility: 'public', has_readme: false, missing: ['readme', 'logs'] },
        { slug: own[1], visibility: 'unlisted' },
      ],
      total: 3,
      limit: 20,
      offset: 0,
    });
    const page = await maker.call<List>('GET', '/accounts/me/projects?limit=1&offset=1');
    expect(page.body.data).toMatchObject({ projects: [{ slug: own[0] }], total: 3, limit: 1, offset: 1 });
    expect((await maker.refused('GET', '/accounts/me/projects?limit=101')).body.error).toBe('VALIDATION_FAILED');
    expect((await callApi<Failure>(url, 'GET', '/accounts/me/projects')).body.error).toBe('AUTH_TOKEN_MISSING');
  });

  it('filters by program', async () => {
    expect((await list(`q=${word}&program_id=${credentials.program_id}`)).total).toBe(4);
    expect(await list('program_id=nowhere')).toMatchObject({ projects: [], total: 0 });
    expect((await list(`q=${word}`, `/programs/${credentials.program_id}/projects`)).total).toBe(4);
    expect((await callApi<Failure>(url, 'GET', '/programs/nowhere/projects')).body.error).toBe('PROGRAM_NOT_FOUND');
  });

  it('filters by program under its short name too', async () => {
    const program = credentials.program_id;
    expect((await list(`q=${word}&program=${program}`)).total).toBe(4);
    expect((await list(`q=${word}&program=${program}&program_id=${program}`)).total).toBe(4);
    expect(await list('program=nowhere')).toMatchObject({ projects: [], total: 0 });
    const other = await callApi<Failure>(url, 'GET', `/projects?program=${program}&program_id=another`);
    expect([other.status, other.body.error]).toEqual([400, 'VALIDATION_FAILED']);
    expect(other.body.details).toMatchObject({ fields: [{ field: 'program_id' }] });
  });

  it('filters by project status, alone and together with others, and counts what it finds', async () => {
    const completed = slugs[1] ?? '';
    await owner.putReadme(completed, '# Done');
    await owner.appendLog(completed, 'Done', 'It works.');
    const config = { project_status: 'completed' };
    await owner.sync({ project_id: await owner.projectId(completed), config });
    const found = (query: string, path?: string) => list(`q=${word}&${query}`, path);
    expect(slugsOf(await found('project_status=completed'))).toEqual([completed]);
    expect(slugsOf(await found('project_status=in_progress'))).toEqual([slugs[3], slugs[2], slugs[0]]);
    expect(slugsOf(await found('tag=flight&project_status=in_progress'))).toEqual([slugs[2]]);
    expect(slugsOf(await found('project_status=in_progress&sort=updated'))).toEqual([slugs[2], slugs[3], slugs[0]]);
    const inProgram = `/programs/${credentials.program_id}/projects`;
    expect(slugsOf(await found('project_status=completed', inProgram))).toEqual([completed]);
    const [counted] = await stack.query(
      'submission',
      `SELECT count(*)::integer AS total FROM projects WHERE visibility = 'public' AND project_status = 'completed'`,
    );
    expect(await list('project_status=completed&limit=1')).toMatchObject({ total: counted?.total });
    const both = await list(`program=${credentials.program_id}&project_status=completed&limit=100`);
    expect(both.projects.map((project) => [project.program_id, project.project_status])).toEqual(
      both.projects.map(() => [credentials.program_id, 'completed']),
    );
    expect(both.projects).not.toHaveLength(0);
  });

  it('revalidates a filtered list when a project leaves it', async () => {
    const [slug, id] = [slugs[1], await owner.projectId(slugs[1] ?? '')];
    const path = `/projects?q=${word}&project_status=completed`;
    const etag = (await callApi(url, 'GET', path)).headers.get('etag') ?? '';
    const again = () => callApi<{ data: List }>(url, 'GET', path, { headers: { 'if-none-match': etag } });
    expect((await again()).status).toBe(304);
    await owner.sync({ project_id: id, config: { project_status: 'in_progress' } });
    const left = await again();
    expect([left.status, slugsOf(left.body.data)]).toEqual([200, expect.not.arrayContaining([slug])]);
  });

  it.each([
    'limit=0',
    'limit=101',
    'limit=a',
    'offset=-1',
    'offset=100001',
    'sort=oldest',
    'tag=',
    `tag=${'x'.repeat(33)}`,
    `q=${'x'.repeat(201)}`,
    'q=%00',
    'q=a&q=b',
    'program_id=A',
    'program=A',
    'program=a&program=b',
    'project_status=',
    'project_status=done',
    'project_status=completed&project_status=in_progress',
  ])('refuses %s', async (query) => {
    const { status, body } = await callApi<Failure>(url, 'GET', `/projects?${query}`);
    expect([status, body.error, body.details]).toEqual([
      400,
      'VALIDATION_FAILED',
      { fields: [expect.objectContaining({ field: query.split('=')[0] })] },
    ]);
  });

  it('cancels a search that takes too long, and no other list', async () => {
    const holder = await stack.connect('submission');
    try {
      await holder.query('BEGIN; LOCK TABLE projects IN ACCESS EXCLUSIVE MODE');
      const [search, inProgram, all] = [
        `/projects?q=${word}`,
        `/programs/${credentials.program_id}/projects?q=${word}`,
        '/projects',
      ].map((path) => callApi<Failure>(url, 'GET', path));
      for (const broken of [await search, await inProgram]) {
        expect([broken?.status, broken?.body.error, broken?.headers.get('retry-after')]).toEqual([
          503,
          'SERVICE_UNAVAILABLE',
          '5',
        ]);
        expect(broken?.body.message).toMatch(/^This search takes too long/);
      }
      await holder.query('COMMIT');
      expect((await all)?.status).toBe(200);
    } finally {
      await holder.end();
    }
  });

  it('counts only public projects, through all changes', async () => {
    const counts = async () => {
      const [row] = await stack.query(
        'submission',
        `SELECT (SELECT count(*)::integer FROM projects WHERE visibility = 'public' AND program_id = $1) AS counted,
           (SELECT project_count FROM programs WHERE id = $1) AS of_program, (SELECT sum(project_count)::integer FROM programs) AS of_all,
           (SELECT count(*)::integer FROM projects WHERE visibility = 'public') AS counted_all,
           (SELECT bool_and(project_count = (SELECT count(*) FROM projects WHERE owner_id = accounts.id AND visibility = 'public')) FROM accounts) AS of_owners`,
        [credentials.program_id],
      );
      return row ?? {};
    };
    const before = Number((await counts()).of_program);
    const [hidden = '', erased = '', unlisted = ''] = await Promise.all([
      owner.createProject(),
      owner.createProject(),
      owner.createProject(),
    ]);
    await Promise.all([
      patch(hidden, { visibility: 'private' }),
      patch(unlisted, { visibility: 'unlisted' }),
      owner.call('DELETE', `/projects/${erased}`),
    ]);
    expect(await counts()).toMatchObject({ of_program: before, counted: before, of_owners: true });
    await patch(hidden, { visibility: 'public' });
    const after = await counts();
    expect(after).toMatchObject({ of_program: before + 1, counted: before + 1, of_owners: true });
    expect(after.of_all).toBe(after.counted_all);
    expect((await list('limit=1')).total).toBe(after.of_all);
    expect((await list(`limit=1&program_id=${credentials.program_id}`)).total).toBe(before + 1);
    expect(slugsOf(await list('limit=100'))).not.toContain(unlisted);
  });
});
