import { callApi, drawImage, ServiceReplica, sharedStack } from '@shipyard/testing';
import { type Failure, Participant, readmeForm } from './participant';

describe('a README and its parts', () => {
  const stack = sharedStack();
  const { credentials } = stack;
  const owner = new Participant(credentials.submission_url, credentials.participant.token, credentials.program_id);
  let slug: string;

  beforeEach(async () => {
    slug = await owner.createProject();
  });

  it('lists parts that nothing refers to, and does not store them', async () => {
    const [used, unused] = [await drawImage({ color: '#111111' }), await drawImage({ color: '#222222' })];
    const { body } = await owner.putReadme(slug, '![a](a%20b.png)', { './a b.png': used, 'unused.png': unused });
    expect(body.data.images.map(({ path }) => path)).toEqual(['a b.png']);
    expect(body.data.unreferenced_parts).toEqual(['unused.png']);
    expect(body.data.project.url).toBe(`/projects/${slug}`);
    expect(
      await stack.query('submission', 'SELECT id FROM assets WHERE project_id = $1', [body.data.project.id]),
    ).toHaveLength(1);
  });

  it.each([
    ['two that come to one path', ['a.png', './a.png']],
    ['one above the root', ['../a.png']],
    ['one from the root', ['/a.png']],
    ['one on a drive', ['C:/a.png']],
  ])('refuses parts: %s', async (_, names) => {
    const image = await drawImage();
    const answer = await owner.refused('PUT', `/projects/${slug}/readme`, {
      form: readmeForm('# a', Object.fromEntries(names.map((name) => [name, image]))),
    });
    expect([answer.status, answer.body.error]).toEqual([400, 'VALIDATION_FAILED']);
    expect(answer.body.details).toMatchObject({ fields: [{ field: names.at(-1) }] });
  });

  it('refuses a document that renders to more than 2 MiB of HTML', async () => {
    const answer = await owner.refused('PUT', `/projects/${slug}/readme`, {
      form: readmeForm(`[^1]: a\n\n${'[^1]'.repeat(10_000)}`),
    });
    expect([answer.status, answer.body.error]).toEqual([400, 'VALIDATION_FAILED']);
    expect(answer.body.details).toMatchObject({ fields: [{ field: 'readme' }] });
  });

  it.each<[string, string, string, string]>([
    ['a name that objects inherit', '__proto__', '![a](__proto__)', '__proto__'],
    ['brackets', 'images[0].png', '![a](<images[0].png>)', 'images[0].png'],
    ['a quote', 'a"b.png', '![a](<a"b.png>)', 'a"b.png'],
    ['a percent sign that encodes nothing', '50%.png', '![a](50%.png)', '50%.png'],
    ['an encoded space on both sides', 'a%20b.png', '![a](a%20b.png)', 'a b.png'],
    ['letters and marks apart, as macOS sends them', 'cafe\u0301.png', '![a](caf\u00e9.png)', 'caf\u00e9.png'],
    [
      'other scripts, encoded in the README alone',
      '图/电路.png',
      '![a](%E5%9B%BE/%E7%94%B5%E8%B7%AF.png)',
      '图/电路.png',
    ],
    ['a query and a fragment', 'a.png', '![a](/a.png?raw=true#gh-dark-mode-only)', 'a.png'],
  ])('finds the part behind %s', async (_, name, markdown, path) => {
    const form = readmeForm(markdown);
    form.append(name, new Blob([new Uint8Array(await drawImage())]), 'picture');
    const { body } = await owner.call<{ images: { path: string }[]; unreferenced_parts: string[] }>(
      'PUT',
      `/projects/${slug}/readme`,
      { form },
    );
    expect([body.data.images.map((image) => image.path), body.data.unreferenced_parts]).toEqual([[path], []]);
  });

  it('distinguishes upper and lower case in paths', async () => {
    const answer = await owner.refused('PUT', `/projects/${slug}/readme`, {
      form: readmeForm('![a](A.png)', { 'a.png': await drawImage() }),
    });
    expect([answer.body.error, answer.body.details]).toEqual(['README_IMAGE_MISSING', { missing: ['A.png'] }]);
  });

  it('recognizes an image by its bytes, not by its name', async () => {
    const { body } = await owner.putReadme(slug, '![a](a.jpg)', { 'a.jpg': await drawImage() });
    expect(body.data.images[0]?.file_id).toMatch(/\.png$/);
    const webp = await drawImage({ format: 'webp', width: 300, height: 300 });
    const none: Record<string, Buffer> = {
      'html.png': Buffer.from('<html><script>alert(1)</script>'),
      'script.gif': Buffer.concat([Buffer.from('GIF89a=1;alert(1)//'), Buffer.alloc(40)]),
      'cut.webp': webp.subarray(0, Math.floor(webp.length / 2)),
      'vector.svg': Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
      'document.png': Buffer.from('%PDF-1.7\n'),
      'empty.png': Buffer.alloc(0),
    };
    const answer = await owner.refused('PUT', `/projects/${slug}/readme`, {
      form: readmeForm('# a', { ...none, 'fine.png': await drawImage() }),
    });
    expect([answer.status, answer.body.error, answer.body.details]).toEqual([
      400,
      'README_ATTACHMENT_NOT_IMAGE',
      { parts: Object.keys(none) },
    ]);
  });

  it('accepts parts in any order, and the README as curl and browsers send it', async () => {
    const image = await drawImage();
    const send = (lineEnd: string) => {
      const pieces = [
        `--b\r\nContent-Disposition: form-data; name="images/电 路.png"; filename="电 路.png"\r\nContent-Type: image/png\r\n\r\n`,
        image,
        `\r\n--b\r\nContent-Disposition: form-data; name="readme"\r\n\r\n# A${lineEnd}${lineEnd}![a](<images/电 路.png>)${lineEnd}\r\n--b--\r\n`,
      ].map((piece) => Buffer.from(piece));
      return callApi<{ data: { images: { path: string }[]; project: { readme_html: string } } }>(
        credentials.submission_url,
        'PUT',
        `/projects/${slug}/readme`,
        {
          token: credentials.participant.token,
          headers: { 'content-type': 'multipart/form-data; boundary=b' },
          body: new Uint8Array(Buffer.concat(pieces)),
        },
      );
    };
    const [unix, browser] = [await send('\n'), await send('\r\n')];
    expect([unix.status, unix.body.data.images]).toEqual([
      200,
      [expect.objectContaining({ path: 'images/电 路.png' })],
    ]);
    expect(browser.body.data.project.readme_html).toBe(unix.body.data.project.readme_html);
    expect((await owner.call<{ markdown: string }>('GET', `/projects/${slug}/readme`)).body.data.markdown).toBe(
      '# A\n\n![a](<images/电 路.png>)\n',
    );
  });

  it('shows five thousand references to one image, and stores it once', async () => {
    const { body } = await owner.putReadme(slug, '![a](a.png)\n'.repeat(5_000), { 'a.png': await drawImage() });
    expect(body.data.images).toHaveLength(1);
    expect(body.data.project.readme_html.match(/<img /g)).toHaveLength(5_000);
  });

  it('may be only front matter, whose properties apply', async () => {
    const { body } = await owner.putReadme(slug, '---\ntagline: "Of front: matter"\ntags: A, b\n---\n');
    expect(body.data.project).toMatchObject({ tagline: 'Of front: matter', tags: ['a', 'b'], readme_html: '' });
  });

  it('refuses documents that could not be rendered in time', async () => {
    const replica = await ServiceReplica.start(stack);
    try {
      const slow = 'a***'.repeat(262_000);
      const slugs = await Promise.all(Array.from({ length: 8 }, () => owner.createProject()));
      const answers = await Promise.all(
        slugs.map((each) =>
          callApi<Failure>(replica.url, 'PUT', `/projects/${each}/readme`, {
            token: credentials.participant.token,
            form: readmeForm(slow),
          }),
        ),
      );
      const busy = answers.filter(({ status }) => status === 503);
      const refused = answers.filter(({ status }) => status === 400);
      expect([busy.length + refused.length, busy.length > 0, refused.length > 0]).toEqual([8, true, true]);
      for (const { body, headers } of busy)
        expect([body.error, headers.get('retry-after')]).toEqual(['SERVICE_UNAVAILABLE', '10']);
      for (const { body } of refused)
        expect([body.error, body.details]).toEqual([
          'VALIDATION_FAILED',
          { fields: [{ field: 'readme', message: expect.stringContaining('too long') as string }] },
        ]);
    } finally {
      ServiceReplica.endAll();
    }
  });

  it('is stored with LF line ends and without a BOM', async () => {
    await owner.putReadme(slug, '\uFEFF# A\r\n\r\nb\r\n');
    expect((await owner.call<{ markdown: string }>('GET', `/projects/${slug}/readme`)).body.data.markdown).toBe(
      '# A\n\nb\n',
    );
  });

  it('can be read from any origin, and ignores unknown query parameters', async () => {
    await owner.putReadme(slug, '# A');
    const read = await callApi(credentials.submission_url, 'GET', `/projects/${slug}/readme?unknown=1`);
    expect([read.status, read.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    for (const [method, path] of [
      ['GET', '/accounts/me'],
      ['GET', `/projects/${slug}/status`],
      ['PATCH', `/projects/${slug}`],
    ] as const) {
      expect(
        (await owner.call(method, path, method === 'PATCH' ? { json: {} } : {})).headers.has(
          'access-control-allow-origin',
        ),
      ).toBe(false);
    }
  });
});
