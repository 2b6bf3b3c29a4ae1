import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, renameSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type ClientRequest, get } from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { callApi, drawImage, QUICK_START, ServiceReplica, sharedStack, waitUntil } from '@shipyard/testing';
import { fromBufferPromise } from 'yauzl';
import { InterviewParty } from './interview-party';
import { openSession, PASSWORD, register } from './newcomer';
import { type Failure, LONG_README, Participant } from './participant';
import { RECIPIENT, shippingParties } from './shipment';

interface Exported {
  ok: true;
  data: {
    account: { email: string; handle: string; birth_date: string | null; second_factor: boolean };
    tokens: { name: string; last4: string }[];
    sessions: { id: string }[];
    audit: { action: string; by: string }[];
    left_out: string[];
    projects: {
      slug: string;
      visibility: string;
      readme: { markdown: string; images: { path: string }[] } | null;
      logs: { sequence: number; title: string; text: string; images: { caption: string }[] }[];
      images: { file_id: string; url: string; bytes: number }[];
      reviews: { status: string; summary: string | null }[];
      interviews: { questions: { question: string; answer: string | null }[] }[];
      shipment: { recipient: { held_since: string } | null; parcels: { tracking: string | null }[] };
      history: { action: string; reason: string | null }[];
    }[];
  };
}

/** The worker renders the logs of an older renderer again, and these would keep it busy while the next suites run. */
const LATER_RENDERER = 1_000_000;

const MANY_LOGS = `
  INSERT INTO logs (id, project_id, sequence, title, written_as, text, content_md, content_html, renderer_version, created_at)
  SELECT gen_random_uuid(), project.id, n, 'Log', 'text', repeat(md5(random()::text), 1500), repeat(md5(random()::text), 1500), '', ${LATER_RENDERER}, now()
  FROM projects project, generate_series(1, $2) n WHERE slug = $1`;

