import { drawImage, ServiceReplica, sharedStack } from '@shipyard/testing';
import { register } from './newcomer';
import { Participant, readmeForm } from './participant';

describe('a README that is put on a base', () => {
  const stack = sharedStack();
  const { credentials } = stack;
  const url = credentials.submission_url;
  const owner = new Participant(url, credentials.participant.token, credentials.program_id);
  let slug: string;

  beforeEach(async () => {
    slug = await owner.createProject();
  });

  const put = (markdown: string, base: string, by = owner, images: Record<string, Buffer> = {}) => {
    const form = readmeForm(markdown, images);
    form.set('base_updated_at', base);
    return by.refused('PUT', `/projects/${slug}/readme`, { form });
  };
  const markdown = async () =>
    (await owner.call<{ markdown: string }>('GET', `/projects/${slug}/readme`)).body.data.markdown;

  it('is written if the README is that old, and each write gives the next base', async () => {
    await owner.putReadme(slug, '# 0');
    for (let at = 1; at <= 5; at += 1) expect((await put(`# ${at}`, await owner.readmeTime(slug))).status).toBe(200);
    expect(await markdown()).toBe('# 5');
  });

  it('is written if there is no README yet, or with a base in another time zone or in the future', async () => {
    expect((await put('# A', '2020-01-01T00:00:00Z')).status).toBe(200);
    const base = new Date(await owner.readmeTime(slug));
    const elsewhere = new Date(base.getTime() + 2 * 60 * 60_000).toISOString().replace('Z', '+02:00');
    expect((await put('# B', elsewhere)).status).toBe(200);
    expect((await put('# C', '2100-01-01T00:00:00.000Z')).status).toBe(200);
    expect(await markdown()).toBe('# C');
  });

  it('is refused if the README is newer, and writes neither text nor properties nor images', async () => {
    await owner.putReadme(slug, '---\ntagline: First\n---\n# A');
    const base = await owner.readmeTime(slug);
    await owner.putReadme(slug, '---\ntagline: Second\n---\n# B');
    const newer = await owner.readmeTime(slug);
    const answer = await put('---\ntagline: Third\n---\n![c](c.png)', base, owner, { 'c.png': await drawImage() });
    expect([answer.status, answer.body.error, answer.body.details]).toEqual([
      409,
      'README_CHANGED',
      { updated_at: newer },
    ]);
    const [left] = await stack.query(
      'submission',
      `SELECT tagline, (SELECT count(*)::integer FROM assets WHERE project_id = projects.id) AS images,
         (SELECT markdown FROM readmes WHERE project_id = projects.id) AS markdown FROM projects WHERE slug = $1`,
      [slug],
    );
    expect(left).toEqual({ tagline: 'Second', images: 0, markdown: '---\ntagline: Second\n---\n# B' });
    expect((await put('# C', newer)).status).toBe(200);
  });

  it('does not notice other changes of the project, but those of a sync', async () => {
    await owner.putReadme(slug, '# A');
    const base = await owner.readmeTime(slug);
    await owner.call('PATCH', `/projects/${slug}`, { json: { tagline: 'New' } });
    await owner.appendLog(slug, 'A', 'a');
    expect((await put('# B', base)).status).toBe(200);
    const second = await owner.readmeTime(slug);
    await owner.sync({ project_id: await owner.projectId(slug), readme_markdown: '# C' });
    expect((await put('# D', second)).body.error).toBe('README_CHANGED');
  });

  it('holds for a sync too, and so does a base of the properties, which other writes do not move', async () => {
    await owner.putReadme(slug, '---\ntagline: First\n---\n# A');
    const read = async () => {
      type Times = { readme_updated_at: string; properties_updated_at: string };
      const { data } = (await owner.call<Times>('GET', `/projects/${slug}`)).body;
      return { readme_updated_at: data.readme_updated_at, properties_updated_at: data.properties_updated_at };
    };
    const before = await read();
    const project_id = await owner.projectId(slug);
    const sync = (json: object) => owner.refused('POST', '/projects/sync', { json: { project_id, ...json } });
    const bases = (of: typeof before) => ({
      base_updated_at: of.readme_updated_at,
      base_properties_updated_at: of.properties_updated_at,
    });
    await owner.appendLog(slug, 'A', 'a');
    await owner.call('PATCH', `/projects/${slug}`, { json: { tagline: 'First' } });
    expect(await read()).toEqual(before);
    expect((await sync({ ...bases(before), readme_markdown: '# B' })).status).toBe(200);
    const between = await read();
    expect(between.properties_updated_at).toBe(before.properties_updated_at);
    await owner.call('PATCH', `/projects/${slug}`, { json: { tagline: 'Second' } });
    const config = { tagline: 'Third' };
    const refused = await sync({ ...bases(between), config, readme_markdown: '# C' });
    const after = await read();
    expect([refused.status, refused.body.error, refused.body.details]).toEqual([
      409,
      'PROPERTIES_CHANGED',
      { updated_at: after.properties_updated_at },
    ]);
    const stale = await sync({ ...bases(after), base_updated_at: before.readme_updated_at, config });
    expect([stale.body.error, stale.body.details]).toEqual(['README_CHANGED', { updated_at: after.readme_updated_at }]);
    expect(await read()).toEqual(after);
    expect(await markdown()).toBe('# B');
    expect((await sync({ ...bases(after), config, readme_markdown: '# C' })).status).toBe(200);
    expect((await sync({ base_properties_updated_at: 'yesterday' })).body.error).toBe('VALIDATION_FAILED');
  });

  it('leaves the last twenty texts to its owner, who can restore one', async () => {
    type Revisions = { revisions: { id: string; at: string; by: string; bytes: number }[] };
    const list = async () =>
      (await owner.call<Revisions>('GET', `/projects/${slug}/readme/revisions`)).body.data.revisions;
    await owner.putReadme(slug, '# 0');
    const first = await owner.readmeTime(slug);
    expect(await list()).toEqual([]);
    await owner.putReadme(slug, '# 0');
    expect(await list()).toEqual([]);
    for (let at = 1; at <= 22; at += 1) await owner.putReadme(slug, `# ${at}`);
    const revisions = await list();
    expect(revisions).toHaveLength(20);
    expect(revisions.at(0)).toEqual({
      id: expect.any(String) as string,
      at: expect.any(String) as string,
      by: 'api',
      bytes: 4,
    });
    expect(revisions.map(({ at }) => at)).toEqual([...revisions.map(({ at }) => at)].sort().reverse());
    expect(revisions.every(({ at }) => at > first)).toBe(true);
    const one = `/projects/${slug}/readme/revisions/${revisions.at(-1)?.id}`;
    const { markdown: old } = (await owner.call<{ markdown: string }>('GET', one)).body.data;
    expect(old).toBe('# 2');
    await owner.putReadme(slug, old);
    expect(await markdown()).toBe('# 2');
    for (const id of ['nothing', '00000000-0000-7000-8000-000000000000'])
      expect((await owner.refused('GET', `/projects/${slug}/readme/revisions/${id}`)).status).toBe(404);
    const other = new Participant(url, (await register(url)).token, credentials.program_id);
    for (const path of [`/projects/${slug}/readme/revisions`, one])
      expect((await other.refused('GET', path)).body.error).toBe('FORBIDDEN');
  });

  it('is refused to all but one of ten writers with one base, over two processes', async () => {
    const replica = await ServiceReplica.start(stack);
    try {
      const there = new Participant(replica.url, credentials.participant.token, credentials.program_id);
      await owner.putReadme(slug, '# 0');
      for (let round = 1; round <= 3; round += 1) {
        const base = await owner.readmeTime(slug);
        const answers = await Promise.all(
          Array.from({ length: 10 }, (_, at) => put(`# ${round}.${at}`, base, at % 2 ? owner : there)),
        );
        const winners = answers.flatMap(({ status }, at) => (status === 200 ? [at] : []));
        expect(winners).toHaveLength(1);
        expect(await markdown()).toBe(`# ${round}.${winners[0]}`);
        const newer = await owner.readmeTime(slug);
        for (const { status, body } of answers.filter((each) => each.status !== 200))
          expect([status, body.error, body.details]).toEqual([409, 'README_CHANGED', { updated_at: newer }]);
      }
    } finally {
      ServiceReplica.endAll();
    }
  });

  it('is refused after a write whose transaction began before that of the base', async () => {
    await owner.putReadme(slug, '# 0');
    const [before] = await stack.query(
      'submission',
      `UPDATE readmes SET updated_at = now() + interval '1 minute'
       WHERE project_id = (SELECT id FROM projects WHERE slug = $1) RETURNING updated_at`,
      [slug],
    );
    const base = (before?.updated_at as Date).toISOString();
    await owner.putReadme(slug, '# late');
    expect((await put('# lost', base)).body.error).toBe('README_CHANGED');
    expect(await markdown()).toBe('# late');
  });

  it.each([
    { name: 'an empty text', base: '' },
    { name: 'a word', base: 'yesterday' },
    { name: 'a day that does not exist', base: '2026-02-30T00:00:00Z' },
    { name: 'a number', base: '1700000000000' },
    { name: 'a day', base: '2026-01-01' },
    { name: 'a long text', base: 'x'.repeat(100_000) },
  ])('needs a time as its base: refuses $name', async ({ base }) => {
    const answer = await put('# A', base);
    expect([answer.status, answer.body.error]).toEqual([400, 'VALIDATION_FAILED']);
    expect(answer.body.details).toMatchObject({ fields: [{ field: 'base_updated_at' }] });
  });
});
