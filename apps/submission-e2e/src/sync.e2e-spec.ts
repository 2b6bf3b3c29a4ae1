import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { mintToken } from '@shipyard/auth';
import { callApi, drawImage, sharedStack, waitUntil } from '@shipyard/testing';
import { register } from './newcomer';
import { demoPeople, type LogView, Participant, type ProjectView, type SyncAnswer } from './participant';
import { sendTogether, waitingInPostgres } from './send-together';

describe('sync', () => {
  const stack = sharedStack();
  const { credentials } = stack;
  const url = credentials.submission_url;
  const { owner, other } = demoPeople(stack);
  let slug: string;
  let projectId: string;

  beforeEach(async () => {
    slug = await owner.createProject();
    projectId = await owner.projectId(slug);
  });

  const log = (sequence: number, changes: object = {}) => ({
    sequence,
    title: `Log ${sequence}`,
    content_md: 'It *rained*.',
    ...changes,
  });
  const refused = (json: object, by = owner) =>
    by.refused('POST', '/projects/sync', { json: { project_id: projectId, ...json } });
  const detail = async () =>
    (await owner.call<ProjectView & { project_status: string; visibility: string }>('GET', `/projects/${slug}`)).body
      .data;

  it('writes config, README and logs at once, and config overrides front matter', async () => {
    const image = (await owner.uploadAsset(projectId, await drawImage())).body.data;
    const banner = (await owner.uploadAsset(projectId, await drawImage({ color: '#445566' }))).body.data;
    const answer = await owner.sync({
      project_id: projectId,
      config: {
        name: 'Synced',
        tags: ['B', 'a'],
        demo_urls: ['https://example.org/'],
        header_image: banner.file_id,
        visibility: 'unlisted',
        project_status: 'completed',
      },
      readme_markdown: `---\nname: From front matter\ntagline: Kept\n---\n# Hello\n\n![first](${image.file_id})`,
      new_logs: [
        log(3, { created_at: 1_700_000_000, content_md: `Look: ![Pole](${image.file_id})` }),
        log(7, { created_at: 1_700_000_000_500 }),
      ],
    });
    expect(answer.status).toBe(200);
    const { project, logs_added, ...rest } = answer.body.data;
    expect(rest).toEqual({ readme_updated: true, next_sequence: 8 });
    expect(logs_added.map(({ sequence }) => sequence)).toEqual([3, 7]);
    expect(project).toMatchObject({
      name: 'Synced',
      tagline: 'Kept',
      tags: ['b', 'a'],
      header_image: banner.file_id,
      visibility: 'unlisted',
      project_status: 'completed',
      log_count: 2,
    });
    expect(await detail()).toEqual(project);
    const [late, early] = project.logs as [LogView, LogView];
    expect([late.created_at, early.created_at]).toEqual(['2023-11-14T22:13:20.500Z', '2023-11-14T22:13:20.000Z']);
    expect(late).toMatchObject({
      text: 'It rained.',
      content_md: 'It *rained*.',
      content_html: '<p>It <em>rained</em>.</p>\n',
    });
    expect(early.content_html).toContain(`src="${image.url}"`);
    expect(early.image_urls).toEqual([image.url]);
    expect(early.id).toBe(logs_added[0]?.id);
  });

  it('changes only what is sent', async () => {
    await owner.sync({ project_id: projectId, config: { tagline: 'A' }, readme_markdown: '# A', new_logs: [log(1)] });
    const before = await detail();
    const nothing = await owner.sync({ project_id: projectId });
    expect(nothing.body.data).toEqual({ project: before, readme_updated: false, logs_added: [], next_sequence: 2 });
    const after = (await owner.sync({ project_id: projectId, config: { name: 'B' } })).body.data.project;
    const time = expect.any(String) as string;
    expect(after).toEqual({ ...before, name: 'B', updated_at: time, properties_updated_at: time });
  });

  it('keeps a header image if the README has none', async () => {
    const { file_id } = (await owner.uploadAsset(projectId, await drawImage())).body.data;
    await owner.sync({ project_id: projectId, config: { header_image: file_id } });
    expect(
      (await owner.sync({ project_id: projectId, readme_markdown: '# None' })).body.data.project.header_image,
    ).toBe(file_id);
  });

  it('refuses everything for a clash in log 173 of 200, and changes nothing', async () => {
    await owner.sync({ project_id: projectId, new_logs: [log(173), log(500)] });
    const before = await detail();
    const answer = await refused({
      config: { name: 'No' },
      readme_markdown: '# No',
      new_logs: Array.from({ length: 200 }, (_, at) => log(at + 1)),
    });
    expect([answer.status, answer.body.error]).toEqual([409, 'LOG_SEQUENCE_EXISTS']);
    expect(answer.body.details).toEqual({ sequences: [173], next_sequence: 501 });
    expect(await detail()).toEqual(before);
    expect((await owner.refused('GET', `/projects/${slug}/readme`)).body.error).toBe('README_NOT_FOUND');
    const taken = Array.from({ length: 200 }, (_, at) => at + 1).filter((sequence) => sequence !== 173);
    expect(
      (await owner.sync({ project_id: projectId, new_logs: taken.map((sequence) => log(sequence)) })).body.data
        .logs_added,
    ).toHaveLength(199);
  });

  it('leaves a complete project unchanged for a clash in log 173 of 200', async () => {
    const first = (await owner.uploadAsset(projectId, await drawImage())).body.data.file_id;
    const second = (await owner.uploadAsset(projectId, await drawImage({ color: '#998877' }))).body.data.file_id;
    const config = {
      name: 'Before',
      tagline: 'Before',
      tags: ['before'],
      demo_urls: ['https://example.org/before'],
      visibility: 'unlisted',
      project_status: 'completed',
    };
    await owner.putReadme(slug, `# Before\n\n![[head] One](one.png) ![Two](${first})`, {
      'one.png': await drawImage({ color: '#112233' }),
    });
    await owner.sync({
      project_id: projectId,
      config,
      new_logs: [log(173, { content_md: `![a](${first})` }), log(500)],
    });
    await owner.appendLog(slug, 'With an image', 'a', [await drawImage({ color: '#332211' })]);
    const everything = async () => ({
      answers: await Promise.all(
        ['', '/readme', '/logs', '/status'].map(
          async (part) => (await owner.call('GET', `/projects/${slug}${part}`)).text,
        ),
      ),
      rows: await Promise.all(
        [
          'projects WHERE id',
          'readmes WHERE project_id',
          'readme_images WHERE project_id',
          'logs WHERE project_id',
          'log_images WHERE project_id',
          'assets WHERE project_id',
        ].map((rowsOf) =>
          stack.query('submission', `SELECT found::text AS row FROM (SELECT * FROM ${rowsOf} = $1) found ORDER BY 1`, [
            projectId,
          ]),
        ),
      ),
      // The worker adds variants of images at any time.
      files: (await readdir(path.join(stack.dataDir, 'store/submission/assets', projectId)))
        .filter((name) => !name.endsWith('.variants'))
        .sort(),
    });
    const before = await everything();
    expect(before.rows.map(({ length }) => length)).toEqual([1, 1, 1, 3, 2, 4]);
    expect(before.files).toHaveLength(4);

    const answer = await refused({
      config: {
        name: 'No',
        tagline: 'No',
        tags: ['no'],
        demo_urls: [],
        visibility: 'public',
        project_status: 'in_progress',
        header_image: second,
      },
      readme_markdown: `---\ntagline: No\ncolor: red\n---\n# No\n\n![[head] No](${second})`,
      new_logs: Array.from({ length: 200 }, (_, at) => log(at + 1, { content_md: `![a](${second})` })),
    });
    expect([answer.status, answer.body.error, answer.body.details]).toEqual([
      409,
      'LOG_SEQUENCE_EXISTS',
      { sequences: [173], next_sequence: 502 },
    ]);
    expect(await everything()).toEqual(before);
  });

  it('accepts one of two identical requests, and tells the other every clashing sequence', async () => {
    const json = { project_id: projectId, readme_markdown: '# A', new_logs: [log(2), log(1)] };
    const answers = await Promise.all([refused(json), refused(json)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const loser = answers.find(({ status }) => status === 409);
    expect(loser?.body).toMatchObject({
      error: 'LOG_SEQUENCE_EXISTS',
      details: { sequences: [1, 2], next_sequence: 3 },
    });
    expect((await detail()).log_count).toBe(2);
  });

  it('adds a log once when equal ones come at once under other sequences, and a third leaves a gap', async () => {
    const person = await register(url);
    const writer = new Participant(url, person.token, credentials.program_id);
    const ownSlug = await writer.createProject();
    const ownId = await writer.projectId(ownSlug);
    const send = (new_logs: object[]) =>
      writer.call<SyncAnswer>('POST', '/projects/sync', {
        json: { project_id: ownId, new_logs, skip_equal_logs: true },
        headers: { 'idempotency-key': randomUUID() },
      });
    // Each request has claimed its key, so it waits for the lock of the project.
    const arrived = () =>
      stack.query('submission', 'SELECT FROM idempotency_keys WHERE owner_id = $1 AND answer IS NULL', [person.id]);
    for (const [round, gap] of [0, 1, 2, 9].entries()) {
      const first = round * 100 + 1;
      const same = { title: `Round ${round}`, content_md: 'It *rained*.' };
      const answers = await sendTogether(
        stack,
        { lock: 'SELECT FROM projects WHERE slug = $1 FOR UPDATE', values: [ownSlug], arrived },
        [[{ ...same, sequence: first }], [{ ...same, sequence: first + gap }], [log(first + 50)]].map(
          (logs) => () => send(logs),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      const [one, other, third] = answers.map(({ body }) => body.data);
      const added = [...(one?.logs_added ?? []), ...(other?.logs_added ?? [])];
      expect(added).toHaveLength(1);
      expect([...(one?.logs_present ?? []), ...(other?.logs_present ?? [])]).toEqual(added);
      expect(third).toMatchObject({ logs_added: [{ sequence: first + 50 }], logs_present: [] });
    }
    const { project, logs_present } = (await send([log(999, { title: 'Round 0' })])).body.data;
    expect([project.log_count, logs_present?.length]).toEqual([8, 1]);
    const repeated = { project_id: ownId, new_logs: [log(999, { title: 'Round 0' })] };
    expect((await writer.sync(repeated)).body.data).toMatchObject({ logs_added: [{ sequence: 999 }] });
  });

  it('finds an equal log that another process adds while the request waits for the project', async () => {
    await owner.sync({ project_id: projectId, new_logs: [log(1)] });
    const anotherProcess = await stack.connect('submission');
    try {
      await anotherProcess.query('BEGIN');
      await anotherProcess.query('UPDATE projects SET log_count = 2, last_sequence = 2 WHERE id = $1', [projectId]);
      const sent = owner.sync({ project_id: projectId, new_logs: [log(3, { title: 'Later' })], skip_equal_logs: true });
      await waitUntil(waitingInPostgres(stack, 'SELECT log_count'), ({ length }) => length > 0);
      await anotherProcess.query(
        `INSERT INTO logs (id, project_id, sequence, title, written_as, text, content_md, content_html, renderer_version, created_at)
         SELECT gen_random_uuid(), project_id, 2, 'Later', written_as, text, content_md, content_html, renderer_version, now()
         FROM logs WHERE project_id = $1 AND sequence = 1`,
        [projectId],
      );
      await anotherProcess.query('COMMIT');
      expect((await sent).body.data).toMatchObject({ logs_added: [], logs_present: [{ sequence: 2 }] });
    } finally {
      await anotherProcess.end();
    }
  });

  it('gives logs without a sequence the next one', async () => {
    await owner.sync({ project_id: projectId, new_logs: [log(1_000_000)] });
    expect((await owner.appendLog(slug, 'Past a million', 'a')).body.data.log.sequence).toBe(1_000_001);
    expect((await owner.status(slug)).next_sequence).toBe(1_000_002);
  });

  it('completes a project with a README and a log, also from the same request', async () => {
    const completed = { config: { project_status: 'completed' } };
    for (const [json, missing] of [
      [completed, ['readme', 'logs']],
      [{ ...completed, readme_markdown: '# A' }, ['logs']],
      [{ ...completed, new_logs: [log(1)] }, ['readme']],
    ] as const) {
      const answer = await refused(json);
      expect([answer.status, answer.body.error, answer.body.details]).toEqual([400, 'PROJECT_INCOMPLETE', { missing }]);
      for (const name of missing) expect(answer.body.message).toContain(name);
    }
    expect(await detail()).toMatchObject({ project_status: 'in_progress', log_count: 0 });
    const born = {
      program_id: credentials.program_id,
      slug: `complete-${projectId.slice(-8)}`,
      name: 'Born complete',
      project_status: 'completed',
    };
    const unborn = await owner.refused('POST', '/projects', { json: born });
    expect([unborn.status, unborn.body.error, unborn.body.details]).toEqual([
      400,
      'PROJECT_INCOMPLETE',
      { missing: ['readme', 'logs'] },
    ]);
    expect((await owner.call('GET', `/slugs/${born.slug}`)).body.data).toMatchObject({ free: true });
    await owner.putReadme(slug, '# A');
    expect((await refused({ ...completed, new_logs: [log(1)] })).status).toBe(200);
    expect((await refused({ config: { project_status: 'in_progress' } })).status).toBe(200);
  });

  it('names the images that are missing for a README', async () => {
    const answer = await refused({ readme_markdown: '![a](a.png) ![b](./b.png)' });
    expect([answer.status, answer.body.error, answer.body.details]).toEqual([
      400,
      'README_IMAGE_MISSING',
      { missing: ['a.png', './b.png'] },
    ]);
  });

  const far = () => Math.floor(Date.now() / 1000) + 25 * 60 * 60;
  it.each<[string, () => object, string]>([
    [
      'a relative image in a log',
      () => ({ new_logs: [log(1), log(2, { content_md: '![a](a.png)' })] }),
      'new_logs[1].content_md',
    ],
    [
      'an image that is not there in a log',
      () => ({ new_logs: [log(1, { content_md: `![a](cloud://${projectId}/${projectId}.png)` })] }),
      'new_logs[0].content_md',
    ],
    [
      'a header image that is not there',
      () => ({ config: { header_image: `cloud://${projectId}/${projectId}.png` } }),
      'config.header_image',
    ],
    [
      'a header image that is an address',
      () => ({ config: { header_image: 'https://example.org/a.png' } }),
      'config.header_image',
    ],
    ['two logs of one sequence', () => ({ new_logs: [log(1), log(1)] }), 'new_logs'],
    ['a sequence of 0', () => ({ new_logs: [log(0)] }), 'new_logs[0].sequence'],
    ['a sequence past a million', () => ({ new_logs: [log(1_000_001)] }), 'new_logs[0].sequence'],
    ['a broken sequence', () => ({ new_logs: [log(1.5)] }), 'new_logs[0].sequence'],
    ['201 logs', () => ({ new_logs: Array.from({ length: 201 }, (_, at) => log(at + 1)) }), 'new_logs'],
    ['a log that is a list', () => ({ new_logs: [[]] }), 'new_logs'],
    ['a log without a title', () => ({ new_logs: [log(1, { title: undefined })] }), 'new_logs[0].title'],
    ['a title of 121', () => ({ new_logs: [log(1, { title: 'x'.repeat(121) })] }), 'new_logs[0].title'],
    ['an empty log', () => ({ new_logs: [log(1, { content_md: ' \n' })] }), 'new_logs[0].content_md'],
    [
      'a log from the day after tomorrow',
      () => ({ new_logs: [log(1, { created_at: far() })] }),
      'new_logs[0].created_at',
    ],
    ['a time that is a text', () => ({ new_logs: [log(1, { created_at: '2026-01-01' })] }), 'new_logs[0].created_at'],
    ['an unknown field of a log', () => ({ new_logs: [log(1, { body: 'a' })] }), 'new_logs[0].body'],
    ['an unknown key of config', () => ({ config: { nmae: 'a' } }), 'config.nmae'],
    ['a name of 81', () => ({ config: { name: 'x'.repeat(81) } }), 'config.name'],
    ['a name that is null', () => ({ config: { name: null } }), 'config.name'],
    ['a token in config', () => ({ config: { tagline: mintToken('pst_') } }), 'config.tagline'],
    ['a token in a log', () => ({ new_logs: [log(1, { content_md: mintToken('gwk_') })] }), 'new_logs[0].content_md'],
    ['another visibility', () => ({ config: { visibility: 'hidden' } }), 'config.visibility'],
    ['another status', () => ({ config: { project_status: 'done' } }), 'config.project_status'],
    ['config that is a list', () => ({ config: [] }), 'config'],
    ['an empty README', () => ({ readme_markdown: ' ' }), 'readme_markdown'],
    ['a README with half a character', () => ({ readme_markdown: 'a\ud800' }), 'readme_markdown'],
    ['an unknown field', () => ({ readme: '# a' }), 'readme'],
    [
      'front matter out of range',
      () => ({ readme_markdown: `---\nname: ${'x'.repeat(81)}\n---\n` + '# a' }),
      'front_matter.name',
    ],
  ])('refuses %s', async (_, json, field) => {
    const before = await detail();
    const answer = await refused(json());
    expect([answer.status, answer.body.error]).toEqual([400, 'VALIDATION_FAILED']);
    expect(answer.body.details).toMatchObject({ fields: [{ field }] });
    expect(await detail()).toEqual(before);
  });

  it('accepts texts at their limit, and refuses longer ones', async () => {
    for (const json of [
      { readme_markdown: 'x'.repeat(1024 * 1024 + 1) },
      { new_logs: [log(1, { content_md: 'x'.repeat(64 * 1024 + 1) })] },
    ]) {
      const answer = await refused(json);
      expect([answer.status, answer.body.error]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    }
    expect(
      (
        await refused({
          new_logs: [log(1, { content_md: 'x'.repeat(64 * 1024) }), log(1_000, { title: 'x'.repeat(120) })],
        })
      ).status,
    ).toBe(200);
  });

  it('needs a token of the owner of an existing project', async () => {
    expect((await refused({}, other)).body.error).toBe('FORBIDDEN');
    expect((await refused({ project_id: 'nowhere' })).body.error).toBe('PROJECT_NOT_FOUND');
    expect((await refused({ project_id: undefined })).body.details).toMatchObject({
      fields: [{ field: 'project_id' }],
    });
    expect((await callApi(url, 'POST', '/projects/sync', { json: { project_id: projectId } })).status).toBe(401);
  });

  it("refuses another project's image in every place", async () => {
    const foreign = (await owner.uploadAsset(await owner.projectId(await owner.createProject()), await drawImage()))
      .body.data.file_id;
    for (const json of [
      { config: { header_image: foreign } },
      { readme_markdown: `![a](${foreign})` },
      { new_logs: [log(1, { content_md: `![a](${foreign})` })] },
    ]) {
      expect((await refused(json)).body.error).toBe('VALIDATION_FAILED');
    }
  });
});