describe('GET /accounts/me/export', () => {
  const stack = sharedStack();
  const { credentials } = stack;
  const url = credentials.submission_url;
  const newcomer = async () => {
    const account = await register(url);
    return { account, as: new Participant(url, account.token, credentials.program_id) };
  };
  const exportOf = (token: string) => callApi<Exported>(url, 'GET', '/accounts/me/export', { token });
  const setState = (slug: string, state: string) =>
    stack.query('submission', 'UPDATE projects SET state = $2 WHERE slug = $1', [slug, state]);

  it('holds everything of the account and of its projects, also of private ones', async () => {
    const { account, as } = await newcomer();
    await openSession(url, account.email);
    const slug = await as.createReadyProject(LONG_README);
    await as.appendLog(
      slug,
      'Third "day"',
      'Line\nbreak, \u2028 and 测试 🎈',
      [await drawImage({ color: '#ff0000' })],
      ['A red lamp'],
    );
    await as.call('PATCH', `/projects/${slug}`, { json: { visibility: 'private', tagline: 'Mine' } });
    await setState(slug, 'recommended');
    const party = await InterviewParty.begin(url, as, slug);
    await party.answer('I wrote it on a rainy day.');
    await setState(slug, 'approved_to_ship');
    const shipment = await as.call('POST', `/projects/${slug}/shipment`, {
      json: { ...RECIPIENT, guardian_confirmed: true },
    });
    expect(shipment.status).toBe(200);
    const empty = await as.createProject('Empty');

    const answer = await exportOf(account.token);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-disposition')).toContain('attachment');
    const { data } = answer.body;
    expect(data.account).toMatchObject({ email: account.email, handle: account.handle, second_factor: false });
    expect(data.tokens).toMatchObject([{ name: 'First token', last4: account.token.slice(-4) }]);
    expect(data.sessions).toHaveLength(1);
    expect(data.audit).toContainEqual(expect.objectContaining({ action: 'log_in', by: 'you' }));
    expect(data.projects.map((project) => project.slug).sort()).toEqual([slug, empty].sort());
    const project = data.projects.find((each) => each.slug === slug);
    expect(project).toMatchObject({
      visibility: 'private',
      tagline: 'Mine',
      readme: { images: [{ path: 'front.png' }] },
    });
    expect(project?.readme?.markdown).toContain('# Weather station');
    expect(project?.logs.map(({ sequence, title }) => [sequence, title])).toEqual([
      [1, 'First light'],
      [2, 'Second day'],
      [3, 'Third "day"'],
    ]);
    expect(project?.logs[2]?.text).toBe('Line\nbreak, \u2028 and 测试 🎈');
    expect(project?.logs[2]?.images.map(({ caption }) => caption)).toEqual(['A red lamp']);
    expect(project?.images).toHaveLength(2);
    expect(project?.interviews[0]?.questions[0]).toMatchObject({ answer: 'I wrote it on a rainy day.' });
    expect(project?.shipment.recipient?.held_since).toEqual(expect.any(String));
    expect(project?.history.map(({ action }) => action)).toContain('submit_shipment');
    for (const secret of [
      account.token,
      RECIPIENT.recipient_name,
      RECIPIENT.recipient_phone,
      'password_hash',
      '$argon2',
    ])
      expect(answer.text).not.toContain(secret);
  });

  it('pages through more logs than one page holds', async () => {
    const { account, as } = await newcomer();
    const slug = await as.createProject();
    const logs = Array.from({ length: 150 }, (_, at) => ({
      sequence: at + 1,
      title: `Log ${at + 1}`,
      content_md: `Text ${at + 1} ${'x'.repeat(200)}`,
    }));
    const synced = await as.sync({ project_id: await as.projectId(slug), new_logs: logs });
    expect(synced.status).toBe(200);
    const { body } = await exportOf(account.token);
    expect(body.data.projects[0]?.logs.map(({ sequence }) => sequence)).toEqual(logs.map(({ sequence }) => sequence));
  });

  it('has nothing of staff alone, and no other account', async () => {
    const { owner, projectIn } = shippingParties(stack);
    await projectIn('draft', owner);
    const { account } = await newcomer();
    const { body, text } = await exportOf(account.token);
    expect(body.data.projects).toEqual([]);
    for (const word of ['scores', 'flags', 'explained_well', 'token_hash', credentials.participant.token])
      expect(text).not.toContain(word);
  });

  it('needs a live credential of the account, and refuses a suspended one', async () => {
    const { account } = await newcomer();
    const session = await openSession(url, account.email);
    expect((await session('GET', '/accounts/me/export')).status).toBe(200);
    expect((await callApi<Failure>(url, 'GET', '/accounts/me/export')).body.error).toBe('AUTH_TOKEN_MISSING');
    await stack.query('submission', 'UPDATE accounts SET suspended_at = now() WHERE id = $1', [account.id]);
    expect((await callApi<Failure>(url, 'GET', '/accounts/me/export', { token: account.token })).body.error).toBe(
      'FORBIDDEN',
    );
    const head = await callApi(url, 'HEAD', '/accounts/me/export', { token: credentials.participant.token });
    expect([head.status, head.text]).toEqual([200, '']);
  });

  it('breaks off when the account is deleted meanwhile, so that a part does not look whole', async () => {
    const { account, as } = await newcomer();
    const slug = await as.createProject();
    // More than the buffers of a connection hold.
    await stack.query('submission', MANY_LOGS, [slug, 300]);
    const outcome = await new Promise<string>((resolve, reject) => {
      const request = get(`${url}/accounts/me/export`, { headers: { authorization: `Bearer ${account.token}` } });
      request.on('error', reject).on('response', (response) => {
        response.pause();
        void callApi(url, 'DELETE', '/accounts/me', {
          token: account.token,
          json: { projects: 'delete', current_password: PASSWORD },
        }).then(({ status }) => {
          if (status !== 200) reject(new Error(`The account was not deleted: ${status}`));
          response.on('error', () => resolve('broken off'));
          response.on('end', () => resolve('ended'));
          response.resume();
        }, reject);
      });
    });
    expect(outcome).toBe('broken off');
  });

  it('is answered while readers of four other accounts have stopped', async () => {
    const replica = await ServiceReplica.start(stack, { environment: { TRUSTED_PROXIES: '127.0.0.1' } });
    const stopped: ClientRequest[] = [];
    for (let n = 1; n <= 4; n += 1) {
      const { account, as } = await newcomer();
      const slug = await as.createProject();
      await stack.query('submission', MANY_LOGS, [slug, 300]);
      const headers = { authorization: `Bearer ${account.token}`, 'x-forwarded-for': `192.0.2.${n}` };
      await new Promise<void>((resolve, reject) => {
        const request = get(`${replica.url}/accounts/me/export`, { headers });
        stopped.push(request);
        request.on('error', reject).on('response', (response) => {
          response.on('error', () => undefined).pause();
          resolve();
        });
      });
    }
    const { account } = await newcomer();
    const answer = await callApi<Exported>(replica.url, 'GET', '/accounts/me/export', {
      token: account.token,
      headers: { 'x-forwarded-for': '198.51.100.1' },
    });
    expect([answer.status, answer.body.data.account.handle]).toEqual([200, account.handle]);
    expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(answer.text)));
    for (const request of stopped) request.destroy();
    ServiceReplica.endAll();
  });

  it('shows nothing of a project whose deletion is under way', async () => {
    const { account, as } = await newcomer();
    const name = `gone-${randomUUID()}`;
    const slug = await as.createProject(name);
    await stack.query('submission', 'UPDATE projects SET erasing_at = now() WHERE slug = $1', [slug]);
    const { body, text } = await exportOf(account.token);
    expect(body.data.projects).toEqual([]);
    expect(text).not.toContain(name);
  });
});

