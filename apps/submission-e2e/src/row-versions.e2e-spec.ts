import { randomUUID } from 'node:crypto';
import { isTextField, PROJECT_FIELD_NAMES, PROJECT_FIELDS } from '@shipyard/contracts';
import { callApi, drawImage, sharedStack, waitUntil } from '@shipyard/testing';
import { Participant } from './participant';
import { RECIPIENT } from './shipment';

const WORDS = `# Weather station\n\n${'It measures rain. '.repeat(40)}`;

interface Seen {
  etag: string;
  text: string;
}

/** ETags are made from row versions, so every change of an answer must change a version. */
describe('the versions of rows', () => {
  const stack = sharedStack();
  const { credentials } = stack;
  const { submission_url: url, program_id: programId, staff } = credentials;
  const as = (token: string) => new Participant(url, token, programId);
  const [admin, reviewer, fulfilment] = [as(staff.admin), as(staff.reviewer), as(staff.fulfilment)];
  const query = (sql: string, values: unknown[] = []) => stack.query('submission', sql, values);
  const handle = `v-${randomUUID().slice(0, 20)}`;
  let owner: Participant;
  let slug: string;
  let projectId: string;
  let reads: string[];

  beforeAll(async () => {
    const json = {
      handle,
      display_name: 'Ada',
      email: `${handle}@example.com`,
      password: 'correct horse battery',
      birth_date: '1990-01-01',
    };
    const { body } = await callApi<{ data: { token: string } }>(url, 'POST', '/accounts', { json });
    owner = as(body.data.token);
    slug = await owner.createReadyProject(WORDS);
    projectId = await owner.projectId(slug);
    await admin.call('PUT', `/admin/programs/${programId}/docs/${handle}`, {
      json: { title: 'Start here', url: 'https://example.org/start' },
    });
    reads = [
      ...['', '/readme', '/logs', '/logs?limit=1'].map((part) => `/projects/${slug}${part}`),
      ...[
        '/projects',
        '/projects?sort=updated',
        `/projects?q=${slug.slice(0, 8)}`,
        '/projects?tag=versioned',
        `/programs/${programId}/projects`,
      ],
      ...[
        '/programs',
        `/programs/${programId}`,
        `/docs/${programId}`,
        `/docs/${programId}/${handle}`,
        `/creators/${handle}`,
      ],
    ];
  });

  const read = async (path: string, etag?: string) =>
    owner.refused('GET', path, { headers: etag === undefined ? {} : { 'if-none-match': etag } });
  const seen = async (): Promise<Map<string, Seen>> => {
    const found = new Map<string, Seen>();
    for (const path of reads) {
      const { headers, text } = await read(path);
      found.set(path, { etag: headers.get('etag') ?? '', text });
    }
    return found;
  };
  /** Expects that no changed answer keeps its ETag. Returns the reads that changed. */
  const changedBy = async (write: () => Promise<unknown>): Promise<string[]> => {
    const before = await seen();
    await write();
    const changed: string[] = [];
    for (const [path, { etag, text }] of before) {
      const now = await read(path);
      if (now.text === text) continue;
      changed.push(path);
      expect([path, now.headers.get('etag')]).not.toEqual([path, etag]);
      expect([path, (await read(path, etag)).status]).toEqual([path, now.status]);
    }
    return changed;
  };
  const done = async (answer: Promise<{ status: number; text: string }>) => {
    const { status, text } = await answer;
    if (status >= 400) throw new Error(text);
  };
  const patch = (json: object) => done(owner.call('PATCH', `/projects/${slug}`, { json }));
  const project = (part = '') => `/projects/${slug}${part}`;
  const creator = `/creators/${handle}`;
  const upload = async () =>
    (await owner.uploadAsset(projectId, await drawImage({ color: '#123456' }))).body.data.file_id;

  const writes: [name: string, shownBy: () => string[], write: () => Promise<unknown>][] = [
    ...PROJECT_FIELD_NAMES.filter(isTextField).map((field): (typeof writes)[number] => [
      `a ${field}`,
      () => [project(), ...(PROJECT_FIELDS[field].isListed ? ['/projects', creator] : [])],
      () => patch({ [field]: `Another ${field}` }),
    ]),
    ['tags', () => [project(), '/projects?tag=versioned'], () => patch({ tags: ['versioned'] })],
    ['demo addresses', () => [project()], () => patch({ demo_urls: ['https://example.org/demo'] })],
    ['a color', () => [project(), creator], () => patch({ color: 'pink' })],
    ['a header image', () => [project(), '/projects', creator], async () => patch({ header_image: await upload() })],
    ['no header image', () => [project(), '/projects', creator], () => patch({ header_image: null })],
    ['a README', () => [project(), project('/readme')], () => done(owner.putReadme(slug, `${WORDS}\n\nMore.`))],
    [
      'a README with images',
      () => [project(), project('/readme'), creator],
      async () => done(owner.putReadme(slug, `${WORDS} ![a](a.png)`, { 'a.png': await drawImage() })),
    ],
    [
      'a log',
      () => [project(), project('/logs'), '/projects?sort=updated', creator],
      async () => done(owner.appendLog(slug, 'A log', 'With an image', [await drawImage({ color: '#654321' })])),
    ],
    [
      'a sync',
      () => [project(), project('/logs'), project('/readme')],
      () =>
        done(
          owner.sync({
            project_id: projectId,
            config: { name: 'Synced', project_status: 'completed' },
            readme_markdown: `${WORDS}\n\nSynced.`,
            new_logs: [
              { sequence: 50, title: 'Old', content_md: 'Words', created_at: 0 },
              { sequence: 51, title: 'New', content_md: 'Words' },
            ],
          }),
        ),
    ],
    [
      'a private project',
      () => [project(), project('/logs'), '/projects', creator, '/programs', `/programs/${programId}`],
      () => patch({ visibility: 'private' }),
    ],
    ['a header image of a private project', () => [project()], async () => patch({ header_image: await upload() })],
    ['an unlisted project', () => [project(), project('/logs')], () => patch({ visibility: 'unlisted' })],
    [
      'a public project',
      () => [project(), '/projects', creator, `/programs/${programId}/projects`],
      () => patch({ visibility: 'public' }),
    ],
    // The review can end before anything is read between the two.
    [
      'a request for a review and its result',
      () => [project()],
      async () => {
        await done(owner.call('POST', project('/review/request')));
        await waitUntil(
          () => owner.status(slug),
          ({ review }) => review?.status === 'succeeded',
        );
      },
    ],
    ['a decision of staff', () => [project()], () => done(reviewer.call('POST', `/admin${project('/approve')}`))],
    ['a shipment', () => [project()], () => done(owner.call('POST', project('/shipment'), { json: RECIPIENT }))],
    [
      'a prize that is sent',
      () => [project(), '/projects', creator],
      () => done(fulfilment.call('POST', `/admin${project('/ship')}`, { json: {} })),
    ],
    [
      'a prize that came back',
      () => [project(), '/projects'],
      () => done(fulfilment.call('POST', `/admin${project('/reship')}`, { json: { reason: 'Came back.' } })),
    ],
    [
      'the name of the owner',
      () => [project(), '/projects', creator, `/programs/${programId}/projects`],
      () => done(owner.call('PATCH', '/accounts/me', { json: { display_name: 'Ada L.' } })),
    ],
    [
      'what the owner says of themselves',
      () => [creator],
      () => done(owner.call('PATCH', '/accounts/me', { json: { bio: 'Builds.' } })),
    ],
    [
      'a new project of the owner',
      () => ['/projects', creator, '/programs', `/programs/${programId}`],
      () => owner.createProject(),
    ],
    [
      'a project that goes',
      () => ['/projects', creator, `/programs/${programId}`],
      async () =>
        done(owner.call('DELETE', `/projects/${await owner.createProject()}`)).then(() =>
          owner.createProject('Instead'),
        ),
    ],
    [
      'a program',
      () => ['/programs', `/programs/${programId}`],
      () => done(admin.call('PATCH', `/admin/programs/${programId}`, { json: { tagline: randomUUID() } })),
    ],
    [
      'a document that is changed',
      () => ['/programs', `/programs/${programId}`, `/docs/${programId}`, `/docs/${programId}/${handle}`],
      () =>
        done(
          admin.call('PUT', `/admin/programs/${programId}/docs/${handle}`, {
            json: { title: 'Begin here', url: 'https://example.org/begin' },
          }),
        ),
    ],
    [
      'a document that goes',
      () => [`/docs/${programId}`, `/docs/${programId}/${handle}`],
      () => done(admin.call('DELETE', `/admin/programs/${programId}/docs/${handle}`)),
    ],
  ];

  it.each(writes)('change with %s', async (_, shownBy, write) => {
    const changed = await changedBy(write);
    expect(changed).toEqual(expect.arrayContaining(shownBy()));
  });

  it('change when a newer renderer has rendered a document again', async () => {
    await query(`UPDATE readmes SET html = '<p>old</p>', renderer_version = 0 WHERE project_id = $1`, [projectId]);
    await query(
      `UPDATE logs SET content_html = '<p>old</p>', renderer_version = 0 WHERE project_id = $1 AND sequence = 51`,
      [projectId],
    );
    const isNew = async () => !(await read(project())).text.includes('<p>old</p>');
    // On a busy machine a document may be too slow at first. It is tried again after a minute.
    const giveUpAfterMs = 150_000;
    expect(await changedBy(() => waitUntil(isNew, (rendered) => rendered, { giveUpAfterMs }))).toEqual(
      expect.arrayContaining([project(), project('/logs'), project('/readme')]),
    );
  });

  it('differ when a program opens or closes by time', async () => {
    const id = `v-${randomUUID().slice(0, 8)}`;
    const endsAt = new Date(Date.now() + 3_000).toISOString();
    await done(admin.call('POST', '/admin/programs', { json: { id, name: 'Short', ends_at: endsAt } }));
    reads = [...reads, `/programs/${id}`];
    const isOver = async () => (await read(`/programs/${id}`)).text.includes('"open":false');
    expect(await changedBy(() => waitUntil(isOver, (over) => over))).toEqual(
      expect.arrayContaining(['/programs', `/programs/${id}`]),
    );
  });

  it('change with every write, except parts of a review that no read shows', async () => {
    const reviewId = randomUUID();
    const insertReview = `INSERT INTO reviews (id, project_id, requested_by, state_before, snapshot_project, snapshot_readme, snapshot_log_order, snapshot_log_sequence, input_hash)
      SELECT '${reviewId}', id, owner_id, 'draft', '{}', '', 0, 0, sha256('') FROM projects WHERE id = $1`;
    const succeed = `UPDATE reviews SET status = 'succeeded', heartbeat_at = NULL, finished_at = now(), model = 'm', summary = 's', highlights = '{}', public_review = 'p',
      comments = '{}', suggestions = '{}', recommended = true WHERE id = '${reviewId}' AND project_id = $1`;
    const statements: [sql: string, renews: boolean][] = [
      ['UPDATE projects SET name = name WHERE id = $1', true],
      ['UPDATE projects SET claimed_by = NULL WHERE id = $1', true],
      [`UPDATE readmes SET html = 'x' WHERE project_id = $1`, true],
      ['DELETE FROM readmes WHERE project_id = $1', true],
      [`INSERT INTO readmes (project_id, markdown, html, renderer_version) VALUES ($1, 'x', 'x', 1000)`, true],
      [`UPDATE logs SET content_html = 'x' WHERE project_id = $1`, true],
      [
        `INSERT INTO logs (id, project_id, sequence, title, written_as, text, content_md, content_html, renderer_version, created_at)
        VALUES (gen_random_uuid(), $1, 900, 'x', 'text', 'x', 'x', 'x', 1000, now())`,
        true,
      ],
      [
        `INSERT INTO log_images (project_id, log_id, position, asset_id)
        SELECT $1, (SELECT id FROM logs WHERE project_id = $1 AND sequence = 900), 0, (SELECT id FROM assets WHERE project_id = $1 LIMIT 1)`,
        true,
      ],
      // The project keeps when it was asked for.
      [insertReview, true],
      [
        `UPDATE reviews SET status = 'running', heartbeat_at = now() WHERE id = '${reviewId}' AND project_id = $1`,
        false,
      ],
      [`UPDATE reviews SET heartbeat_at = now(), progress = 50 WHERE id = '${reviewId}' AND project_id = $1`, false],
      [succeed, true],
      [`UPDATE reviews SET public_review = 'q' WHERE id = '${reviewId}' AND project_id = $1`, true],
      [`UPDATE reviews SET snapshot_readme = '', comments = '{}' WHERE id = '${reviewId}' AND project_id = $1`, false],
      [`DELETE FROM reviews WHERE id = '${reviewId}' AND project_id = $1`, true],
    ];
    const versionOf = async () => (await query('SELECT version FROM projects WHERE id = $1', [projectId]))[0]?.version;
    for (const [sql, renews] of statements) {
      const before = await versionOf();
      await query(sql, [projectId]);
      expect([sql, (await versionOf()) !== before]).toEqual([sql, renews]);
    }
    const versions = async () =>
      (
        await query(
          `SELECT account.version AS account, program.version AS program FROM accounts account, programs program WHERE account.handle = $1 AND program.id = $2`,
          [handle, programId],
        )
      )[0];
    const before = await versions();
    await query('UPDATE accounts SET bio = bio WHERE handle = $1', [handle]);
    await query('UPDATE programs SET closed = closed WHERE id = $1', [programId]);
    const after = await versions();
    expect([after?.account === before?.account, after?.program === before?.program]).toEqual([false, false]);
  });
});
