import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { mintToken } from '@shipyard/auth';
import { callApi, drawImage, sharedStack, waitUntil } from '@shipyard/testing';
import { demoPeople, type Failure, readmeForm } from './participant';

describe('what the submission service refuses', () => {
  const stack = sharedStack();
  const { credentials } = stack;
  const url = credentials.submission_url;
  const { owner, other } = demoPeople(stack);
  let slug: string;
  let image: Buffer;

  /** Forms that are being read, or were when a process was killed. */
  const uploads = () => readdir(path.join(stack.dataDir, 'uploads'));

  beforeAll(async () => {
    slug = await owner.createProject();
    image = await drawImage();
  });

  const project = (changes: object) => ({
    program_id: credentials.program_id,
    slug: 'refused-slug',
    name: 'A',
    ...changes,
  });

  it.each<[string, object, number, string, unknown]>([
    ['no fields', {}, 400, 'VALIDATION_FAILED', undefined],
    ['a short slug', project({ slug: 'ab' }), 400, 'VALIDATION_FAILED', 'slug'],
    ['a slug of 33', project({ slug: 'a'.repeat(33) }), 400, 'VALIDATION_FAILED', 'slug'],
    ['a slug with capitals', project({ slug: 'Abc' }), 400, 'VALIDATION_FAILED', 'slug'],
    ...['sync', 'new', 'admin', 'api', 'studio', 'console', 'assets'].map(
      (slug): [string, object, number, string, unknown] => [
        `the reserved slug ${slug}`,
        project({ slug }),
        400,
        'VALIDATION_FAILED',
        'slug',
      ],
    ),
    ['a name of 81', project({ name: 'x'.repeat(81) }), 400, 'VALIDATION_FAILED', 'name'],
    ['an unknown field', project({ colour: 'red' }), 400, 'VALIDATION_FAILED', 'colour'],
    [
      'eleven tags',
      project({ tags: Array.from({ length: 11 }, (_, at) => `t${at}`) }),
      400,
      'VALIDATION_FAILED',
      'tags',
    ],
    ['an unknown program', project({ program_id: 'nowhere' }), 404, 'PROGRAM_NOT_FOUND', undefined],
  ])('a project with %s', async (_, json, status, code, field) => {
    const answer = await owner.refused('POST', '/projects', { json });
    expect([answer.status, answer.body.error]).toEqual([status, code]);
    if (field) expect(answer.body.details).toMatchObject({ fields: [{ field }] });
  });

  it('a slug in place of a project id, with a hint', async () => {
    const answer = await owner.refused('POST', '/projects/sync', { json: { project_id: slug } });
    expect([answer.status, answer.body.error, answer.body.message]).toEqual([
      404,
      'PROJECT_NOT_FOUND',
      expect.stringContaining('not its slug'),
    ]);
  });

  it('a field in the body of a call without fields', async () => {
    for (const [method, path] of [
      ['POST', `/projects/${slug}/review/request`],
      ['DELETE', `/projects/${slug}`],
      ['POST', '/accounts/logout'],
      ['POST', '/accounts/me/confirm-request'],
    ] as const) {
      const answer = await owner.refused(method, path, { json: { slug } });
      expect([answer.status, answer.body.details]).toEqual([
        400,
        { fields: [{ field: 'slug', message: expect.any(String) as string }] },
      ]);
      expect((await owner.refused(method, path, { json: [] })).body.error).toBe('VALIDATION_FAILED');
    }
    expect((await owner.refused('POST', '/accounts/logout', { json: {} })).status).toBe(200);
  });

  it('a slug that is taken, for every caller', async () => {
    for (const participant of [owner, other]) {
      const answer = await participant.refused('POST', '/projects', { json: project({ slug }) });
      expect([answer.status, answer.body.error]).toEqual([409, 'SLUG_TAKEN']);
    }
  });

  it('all but one of ten simultaneous requests for a slug', async () => {
    const json = project({ slug: `race-${Date.now().toString(36)}` });
    const answers = await Promise.all(Array.from({ length: 10 }, () => owner.refused('POST', '/projects', { json })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
  });

  it.each<[string, Record<string, string>, string]>([
    ['no token', {}, 'AUTH_TOKEN_MISSING'],
    ['a malformed one', { authorization: 'Bearer pst_x' }, 'AUTH_TOKEN_INVALID'],
    ['an unknown one', { 'x-api-key': mintToken('pst_') }, 'AUTH_TOKEN_INVALID'],
    ["a gateway's key", { authorization: `Bearer ${mintToken('gwk_')}` }, 'AUTH_TOKEN_INVALID'],
    [
      'two that differ',
      { authorization: `Bearer ${credentials.participant.token}`, 'x-api-key': credentials.other_participant.token },
      'AUTH_TOKEN_INVALID',
    ],
  ])('a write with %s', async (_, headers, code) => {
    const answer = await callApi<Failure>(url, 'POST', '/projects', { headers, json: {} });
    expect([answer.status, answer.body.error, answer.headers.get('www-authenticate')]).toEqual([401, code, 'Bearer']);
  });

  it('a wrong token on a public read', async () => {
    const answer = await callApi(url, 'GET', `/projects/${slug}`, { token: mintToken('pst_') });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([401, '*']);
  });

  it("another participant's project", async () => {
    for (const [method, path] of [
      ['PUT', 'readme'],
      ['POST', 'logs'],
    ] as const) {
      const form = method === 'PUT' ? readmeForm('# a') : new FormData();
      if (method === 'POST') {
        form.set('title', 'a');
        form.set('text', 'a');
      }
      const answer = await other.refused(method, `/projects/${slug}/${path}`, { form });
      expect([answer.status, answer.body.error]).toEqual([403, 'FORBIDDEN']);
    }
    expect((await other.refused('POST', `/projects/${slug}/review/request`)).body.error).toBe('FORBIDDEN');
    expect((await other.refused('GET', `/projects/${slug}/status`)).body.error).toBe('FORBIDDEN');
  });

  it('a project that does not exist', async () => {
    expect((await owner.refused('GET', '/projects/no-such-slug')).body.error).toBe('PROJECT_NOT_FOUND');
    expect((await owner.refused('PUT', '/projects/no-such-slug/readme', { form: readmeForm('# a') })).body.error).toBe(
      'PROJECT_NOT_FOUND',
    );
  });

  describe('a README', () => {
    const put = (form: FormData) => owner.refused('PUT', `/projects/${slug}/readme`, { form });
    /** A README that shows `a.png`, and an image part with this header. */
    const putParts = (head: string) => {
      const pieces = [
        '--b\r\nContent-Disposition: form-data; name="readme"\r\n\r\n![a](a.png)\r\n',
        `--b\r\n${head}\r\n\r\n`,
        image,
        '\r\n--b--\r\n',
      ];
      return owner.refused('PUT', `/projects/${slug}/readme`, {
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
        body: new Uint8Array(Buffer.concat(pieces.map((piece) => Buffer.from(piece as string)))),
      });
    };

    it('with images that were not sent, naming all of them', async () => {
      const answer = await put(readmeForm('![a](one.png) ![b][r] <img src=three.png>\n\n[r]: two.png', {}));
      expect([answer.status, answer.body.error, answer.body.details]).toEqual([
        400,
        'README_IMAGE_MISSING',
        { missing: ['one.png', 'two.png', 'three.png'] },
      ]);
    });

    it('with an image under another path, and names the unused part', async () => {
      const answer = await put(readmeForm('![a](./images/a.png)', { 'a.png': image }));
      expect([answer.body.error, answer.body.details]).toEqual([
        'README_IMAGE_MISSING',
        { missing: ['./images/a.png'] },
      ]);
      expect(answer.body.message).toContain('The README refers to none of these parts: a.png.');
    });

    it('with an attachment whose bytes are not an image', async () => {
      const answer = await put(
        readmeForm('![a](a.png)', { 'a.png': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') }),
      );
      expect([answer.status, answer.body.error, answer.body.details]).toEqual([
        400,
        'README_ATTACHMENT_NOT_IMAGE',
        { parts: ['a.png'] },
      ]);
    });

    it('with broken front matter, naming line and column', async () => {
      const answer = await put(readmeForm('---\ntagline: a: b\n---\n# a'));
      expect([answer.status, answer.body.error]).toEqual([400, 'README_FRONT_MATTER_INVALID']);
      expect(answer.body.details).toMatchObject({
        line: expect.any(Number) as number,
        column: expect.any(Number) as number,
      });
    });

    it.each([
      ['empty', readmeForm('   ')],
      ['too long', readmeForm('x'.repeat(1024 * 1024 + 1))],
      ['with NUL', readmeForm('a\0b')],
      [
        'with an unknown text part',
        (() => {
          const form = readmeForm('# a');
          form.set('note', 'b');
          return form;
        })(),
      ],
      ['without a readme', new FormData()],
    ])('%s', async (_, form) => {
      const answer = await put(form);
      expect(['VALIDATION_FAILED', 'PAYLOAD_TOO_LARGE', 'MALFORMED_BODY']).toContain(answer.body.error);
    });

    it('sent as a file, with a hint', async () => {
      const form = new FormData();
      form.set('readme', new Blob(['# a']), 'README.md');
      const answer = await put(form);
      expect([answer.status, answer.body.error]).toEqual([400, 'VALIDATION_FAILED']);
      expect(JSON.stringify(answer.body.details)).toContain("-F 'readme=<file'");
    });

    it.each([
      [
        'no filename',
        'Content-Disposition: form-data; name="a.png"\r\nContent-Type: application/octet-stream',
        'a.png',
      ],
      [
        'no filename and the type of an image, as Node sends a file without a name',
        'Content-Disposition: form-data; name="a.png"\r\nContent-Type: image/png',
        'a.png',
      ],
      [
        'an empty filename',
        'Content-Disposition: form-data; name="a.png"; filename=""\r\nContent-Type: image/png',
        'a.png',
      ],
      ['an empty filename and no type', 'Content-Disposition: form-data; name="a.png"; filename=""', 'a.png'],
      ['a text name in brackets', 'Content-Disposition: form-data; name="readme[a.png]"', 'readme[a.png]'],
      ['a line end in its name', 'Content-Disposition: form-data; name="a%0A.png"; filename="a"', 'a\n.png'],
      ['a name of 1,025 bytes', `Content-Disposition: form-data; name="${'a'.repeat(1_025)}"; filename="a"`, 'body'],
      ['no name', 'Content-Disposition: form-data; filename="a.png"', null],
      ['no disposition', 'Content-Type: image/png', null],
      ['another disposition', 'Content-Disposition: attachment; name="a.png"; filename="a.png"', null],
      ['no head', 'X: y', null],
    ])('with a part that the parser would drop silently or misread: %s', async (_, head, field) => {
      const answer = await putParts(head);
      expect([answer.status, answer.body.error]).toEqual([
        400,
        field === null ? 'MALFORMED_BODY' : 'VALIDATION_FAILED',
      ]);
      if (field !== null) expect(answer.body.details).toMatchObject({ fields: [{ field }] });
    });

    it.each([
      ['a filename that is a folder', 'Content-Disposition: form-data; name="a.png"; filename="/"'],
      ['a filename above all', 'Content-Disposition: form-data; name="a.png"; filename="../../.."'],
      ['no type', 'Content-Disposition: form-data; name="a.png"; filename="blob"'],
      [
        'the type of a text',
        'Content-Disposition: form-data; name="a.png"; filename="blob"\r\nContent-Type: text/plain',
      ],
      ['the longest name', `Content-Disposition: form-data; name="${'./'.repeat(509)}/a.png"; filename="a"`],
    ])('but not for %s', async (_, head) => {
      expect((await putParts(head)).status).toBe(200);
    });

    it('with 33 images', async () => {
      const images = Object.fromEntries(Array.from({ length: 33 }, (_, at) => [`${at}.png`, image]));
      const answer = await put(readmeForm('# a', images));
      expect([answer.body.error, answer.body.details]).toEqual([
        'VALIDATION_FAILED',
        { fields: [{ field: 'images', message: expect.any(String) as string }] },
      ]);
      delete images['32.png'];
      expect((await put(readmeForm('# a', images))).status).toBe(200);
    });

    it('that takes too long to render, while others are served', async () => {
      const storm = `${'*a_ '.repeat(20_000)}${'['.repeat(200_000)}${'> '.repeat(2_000)}x`;
      let isOver = false;
      const putting = put(readmeForm(storm)).finally(() => (isOver = true));
      let servedMeanwhile = 0;
      while (!isOver) {
        expect((await callApi(url, 'GET', `/projects/${slug}`)).status).toBe(200);
        servedMeanwhile += 1;
      }
      const answer = await putting;
      expect([200, 400]).toContain(answer.status);
      expect(servedMeanwhile).toBeGreaterThan(1);
    });

    it('and leaves everything unchanged', async () => {
      await owner.putReadme(slug, '# Before\n\n![a](a.png)', { 'a.png': image });
      const before = await callApi(url, 'GET', `/projects/${slug}`);
      const [stored, left] = [await stack.countStoredFiles('submission'), new Set(await uploads())];
      await put(
        readmeForm('---\nname: Other\n---\n# After ![b](b.png) ![c](c.png)', {
          'b.png': await drawImage({ color: '#ff0000' }),
        }),
      );
      await put(
        readmeForm('---\nname: ""\n---\n# After ![b](b.png)', { 'b.png': await drawImage({ color: '#ff0000' }) }),
      );
      expect((await callApi(url, 'GET', `/projects/${slug}`)).text).toBe(before.text);
      expect(await stack.countStoredFiles('submission')).toBe(stored);
      await waitUntil(uploads, (names) => names.every((name) => left.has(name)));
    });
  });

  it('a review of a project that is not ready, naming what is missing', async () => {
    const bare = await owner.createProject();
    const answer = await owner.refused('POST', `/projects/${bare}/review/request`);
    expect([answer.status, answer.body.error]).toEqual([409, 'REVIEW_NOT_READY']);
    expect(answer.body.details).toEqual({ missing: ['readme', 'logs'], logs_required: 1, logs_present: 0 });
  });

  it('all but one of ten simultaneous review requests', async () => {
    const ready = await owner.createReadyProject('# Short');
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => owner.refused('POST', `/projects/${ready}/review/request`)),
    );
    const refused = answers.filter(({ status }) => status === 409).map(({ body }) => body.error);
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
    expect(refused).toHaveLength(9);
    for (const code of refused) expect(['REVIEW_IN_PROGRESS', 'STATE_CONFLICT']).toContain(code);
  });

  it('none of thirty simultaneous logs: they get thirty consecutive sequences', async () => {
    const crowded = await owner.createProject();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) => owner.appendLog(crowded, `Log ${at}`, 'a')),
    );
    const sequences = answers.map(({ body }) => body.data.log.sequence).sort((one, two) => one - two);
    expect(sequences).toEqual(Array.from({ length: 30 }, (_, at) => at + 1));
  });

  it('a body before its token has passed', async () => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `PUT /api/v1/projects/${slug}/readme HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 900\r\n\r\n`,
    );
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('an unknown route and a body that is not JSON, in the envelope', async () => {
    expect((await owner.refused('GET', '/nowhere')).body).toMatchObject({ ok: false, error: 'NOT_FOUND' });
    const answer = await callApi<Failure>(url, 'POST', '/projects', {
      token: credentials.participant.token,
      headers: { 'content-type': 'application/json' },
      body: '{"slug":',
    });
    expect([answer.status, answer.body.error]).toEqual([400, 'MALFORMED_BODY']);
  });
});