/** Null if the system does not tell. */
async function peakMb(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmHWM:\s+(\d+)/m.exec(status)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / 1024;
}

describe('exports of 150 MB', () => {
  const stack = sharedStack();
  // A process with so little cleans up what it no longer needs, and ends if it keeps all rows.
  const environment = { NODE_OPTIONS: `${QUICK_START.NODE_OPTIONS} --max-old-space-size=192` };
  let token: string;

  beforeAll(async () => {
    ({ token } = await register(stack.credentials.submission_url));
    const as = new Participant(stack.credentials.submission_url, token, stack.credentials.program_id);
    await stack.query(
      'submission',
      `INSERT INTO logs (id, project_id, sequence, title, written_as, text, content_md, content_html, renderer_version, created_at)
       SELECT gen_random_uuid(), project.id, n, 'Log', 'markdown', repeat(md5(n::text), 2000), repeat(md5(n::text), 2000), '', ${LATER_RENDERER}, now()
       FROM projects project, generate_series(1, 1200) n WHERE slug = $1`,
      [await as.createProject()],
    );
  });

  afterAll(() => ServiceReplica.endAll());

  it.each([{ format: 'export' }, { format: 'export.zip' }])(
    'as $format do not grow the process',
    async ({ format }) => {
      const replica = await ServiceReplica.start(stack, { environment });
      const ask = async () => {
        const { status, body } = await fetch(`${replica.url}/accounts/me/${format}`, {
          headers: { authorization: `Bearer ${token}` },
        });
        let bytes = 0;
        for await (const chunk of body ?? []) bytes += (chunk as Uint8Array).length;
        return { status, bytes };
      };
      const before = await peakMb(replica.pid);
      const { status, bytes } = await ask();
      expect(status).toBe(200);
      if (format === 'export') expect(bytes).toBeGreaterThan(150_000_000);
      const after = await peakMb(replica.pid);
      // All rows and their text together would be more than 300 MB.
      if (before !== null && after !== null) expect(after - before).toBeLessThan(200);
    },
  );
});

interface Manifest {
  exported_at: string;
  files: { path: string; what: string; bytes?: number; sha256?: string; missing?: true }[];
}

