import { randomUUID } from 'node:crypto';
import { callApi, drawImage, ServiceReplica, sharedStack } from '@shipyard/testing';
import { demoPeople, type Failure, LONG_README, Participant, readmeForm } from './participant';

interface Preview {
  html: string;
  missing: string[];
  problems: { line: number | null; message: string }[];
}

describe('a preview of a README', () => {
  const stack = sharedStack();
  const { credentials } = stack;
  const url = credentials.submission_url;
  const { owner, other } = demoPeople(stack);
  let slug: string;

  beforeEach(async () => {
    slug = await owner.createProject();
  });

  const preview = async (markdown: string, headers: Record<string, string> = {}) => {
    const { status, body } = await owner.call<Preview>('POST', `/projects/${slug}/readme/preview`, {
      json: { markdown },
      headers,
    });
    expect(status).toBe(200);
    return body.data;
  };
  const refused = (json: unknown, of = slug, by = owner) =>
    by.refused('POST', `/projects/${of}/readme/preview`, { json });
  const put = async (markdown: string, images: Record<string, Buffer> = {}) => {
    expect((await owner.putReadme(slug, markdown, images)).status).toBe(200);
    return (await owner.call<{ html: string }>('GET', `/projects/${slug}/readme`)).body.data.html;
  };
  const rows = () =>
    stack.query(
      'submission',
      `SELECT project.*, (SELECT count(*) FROM assets WHERE project_id = project.id) AS images,
         (SELECT count(*) FROM foreign_images) AS foreign_images, (SELECT row_to_json(r) FROM readmes r WHERE r.project_id = project.id) AS readme
       FROM projects project WHERE slug = $1`,
      [slug],
    );

  it.each([
    { name: 'text', markdown: '# A\r\n\r\n> [!NOTE]\n> b[^1] :rocket:\n\n[^1]: c\n\n```ts\nconst a = 1;\n```\n' },
    { name: 'front matter', markdown: '\uFEFF---\nname: B\ntags: a, b\n---\n## C' },
    { name: 'hostile HTML', markdown: '<script>alert(1)</script><p onclick=a style="position:fixed">a<img src=x:y>' },
    { name: 'images of other hosts', markdown: '![a](https://example.org/a.png) ![b](http://example.org/b.png)' },
  ])('renders $name exactly as PUT does', async ({ markdown }) => {
    const shown = await preview(markdown);
    expect(shown).toEqual({ html: await put(markdown), missing: [], problems: [] });
  });

  it('renders stored images as PUT does, by file id, and by the path that the stored README has', async () => {
    const id = await owner.projectId(slug);
    const { file_id: fileId } = (await owner.uploadAsset(id, await drawImage({ color: '#123456' }))).body.data;
    const byId = `![a](${fileId}) <img src="${fileId}" width=5>`;
    expect(await preview(byId)).toEqual({ html: await put(byId), missing: [], problems: [] });
    const byPath = '![[head] a](./a%20b.png) ![](other.png)';
    const html = await put('![[head] a](./a%20b.png)', { 'a b.png': await drawImage() });
    const shown = await preview(byPath);
    // PUT wants each relative image again, so they are missing although they can be shown.
    expect(shown).toEqual({ html: expect.any(String) as string, missing: ['./a%20b.png', 'other.png'], problems: [] });
    expect(shown.html).toContain(/<img[^>]*>/.exec(html)?.[0]);
    const [, second] = shown.html.match(/<img[^>]*>/g) ?? [];
    expect(second).toContain('src="/api/v1/assets/00000000-0000-0000-0000-000000000002.png"');
    expect((await owner.refused('PUT', `/projects/${slug}/readme`, { form: readmeForm(byPath) })).body.details).toEqual(
      { missing: shown.missing },
    );
  });

  it('lists each problem of the front matter and of images, with its line if it is known, and renders the rest', async () => {
    const foreignSlug = await other.createProject();
    const foreign = (await other.uploadAsset(await other.projectId(foreignSlug), await drawImage())).body.data.file_id;
    const own = `cloud://${await owner.projectId(slug)}/${randomUUID()}.png`;
    const markdown = `---\nname: ''\nmine: 1\ncolor: black\ntags: [ok]\n---\n# A\n\n![a](../a.png)\n![b](${foreign})\n![c](${own})\n![d](<../d e.png>)\n![a](../a.png)`;
    const { html, missing, problems } = await preview(markdown);
    expect(html).toMatch(/^<h2 [^>]*>A<\/h2>/);
    expect(missing).toEqual([]);
    expect(problems).toEqual([
      { line: 2, message: expect.stringMatching(/^name /) as string },
      { line: 4, message: expect.stringMatching(/^color must be one of/) as string },
      { line: 10, message: expect.stringContaining(foreign) as string },
      { line: 11, message: expect.stringContaining(own.slice(-40, -4)) as string },
      { line: 12, message: expect.stringContaining('../d e.png') as string },
      { line: null, message: expect.stringContaining('../a.png') as string },
    ]);
    const answer = await owner.refused('PUT', `/projects/${slug}/readme`, { form: readmeForm(markdown) });
    expect([answer.status, answer.body.error]).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('says the same problems in the language that is asked for', async () => {
    const markdown = `---\nname: ''\ncolor: black\n---\n# A\n\n![a](../a.png)\n![b](cloud://nonsense)`;
    const path = `/projects/${slug}/readme/preview`;
    const english = await preview(markdown);
    const { body } = await owner.call<Preview>('POST', `${path}?locale=zh-CN`, { json: { markdown } });
    const { problems, ...rest } = body.data;
    expect({ ...rest, problems: problems.map(({ line }) => line) }).toEqual({
      ...english,
      problems: english.problems.map(({ line }) => line),
    });
    for (const { message } of problems) expect(message).toMatch(/^[a-z]*[ \p{Script=Han}].*。$/su);
    expect((await owner.refused('POST', `${path}?locale=fr`, { json: { markdown } })).body.error).toBe(
      'VALIDATION_FAILED',
    );
  });

  it.each([
    { name: 'YAML that cannot be parsed', markdown: '---\ntagline: a: b\n---\n# A', line: 2, html: /A/ },
    { name: 'a list', markdown: '---\n- a\n---\n# A', line: 2, html: /A/ },
    { name: 'too much front matter', markdown: `---\na: ${'x'.repeat(17_000)}\n---\n# A`, line: null, html: /A/ },
    { name: 'an empty text', markdown: '', line: null, html: /^$/ },
    { name: 'a blank text', markdown: ' \n\t', line: null, html: /^$/ },
    { name: 'deep nesting', markdown: `${'> '.repeat(20_000)}a`, line: null, html: /^$/ },
  ])('says that PUT would refuse $name', async ({ markdown, line, html }) => {
    const shown = await preview(markdown);
    expect(shown).toEqual({
      html: expect.stringMatching(html) as string,
      missing: [],
      problems: [{ line, message: expect.stringMatching(/^\S.*\.$|\)$/s) as string }],
    });
    expect((await owner.refused('PUT', `/projects/${slug}/readme`, { form: readmeForm(markdown) })).status).toBe(400);
  });

  it('stores nothing', async () => {
    await put(LONG_README.replace('![[head] The station](front.png)', ''));
    const before = await rows();
    await preview(`---\nname: New\ntags: [new]\n---\n![a](https://example.org/${randomUUID()}.png) ![b](b.png)`);
    expect(await rows()).toEqual(before);
  });

  it('asks for no copy of an image on another host, but shows one that is there', async () => {
    const replica = await ServiceReplica.start(stack, { environment: { IMAGE_PROXY: '1' } });
    try {
      const [image, unknown] = [randomUUID(), randomUUID()].map((name) => `https://example.org/${name}.png`);
      const id = randomUUID();
      await stack.query(
        'submission',
        `INSERT INTO foreign_images (id, url, url_sha256, status, extension, bytes, width, height, finished_at)
         VALUES ($1, $2::text, sha256($2::text::bytea), 'ready', 'png', 1, 2, 3, now())`,
        [id, image],
      );
      const there = new Participant(replica.url, credentials.participant.token, credentials.program_id);
      const before = await rows();
      const { body } = await there.call<Preview>('POST', `/projects/${slug}/readme/preview`, {
        json: { markdown: `![a](${image}) ![b](${unknown})` },
      });
      expect(body.data.html).toContain(`src="/api/v1/foreign-images/${id}"`);
      expect(body.data.html).toContain(`<a href="${unknown}"`);
      expect(await rows()).toEqual(before);
    } finally {
      ServiceReplica.endAll();
    }
  });

  it('is for the owner alone', async () => {
    const hidden = await other.createProject();
    await other.call('PATCH', `/projects/${hidden}`, { json: { visibility: 'private' } });
    const json = { markdown: '---\n- a\n---' };
    expect((await refused(json, slug, other)).body.error).toBe('FORBIDDEN');
    for (const gone of [hidden, 'nowhere']) expect((await refused(json, gone)).body.error).toBe('PROJECT_NOT_FOUND');
    const open = await callApi<Failure>(url, 'POST', `/projects/${slug}/readme/preview`, { json });
    expect([open.status, open.body.error]).toEqual([401, 'AUTH_TOKEN_MISSING']);
  });

  it.each([
    { name: 'no text', json: {}, error: 'VALIDATION_FAILED' },
    { name: 'no string', json: { markdown: 1 }, error: 'VALIDATION_FAILED' },
    { name: 'another field', json: { markdown: 'a', readme: 'a' }, error: 'VALIDATION_FAILED' },
    { name: 'NUL', json: { markdown: 'a\0' }, error: 'VALIDATION_FAILED' },
    { name: 'half a character', json: { markdown: 'a\ud800' }, error: 'VALIDATION_FAILED' },
    { name: 'more than 1 MiB', json: { markdown: 'a'.repeat(1024 * 1024 + 1) }, error: 'PAYLOAD_TOO_LARGE' },
  ])('refuses $name, before its project is missing', async ({ json, error }) => {
    expect((await refused(json, 'nowhere')).body.error).toBe(error);
  });

  it('refuses a token in the text and does not repeat it', async () => {
    const { token } = credentials.participant;
    const answer = await refused({ markdown: `# A\n\n${token}` });
    expect([answer.status, answer.body.error]).toEqual([400, 'VALIDATION_FAILED']);
    expect(answer.text).not.toContain(token);
  });

  it('takes 1 MiB in which each character is escaped', async () => {
    const body = `{"markdown":"${'\\u0061'.repeat(1024 * 1024)}"}`;
    const answer = await callApi<{ data: Preview }>(url, 'POST', `/projects/${slug}/readme/preview`, {
      token: credentials.participant.token,
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect([answer.status, answer.body.data.html.length]).toEqual([200, 1024 * 1024 + '<p></p>\n'.length]);
  });

  it('names at most 100 problems of a text that has a thousand', async () => {
    const markdown = Array.from({ length: 1_000 }, (_, at) => `![a](../${at}.png)`).join('\n');
    expect((await preview(markdown)).problems).toHaveLength(100);
  });

  it('is replayed for the same Idempotency-Key, which is gone with the project', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const first = await preview('# A', headers);
    await put('![a](a.png)', { 'a.png': await drawImage() });
    expect(await preview('# A', headers)).toEqual(first);
    const other = await owner.refused('POST', `/projects/${slug}/readme/preview`, { json: { markdown: 'b' }, headers });
    expect(other.body.error).toBe('IDEMPOTENCY_KEY_REUSED');
    const id = await owner.projectId(slug);
    const kept = () => stack.query('submission', 'SELECT answer FROM idempotency_keys WHERE subject_id = $1', [id]);
    const stored = async () => (await kept()).filter(({ answer }) => String(answer).includes('A</h2>'));
    expect(await stored()).toHaveLength(1);
    await owner.call('DELETE', `/projects/${slug}`);
    expect(await stored()).toHaveLength(0);
  });
});
