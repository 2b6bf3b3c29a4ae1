import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { mintToken } from '@shipyard/auth';
import {
  checkProject,
  isEmptyPlan,
  planPull,
  planSync,
  type ProjectFiles,
  readProject,
  type ServerAsset,
  type ServerLog,
  type ServerState,
  syncRequests,
} from '@shipyard/project-folder';
import { drawImage, drawPhonePhoto, ServiceReplica, sharedStack, waitUntil } from '@shipyard/testing';
import { demoPeople, type LogView, type Participant, type ProjectView, uploadForm } from './participant';

const README = `# Balcony garden

![Head](images/pots.png) [pots](images/pots.png)

\`\`\`
![code](images/pots.png)
\`\`\`

![Dark](images/pots.png#gh-dark-mode-only)

> - ![Photo](<images/a photo.jpg> "in a quote") and ![again][pots]

[pots]: images/pots.png
`;
const log = (title: string, text: string, date = '2026-05-04') =>
  `---\ntitle: ${title}\ndate: ${date}\n---\n\n${text}\n`;

interface Row {
  what: string;
  config?: object;
  files: Readonly<Record<string, string | Buffer>>;
  /** Null: the service takes it. */
  code: string | null;
}

describe('the folder of a project', () => {
  const stack = sharedStack();
  const { owner, other } = demoPeople(stack);
  const url = stack.credentials.submission_url;
  const token = stack.credentials.participant.token;
  const program = stack.credentials.program_id;
  let pots: Buffer;
  let slug: string;
  let projectId: string;

  beforeAll(async () => {
    pots = await drawImage();
  });
  afterAll(() => ServiceReplica.endAll());
  beforeEach(async () => {
    slug = await owner.createProject('Balcony garden');
    projectId = await owner.projectId(slug);
  });

  const folder = (files: Row['files'], config: object = {}): ProjectFiles => {
    const values = Object.entries({ program, slug, name: 'Balcony garden', ...config });
    const yaml = values.map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`).join('');
    return new Map(
      Object.entries({ 'shipyard.yaml': yaml, ...files }).map(([path, file]) => [path, Buffer.from(file)]),
    );
  };

  async function serverState(): Promise<ServerState> {
    const read = async <Data>(path: string) => (await owner.call<Data>('GET', `/projects/${slug}${path}`)).body;
    const readme = await read<{ markdown: string }>('/readme');
    const assets: ServerAsset[] = [];
    for (let cursor = ''; ;) {
      const page = (await read<{ assets: ServerAsset[]; next_cursor: string | null }>(`/assets?limit=1${cursor}`)).data;
      assets.push(...page.assets);
      if (page.next_cursor === null) break;
      cursor = `&cursor=${page.next_cursor}`;
    }
    return {
      project: (await read<ServerState['project']>('')).data,
      readme: readme.ok ? readme.data.markdown : null,
      logs: (await read<{ logs: ServerLog[] }>('/logs?limit=100')).data.logs,
      assets,
    };
  }

  async function sync(files: ProjectFiles): Promise<void> {
    const { project, errors } = readProject(files, new Date());
    if (!project) throw new Error(JSON.stringify(errors));
    const server = await serverState();
    const plan = planSync(project, server);
    expect(plan.conflicts).toEqual([]);
    const uploaded = new Map<string, string>();
    for (const path of plan.images) uploaded.set(path, await upload(files.get(path), path));
    const { bodies, patch } = syncRequests(project, server, plan, uploaded);
    for (const body of bodies) expect((await owner.sync(body)).status).toBe(200);
    if (patch) expect((await owner.call('PATCH', `/projects/${slug}`, { json: patch })).status).toBe(200);
  }

  async function upload(bytes: Uint8Array | undefined, path?: string): Promise<string> {
    const form = uploadForm(projectId, Buffer.from(bytes ?? []));
    if (path !== undefined) form.set('path', path);
    return (await owner.call<{ file_id: string }>('POST', '/assets/upload', { form })).body.data.file_id;
  }

  async function pull(): Promise<ProjectFiles> {
    const { texts, images } = planPull(await serverState());
    const files = new Map<string, Uint8Array>([...texts].map(([path, text]) => [path, Buffer.from(text)]));
    for (const image of images) {
      const response = await fetch(new URL(image.url, url), { headers: { authorization: `Bearer ${token}` } });
      const bytes = new Uint8Array(await response.arrayBuffer());
      for (const path of image.paths) files.set(path, bytes);
    }
    return files;
  }

  const bytesIn = (files: ProjectFiles, path: string) => Buffer.from(files.get(path) ?? []).toString('latin1');

  async function planOf(files: ProjectFiles) {
    const { project, errors } = readProject(files, new Date());
    if (!project) throw new Error(JSON.stringify(errors));
    return planSync(project, await serverState());
  }

  it('is synced once, and a pull of it has nothing to sync', async () => {
    const files = folder(
      {
        'README.md': README,
        'logs/0001-first-light.md': log('First light', 'It works. ![Pots](../images/pots.png)'),
        'logs/0004-第二天.md': log('第二天', '浇水。<img src="灯.png" alt="lamp">'),
        'images/pots.png': pots,
        'images/a photo.jpg': await drawPhonePhoto(),
        'logs/灯.png': await drawImage({ color: '#224466' }),
      },
      { tagline: 'Five pots: one hose', tags: ['garden', 'esp32'], color: 'teal', status: 'completed' },
    );
    await sync(files);
    expect(isEmptyPlan(await planOf(files))).toBe(true);
    const { data: detail } = (await owner.call<ProjectView>('GET', `/projects/${slug}`)).body;
    expect(detail).toMatchObject({ tagline: 'Five pots: one hose', color: 'teal', project_status: 'completed' });
    expect(detail.readme_html.match(/<img /g)).toHaveLength(4);
    expect(detail.readme_html).toMatch(/src="[^"]+\.png#gh-dark-mode-only"/);
    expect(detail.logs.map(({ title, image_urls }) => [title, image_urls.length])).toEqual([
      ['第二天', 1],
      ['First light', 1],
    ]);

    const pulled = await pull();
    expect([...pulled.keys()].sort()).toEqual([...files.keys()].sort());
    // A photo loses its metadata, and the config is written as for a new project.
    const same = ['README.md', 'logs/0001-first-light.md', 'logs/0004-第二天.md', 'images/pots.png', 'logs/灯.png'];
    for (const path of same) expect([path, bytesIn(pulled, path)]).toEqual([path, bytesIn(files, path)]);
    expect(await planOf(pulled)).toEqual({ readme: 'same', config: {}, logs: [], images: [], conflicts: [] });
    expect(checkProject(pulled, new Date()).errors).toEqual([]);

    const changed = new Map(pulled).set('logs/0001-first-light.md', Buffer.from(log('First light', 'It fails.')));
    expect((await planOf(changed)).conflicts).toMatchObject([{ sequence: 1, differs: ['text'] }]);
  });

  it('is pulled from a README that came with its images, and from logs of plain text', async () => {
    await owner.putReadme(slug, README.replaceAll('images/', 'docs/'), {
      'docs/pots.png': pots,
      'docs/a photo.jpg': await drawPhonePhoto(),
    });
    const photo = await drawImage({ format: 'jpeg', width: 64, color: '#665544' });
    await owner.appendLog(slug, 'Plain', 'Not *Markdown*.\n\n- but like it', [photo]);
    const pulled = await pull();
    expect([...pulled.keys()].sort()).toEqual([
      'README.md',
      'docs/a photo.jpg',
      'docs/pots.png',
      expect.stringMatching(/^images\/[0-9a-f]{12}\.jpg$/),
      'logs/0001-plain.md',
      'shipyard.yaml',
    ]);
    expect(isEmptyPlan(await planOf(pulled))).toBe(true);
    await sync(new Map(pulled).set('README.md', Buffer.from(`${README.replaceAll('images/', 'docs/')}More.\n`)));
    expect([...(await pull()).keys()].sort()).toEqual([...pulled.keys()].sort());
    const [path = ''] = [...pulled.keys()].filter((each) => each.startsWith('images/'));
    // Only then do the bytes that are served matter.
    expect(Buffer.from(pulled.get(path) ?? []).equals(photo)).toBe(false);
    const { assets } = await serverState();
    expect(assets.map(({ file_id }) => file_id)).toContain(await upload(pulled.get(path)));
    expect((await serverState()).assets).toHaveLength(assets.length);
  });

  it('has nothing to sync with images of an old version, once a worker has hashed what is served', async () => {
    const photo = await drawImage({ format: 'jpeg', width: 64, color: '#556644' });
    const [, goneId = ''] = /([0-9a-f-]{36})\.png$/.exec(await upload(pots)) ?? [];
    await owner.appendLog(slug, 'Plain', 'A photo.', [photo]);
    const pulled = await pull();
    await rm(join(stack.dataDir, 'store/submission/assets', projectId, `${goneId}.png`));
    await stack.query('submission', 'UPDATE assets SET served_sha256 = NULL WHERE project_id = $1', [projectId]);
    // A worker sweeps when it starts. An image whose bytes are gone stops no other.
    await ServiceReplica.start(stack, { entry: 'worker' });
    const unhashed = () =>
      stack.query('submission', 'SELECT id FROM assets WHERE project_id = $1 AND served_sha256 IS NULL', [projectId]);
    expect(await waitUntil(unhashed, ({ length }) => length <= 1)).toEqual([{ id: goneId }]);
    expect(isEmptyPlan(await planOf(pulled))).toBe(true);
    const { assets } = await serverState();
    const [image = ''] = [...pulled.keys()].filter((each) => each.endsWith('.jpg'));
    expect(assets.map(({ file_id }) => file_id)).toContain(await upload(pulled.get(image)));
    expect((await serverState()).assets).toHaveLength(2);
  });

  it('lists its images for its owner alone', async () => {
    const fileId = await upload(pots);
    const { data } = (await owner.call<{ assets: ServerAsset[] }>('GET', `/projects/${slug}/assets`)).body;
    expect(data).toMatchObject({ assets: [{ file_id: fileId, readme_paths: [] }], next_cursor: null });
    expect(data.assets.map(({ path }) => path)).toEqual([null]);
    expect(await upload(pots, './images/caf%C3%A9.png')).toBe(fileId);
    expect((await serverState()).assets.map(({ path }) => path)).toEqual(['images/café.png']);
    for (const path of [
      '../a.png',
      '/a.png',
      'C:/a.png',
      '',
      'a\0.png',
      'x'.repeat(1025),
      `${mintToken('pst_')}.png`,
    ]) {
      const form = uploadForm(projectId, pots);
      form.set('path', path);
      expect((await owner.refused('POST', '/assets/upload', { form })).body.error).toMatch(
        path.length > 1024 ? 'PAYLOAD_TOO_LARGE' : 'VALIDATION_FAILED',
      );
    }
    expect((await other.refused('GET', `/projects/${slug}/assets`)).body.error).toBe('FORBIDDEN');
    expect((await owner.refused('GET', '/projects/no-such-project/assets')).body.error).toBe('PROJECT_NOT_FOUND');
    for (const query of ['limit=501', 'limit=0', 'cursor=x'])
      expect((await owner.refused('GET', `/projects/${slug}/assets?${query}`)).body.error).toBe('VALIDATION_FAILED');
  });

  const large = 'x'.repeat(1024 * 1024 + 1);
  const rows: Row[] = [
    {
      what: 'README, log and image',
      files: { 'README.md': '![a](a.png)', 'logs/1-a.md': log('A', '![a](../a.png)') },
      code: null,
    },
    { what: 'front matter', files: { 'README.md': '---\ntags: a, b\nother: x\n---\n# A' }, code: null },
    { what: 'code that names an image', files: { 'README.md': '`![a](none.png)`' }, code: null },
    { what: 'a missing image', files: { 'README.md': 'x <img src=none.png>' }, code: 'README_IMAGE_MISSING' },
    { what: 'a path out of the README', files: { 'README.md': '![a](../none.png)' }, code: 'VALIDATION_FAILED' },
    { what: 'another project', files: { 'README.md': '![a](cloud://x)' }, code: 'VALIDATION_FAILED' },
    {
      what: 'broken front matter',
      files: { 'README.md': '---\ntags: {a: b}\n---\n# A' },
      code: 'README_FRONT_MATTER_INVALID',
    },
    { what: 'anchors', files: { 'README.md': '---\nname: &a x\n---\n# A' }, code: 'README_FRONT_MATTER_INVALID' },
    {
      what: 'a color in front matter',
      files: { 'README.md': '---\ncolor: mauve\n---\n# A' },
      code: 'VALIDATION_FAILED',
    },
    { what: 'a blank README', files: { 'README.md': ' \n\n' }, code: 'VALIDATION_FAILED' },
    { what: 'a large README', files: { 'README.md': large }, code: 'PAYLOAD_TOO_LARGE' },
    { what: 'NUL', files: { 'README.md': 'a\0b' }, code: 'VALIDATION_FAILED' },
    { what: 'a token', files: { 'README.md': `x ${mintToken('pst_')}` }, code: 'VALIDATION_FAILED' },
    { what: 'deep nesting', files: { 'README.md': '> '.repeat(2_000) }, code: 'VALIDATION_FAILED' },
    {
      what: 'a missing image of a log',
      files: { 'logs/1-a.md': log('A', '![a](../none.png)') },
      code: 'VALIDATION_FAILED',
    },
    { what: 'a log without text', files: { 'logs/1-a.md': log('A', ' ') }, code: 'VALIDATION_FAILED' },
    { what: 'a long title', files: { 'logs/1-a.md': log('A'.repeat(121), 'a') }, code: 'VALIDATION_FAILED' },
    { what: 'a long log', files: { 'logs/1-a.md': log('A', 'é'.repeat(32_769)) }, code: 'PAYLOAD_TOO_LARGE' },
    { what: 'a date ahead', files: { 'logs/1-a.md': log('A', 'a', '2999-01-01') }, code: 'VALIDATION_FAILED' },
    { what: 'a token in a log', files: { 'logs/1-a.md': log('A', mintToken('gwk_')) }, code: 'VALIDATION_FAILED' },
    { what: 'an SVG', files: { 'README.md': '![a](a.png)', 'a.png': '<svg/>' }, code: 'IMAGE_TYPE_UNSUPPORTED' },
    {
      what: 'half a header',
      files: { 'README.md': '![a](a.png)', 'a.png': Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1') },
      code: 'IMAGE_TYPE_UNSUPPORTED',
    },
    {
      what: 'a large image',
      files: { 'README.md': '![a](a.png)', 'a.png': Buffer.alloc(5 * 1024 * 1024 + 1) },
      code: 'IMAGE_TOO_LARGE',
    },
    { what: 'a long name', config: { name: 'x'.repeat(81) }, files: {}, code: 'VALIDATION_FAILED' },
    {
      what: 'many tags',
      config: { tags: Array.from({ length: 11 }, (_, at) => `t${at}`) },
      files: {},
      code: 'VALIDATION_FAILED',
    },
    { what: 'another scheme', config: { demo_urls: ['ftp://a.example'] }, files: {}, code: 'VALIDATION_FAILED' },
    {
      what: 'a completed project without logs',
      config: { status: 'completed' },
      files: { 'README.md': '# A' },
      code: 'PROJECT_INCOMPLETE',
    },
  ];

  it.each(rows)('with $what is judged by the service as offline', async ({ config, files, code }) => {
    const all = { ...(JSON.stringify(files).includes('a.png') && { 'a.png': pots }), ...files };
    const { errors } = checkProject(folder(all, config), new Date());
    expect([...new Set(errors.map((error) => error.code))]).toEqual(code === null ? [] : [code]);
    expect(await sentAsItIs(owner, { files: all, config })).toBe(code);
  });

  /** What a client that checks nothing is told: the code of the first refusal. */
  async function sentAsItIs(by: Participant, { files, config = {} }: Pick<Row, 'files' | 'config'>) {
    const ids = new Map<string, string>();
    for (const [path, bytes] of Object.entries(files).filter(([name]) => name.endsWith('.png'))) {
      const form = uploadForm(projectId, Buffer.from(bytes as string));
      const answer = await by.call<{ file_id: string }>('POST', '/assets/upload', { form });
      if (!answer.body.ok) return (answer.body as unknown as { error: string }).error;
      ids.set(path, answer.body.data.file_id);
    }
    const replaced = (text: string) =>
      [...ids].reduce((kept, [path, id]) => kept.replaceAll(new RegExp(`(?:\\.\\./)?(?<!\\w)${path}`, 'g'), id), text);
    const { status, ...rest } = config as { status?: string };
    const logs = Object.entries(files).filter(([path]) => path.startsWith('logs/'));
    const answer = await by.call<{ logs_added: LogView[] }>('POST', '/projects/sync', {
      json: {
        project_id: projectId,
        config: { ...rest, ...(status !== undefined && { project_status: status }) },
        ...(files['README.md'] !== undefined && { readme_markdown: replaced(files['README.md'].toString()) }),
        new_logs: logs.map(([, file], at) => {
          const [, title = '', date = '', text = ''] =
            /^---\ntitle: (.*)\ndate: (.*)\n---\n\n([^]*)\n$/.exec(file.toString()) ?? [];
          return { sequence: at + 1, title, content_md: replaced(text), created_at: Date.parse(date) };
        }),
      },
    });
    return answer.body.ok ? null : (answer.body as unknown as { error: string }).error;
  }
});
