import { drawImage, ServiceReplica, sharedStack } from '@shipyard/testing';
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