describe('GET /accounts/me/export.zip', () => {
  const stack = sharedStack();
  const { credentials } = stack;
  const url = credentials.submission_url;

  /** None while other suites delete folders that it reads. */
  function storedImagesOf(projectId: string): string[] {
    try {
      return readdirSync(stack.dataDir, { recursive: true, encoding: 'utf8' }).filter(
        (file) => file.includes(projectId) && file.endsWith('.png'),
      );
    } catch {
      return [];
    }
  }

  async function unpack(token: string): Promise<{ files: Map<string, Buffer>; manifest: Manifest }> {
    const answer = await fetch(`${url}/accounts/me/export.zip`, { headers: { authorization: `Bearer ${token}` } });
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'application/zip',
      'no-store',
    ]);
    const files = new Map<string, Buffer>();
    const zip = await fromBufferPromise(Buffer.from(await answer.arrayBuffer()));
    for await (const entry of zip.eachEntry())
      files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
    return { files, manifest: JSON.parse(String(files.get('manifest.json'))) as Manifest };
  }

  it('unpacks to folders whose images open, with a manifest of every file', async () => {
    const account = await register(url);
    const as = new Participant(url, account.token, credentials.program_id);
    const slug = await as.createReadyProject(LONG_README);
    const projectId = await as.projectId(slug);
    const asset = await as.uploadAsset(projectId, await drawImage({ color: '#123456' }));
    const fileId = asset.body.data.file_id;
    await as.sync({
      project_id: projectId,
      new_logs: [{ sequence: 7, title: 'A: "日" / ..', content_md: `![x](${fileId})` }],
    });
    const { files, manifest } = await unpack(account.token);
    const folder = `projects/${slug}`;
    const image = `${folder}/images/${String(fileId.split('/').at(-1))}`;
    expect([...files.keys()].sort()).toEqual(
      [
        'account.json',
        'manifest.json',
        ...['README.md', 'project.json', 'review.json', 'interview.md', 'front.png'].map((name) => `${folder}/${name}`),
        ...['0001-first-light', '0002-second-day', '0007-a-日'].map((name) => `${folder}/logs/${name}.md`),
        image,
      ].sort(),
    );
    // The description of a photo is in its log, and a README with a path that no system can have shows its image too.
    await as.appendLog(slug, 'Photo', 'It rained.', [await drawImage({ color: '#fedcba' })], ['The *bow*']);
    const odd = await drawImage({ color: '#0fedcb' });
    await as.putReadme(slug, '# A\n\n![a](con.png)\n\n<img src="LOGS/b.png">', { 'con.png': odd, 'LOGS/b.png': odd });
    const again = (await unpack(account.token)).files;
    const [, photo = ''] =
      /\n\nIt rained\.\n\n!\[The \\\*bow\\\*\]\(\.\.\/(.+)\)\n$/.exec(
        String(again.get(`${folder}/logs/0008-photo.md`)),
      ) ?? [];
    const [, one = '', other = ''] =
      /!\[a\]\((.+)\)\n\n<img src="(.+)">$/.exec(String(again.get(`${folder}/README.md`))) ?? [];
    for (const place of [photo, one, other]) expect([place, again.has(`${folder}/${place}`)]).toEqual([place, true]);

    // Names in a ZIP say that they are UTF-8, and the reference of the README opens.
    expect(String(files.get(`${folder}/README.md`))).toContain('](front.png)');
    expect(String(files.get(`${folder}/logs/0007-a-日.md`))).toContain(`](../images/${path.basename(image)})`);
    expect(String(files.get(`${folder}/logs/0001-first-light.md`))).toMatch(
      /^---\ntitle: "First light"\ndate: .+Z\n---\n/,
    );
    const served = await fetch(`${new URL(url).origin}${asset.body.data.url}`);
    expect(files.get(image)?.equals(Buffer.from(await served.arrayBuffer()))).toBe(true);
    expect(manifest.files.map((file) => file.path).sort()).toEqual(
      [...files.keys()].filter((name) => name !== 'manifest.json').sort(),
    );
    for (const { path: name, bytes, sha256 } of manifest.files) {
      const content = files.get(name) ?? Buffer.alloc(0);
      expect([name, bytes, sha256]).toEqual([name, content.length, createHash('sha256').update(content).digest('hex')]);
    }
    const exported = JSON.parse(String(files.get('account.json'))) as Exported['data'];
    expect(exported.account.email).toBe(account.email);
  });

  it('lists an image whose file is lost as missing, and goes on', async () => {
    const account = await register(url);
    const as = new Participant(url, account.token, credentials.program_id);
    const slug = await as.createReadyProject(LONG_README);
    await as.appendLog(slug, 'Shown', 'a', [await drawImage({ color: '#abcdef' })]);
    const projectId = await as.projectId(slug);
    const [lost = ''] = await waitUntil(
      () => Promise.resolve(storedImagesOf(projectId)),
      (images) => images.length > 0,
    );
    renameSync(path.join(stack.dataDir, lost), path.join(stack.dataDir, `${lost}.aside`));
    const { files, manifest } = await unpack(account.token);
    const missing = manifest.files.filter((file) => file.missing);
    expect(missing).toHaveLength(1);
    expect(missing[0]?.what).toBe(`image ${path.basename(lost, '.png')}`);
    expect(files.has(missing[0]?.path ?? '')).toBe(false);
    expect(manifest.files.filter(({ path: name }) => name.endsWith('.png'))).toHaveLength(2);
    renameSync(path.join(stack.dataDir, `${lost}.aside`), path.join(stack.dataDir, lost));
  });

  it('needs a live token', async () => {
    const answer = await callApi<Failure>(url, 'GET', '/accounts/me/export.zip');
    expect([answer.status, answer.body.error]).toEqual([401, 'AUTH_TOKEN_MISSING']);
  });
});
