import { cp, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { callApi, drawImage, sharedStack, waitUntil } from '@shipyard/testing';
import { BUNDLE, CommandLine } from './command-line';
import { CommandThread } from './command-thread';
import { CuttingProxy } from './cutting-proxy';
import { ForwardProxy } from './forward-proxy';
import { register } from './newcomer';
import { TlsFront } from './tls-front';

interface Plan {
  readme: 'create' | 'update' | 'same';
  config: Record<string, unknown>;
  logs: number[];
  images: string[];
}

interface Synced {
  project: { slug: string; log_count: number; tags: string[]; color: string };
  readme_updated: boolean;
  logs_added: { id: string; sequence: number }[];
  next_sequence: number;
  images_uploaded: number;
}

const EMPTY: Plan = { readme: 'same', config: {}, logs: [], images: [] };

describe('The command line syncs', () => {
  const stack = sharedStack();
  let shipyard: CommandLine;
  let hasty: CommandThread;
  let environment: NodeJS.ProcessEnv;
  let token: string;
  let count = 0;

  beforeAll(async () => {
    shipyard = await CommandLine.at(stack.submissionUrl);
    hasty = new CommandThread(BUNDLE, { hasPauses: false });
    ({ token } = await register(`${stack.submissionUrl}/api/v1`));
    environment = { SHIPYARD_TOKEN: token };
  });

  afterAll(async () => {
    await hasty.close();
    await shipyard.remove();
  });

  async function newProject(): Promise<{ slug: string; cwd: string }> {
    const slug = `sync-${Date.now().toString(36)}-${++count}`;
    const cwd = path.join(shipyard.folder, slug);
    await mkdir(path.join(cwd, 'images'), { recursive: true });
    await mkdir(path.join(cwd, 'logs'));
    const json = { program_id: stack.credentials.program_id, slug, name: 'Balcony garden' };
    const created = await callApi(stack.submissionUrl, 'POST', '/api/v1/projects', { token, json });
    if (created.status !== 201) throw new Error(created.text);
    await callApi(stack.submissionUrl, 'PATCH', `/api/v1/projects/${slug}`, { token, json: { color: 'red' } });
    const config = `program: ${json.program_id}\nslug: ${slug}\nname: ${json.name}\n`;
    await writeFile(path.join(cwd, 'shipyard.yaml'), config);
    return { slug, cwd };
  }

  const log = (title: string, text: string) => `---\ntitle: ${title}\n---\n\n${text}\n`;

  async function smallProject(): Promise<{ slug: string; cwd: string }> {
    const project = await newProject();
    const { cwd } = project;
    await writeFile(path.join(cwd, 'README.md'), '# Garden\n\n![Front](images/front.png) ![Back](images/back.png)\n');
    await writeFile(path.join(cwd, 'images/front.png'), await drawImage({ color: '#102030' }));
    await writeFile(path.join(cwd, 'images/back.png'), await drawImage({ color: '#302010' }));
    await writeFile(path.join(cwd, 'logs/0001-first.md'), log('First', 'It begins. ![](../images/front.png)'));
    await writeFile(path.join(cwd, 'logs/0003-third.md'), log('Third', 'It goes on.'));
    return project;
  }

  const plan = async (cwd: string) =>
    (await shipyard.json<{ plan: Plan }>(['sync', '--dry-run'], { cwd, environment })).plan;
  const sync = (cwd: string) => shipyard.json<Synced>(['sync'], { cwd, environment });
  const detail = async (slug: string) => {
    const { body } = await callApi<{ data: { log_count: number; readme_html: string; logs: { sequence: number }[] } }>(
      stack.submissionUrl,
      'GET',
      `/api/v1/projects/${slug}`,
    );
    return body.data;
  };

  const assetsOf = async (slug: string) => {
    const assets = `/api/v1/projects/${slug}/assets`;
    const { body } = await callApi<{ data: { assets: unknown[] } }>(stack.submissionUrl, 'GET', assets, { token });
    return body.data.assets;
  };
  const setState = (slug: string, state: string) =>
    stack.query('submission', 'UPDATE projects SET state = $2 WHERE slug = $1', [slug, state]);

  it('thirty pictures with names of all kinds, then nothing, and pulls it all back', async () => {
    const { slug, cwd } = await newProject();
    const names = Array.from({ length: 28 }, (_, index) => `images/${index}.png`).concat(
      'images/阳台 花园.png',
      'images/Grün.png',
    );
    await Promise.all(
      names.map(async (name, index) =>
        writeFile(path.join(cwd, name), await drawImage({ color: `#1020${(index + 16).toString(16)}` })),
      ),
    );
    const readme = `# 阳台\n\n${names.map((name) => `![${name}](<${name}>)`).join('\n')}\n\n\`![](images/none.png)\`\n`;
    await writeFile(path.join(cwd, 'README.md'), readme);
    await writeFile(path.join(cwd, 'logs/0001-开始.md'), log('开始', '![](<../images/阳台 花园.png>)'));
    const config = path.join(cwd, 'shipyard.yaml');
    await writeFile(config, `${await readFile(config, 'utf8')}color: teal\ntags: [garden]\n`);

    const planned = await plan(cwd);
    expect(planned).toMatchObject({ readme: 'create', config: { tags: ['garden'], color: 'teal' }, logs: [1] });
    expect([...planned.images].sort()).toEqual([...names].sort());
    expect((await detail(slug)).log_count).toBe(0);

    const synced = await sync(cwd);
    expect(synced).toMatchObject({
      readme_updated: true,
      logs_added: [{ sequence: 1 }],
      next_sequence: 2,
      images_uploaded: 30,
    });
    expect(synced.project).toMatchObject({ slug, tags: ['garden'], color: 'teal', log_count: 1 });
    expect((await detail(slug)).readme_html.match(/<img [^>]*src="\/api\/v1\/assets\//g)).toHaveLength(30);
    expect(await plan(cwd)).toEqual(EMPTY);
    expect(await sync(cwd)).toMatchObject({ readme_updated: false, logs_added: [], images_uploaded: 0 });

    const pulled = path.join(shipyard.folder, 'back');
    for (const { end, status } of [
      { end: 'kill', status: null },
      { end: 'interrupt', status: 130 },
    ] as const) {
      expect([end, await pullBrokenOff(slug, end)]).toEqual([end, status]);
      expect(await readdir(pulled)).toEqual(expect.arrayContaining(['README.md', '.shipyard-pull']));
      expect(await readdir(pulled)).not.toContain('shipyard.yaml');
    }
    expect(await shipyard.json(['pull', slug, 'back'], { environment })).toEqual({});
    expect((await readdir(pulled)).sort()).toEqual(
      ['.gitignore', '.shipyard', 'README.md', 'images', 'logs', 'shipyard.yaml'].sort(),
    );
    expect(await plan(pulled)).toEqual(EMPTY);
    for (const file of ['README.md', ...names])
      expect([file, await readFile(path.join(pulled, file), 'latin1')]).toEqual([
        file,
        await readFile(path.join(cwd, file), 'latin1'),
      ]);
    expect(await readdir(path.join(pulled, 'images'))).toHaveLength(30);
    expect(await shipyard.json(['check'], { cwd: pulled })).toMatchObject({ errors: [] });
    const again = await shipyard.run(['pull', slug, 'back'], { environment });
    expect([again.status, again.stdout]).toEqual([0, 'The folder has everything.\n']);
  });

  /** Ends a pull while it fetches its images. */
  async function pullBrokenOff(slug: string, end: 'kill' | 'interrupt'): Promise<number | null> {
    const proxy = await CuttingProxy.before(stack.submissionUrl);
    const through = { ...environment, SHIPYARD_URL: `${proxy.url}/api/v1` };
    const running = shipyard.start(['pull', slug, 'back'], { environment: through });
    let fetched = 0;
    proxy.passes = (_, line) => {
      if (line.startsWith('GET /api/v1/assets/') && ++fetched === 5) running[end]();
      return fetched >= 5 ? 0 : null;
    };
    const { status } = await running.ended;
    await proxy.close();
    return status;
  }

  it('and stops at a sent log whose text differs, until it has another number', async () => {
    const { slug, cwd } = await smallProject();
    await sync(cwd);
    await writeFile(path.join(cwd, 'logs/0003-third.md'), log('Third', 'It went on.'));
    for (const args of [['sync'], ['sync', '--dry-run']]) {
      const { status, answer, stderr } = await shipyard.answer(args, { cwd, environment });
      expect(status).toBe(5);
      expect(answer).toMatchObject({
        ok: false,
        error: 'LOG_SEQUENCE_EXISTS',
        details: { sequences: [3], next_sequence: 4 },
      });
      expect(stderr).toContain('logs/0003-third.md');
      expect(stderr).toContain('shipyard log restore N');
    }
    const { stderr } = await shipyard.run(['sync'], { cwd, environment });
    expect(stderr).toContain('line 5 here: It went on.\n  line 1 of the text on the server: It goes on.\n');
    expect((await detail(slug)).log_count).toBe(2);
    await shipyard.json(['log', 'renumber', '3', '4'], { cwd, environment });
    expect(await sync(cwd)).toMatchObject({ logs_added: [{ sequence: 4 }] });
    const sent = await shipyard.answer(['log', 'renumber', '1', '5'], { cwd, environment });
    expect([sent.status, sent.answer]).toEqual([5, expect.objectContaining({ error: 'LOG_ALREADY_SENT' })]);
    const unasked = await shipyard.run(['log', 'renumber', '4', '6'], { cwd });
    expect([unasked.status, unasked.stderr]).toEqual([0, expect.stringContaining('nobody knows whether')]);
  });

  it('and withdraws a log for good, but not without being told to', async () => {
    const { slug, cwd } = await smallProject();
    await sync(cwd);
    const withdraw = async (...args: string[]) => {
      const { status, answer } = await shipyard.answer(['log', 'withdraw', ...args], { cwd, environment });
      return { ...(answer as object), status };
    };
    expect(await withdraw('3')).toMatchObject({ status: 2, error: 'TERMINAL_NEEDED' });
    expect(await withdraw('0', '--yes')).toMatchObject({ status: 2, error: 'USAGE' });
    expect(await withdraw('3', '--yes')).toMatchObject({ status: 0, project: { slug } });
    expect((await detail(slug)).logs).toContainEqual({
      sequence: 3,
      created_at: expect.any(String) as string,
      withdrawn_at: expect.any(String) as string,
    });
    expect(await withdraw('3', '--yes')).toMatchObject({ status: 1, error: 'NOT_FOUND' });
    // The file is the only copy that is left. It stays, and is not sent again.
    expect(await plan(cwd)).toEqual(EMPTY);
    expect(await readFile(path.join(cwd, 'logs/0003-third.md'), 'utf8')).toContain('It goes on.');
  });

  it('and sends nothing while the folder breaks a rule', async () => {
    const { slug, cwd } = await smallProject();
    await rename(path.join(cwd, 'images/back.png'), path.join(cwd, 'images/gone.png'));
    const { status, answer } = await shipyard.answer(['sync'], { cwd, environment });
    expect([status, answer]).toEqual([3, expect.objectContaining({ error: 'README_IMAGE_MISSING' })]);
    expect((await detail(slug)).log_count).toBe(0);
  });

  it('over a connection that loses any one answer', async () => {
    const first = await syncThrough(() => null);
    expect(first.requests).toBeGreaterThan(6);
    for (let lost = 1; lost <= first.requests; lost++) {
      const { status, slug, cwd } = await syncThrough((index) => (index === lost ? 0 : null));
      expect([lost, status]).toEqual([lost, 0]);
      expect((await detail(slug)).logs.map(({ sequence }) => sequence).sort()).toEqual([1, 3]);
      expect(await plan(cwd)).toEqual(EMPTY);
    }
  });

  it('and goes on after the connection broke for good', async () => {
    const before = ['POST /api/v1/projects/sync', 'POST /api/v1/assets/upload', 'GET /api/v1/projects/'];
    await Promise.all(
      before.map(async (line) => {
        let isDead = false;
        const { status, slug, cwd } = await syncThrough((_, seen, answer) =>
          (isDead ||= seen.startsWith(line)) ? answer.length - 1 : null,
        );
        expect([line, status]).toEqual([line, 6]);
        await sync(cwd);
        expect((await detail(slug)).logs.map(({ sequence }) => sequence).sort()).toEqual([1, 3]);
        expect(await plan(cwd)).toEqual(EMPTY);
      }),
    );
  });

  it('over a connection that breaks off each answer at first', async () => {
    // In the head, before the body, in its middle, and before its last byte.
    const places = [() => 40, bodyOf, (answer: Buffer) => (bodyOf(answer) + answer.length) >> 1, lastOf];
    await Promise.all(
      places.map(async (place, index) => {
        const seen = new Set<string>();
        const { status, slug, cwd } = await syncThrough(
          (_, line, answer) => {
            const isFirst = !seen.has(line);
            seen.add(line);
            return isFirst ? place(answer) : null;
          },
          { isProcess: true },
        );
        expect([index, status]).toEqual([index, 0]);
        expect((await detail(slug)).logs.map(({ sequence }) => sequence).sort()).toEqual([1, 3]);
        expect(await assetsOf(slug)).toHaveLength(2);
        expect(await plan(cwd)).toEqual(EMPTY);
      }),
    );
  });

  const bodyOf = (answer: Buffer) => answer.indexOf('\r\n\r\n') + 4;
  const lastOf = (answer: Buffer) => answer.length - 1;

  /** In a thread it does not wait between its attempts. */
  async function syncThrough(passes: CuttingProxy['passes'], { isProcess = false } = {}) {
    const project = await smallProject();
    const proxy = await CuttingProxy.before(stack.submissionUrl);
    proxy.passes = passes;
    try {
      const through = { ...environment, SHIPYARD_URL: `${proxy.url}/api/v1` };
      const { status } = isProcess
        ? await shipyard.run(['sync'], { cwd: project.cwd, environment: through })
        : await hasty.run(['sync'], project.cwd, shipyard.environment(through));
      return { ...project, status, requests: proxy.seen.length };
    } finally {
      await proxy.close();
    }
  }

  it('from two folders at once', async () => {
    const { slug, cwd } = await smallProject();
    const other = `${cwd}-other`;
    await cp(cwd, other, { recursive: true });
    await writeFile(path.join(other, 'logs/0002-second.md'), log('Second', 'From elsewhere.'));
    const ends = await Promise.all([cwd, other].map((folder) => shipyard.run(['sync'], { cwd: folder, environment })));
    expect(ends.map(({ status }) => status)).toEqual([0, 0]);
    expect((await detail(slug)).logs.map(({ sequence }) => sequence).sort()).toEqual([1, 2, 3]);
    expect([await plan(cwd), await plan(other)]).toEqual([EMPTY, EMPTY]);
  });

  it('five hundred logs', async () => {
    const { slug, cwd } = await newProject();
    const sequences = Array.from({ length: 500 }, (_, index) => index + 1);
    await Promise.all(
      sequences.map((each) =>
        writeFile(path.join(cwd, `logs/${String(each).padStart(4, '0')}-day.md`), log(`Day ${each}`, `Text ${each}.`)),
      ),
    );
    const synced = await sync(cwd);
    expect(synced.logs_added).toHaveLength(500);
    expect(synced.next_sequence).toBe(501);
    expect(await plan(cwd)).toEqual(EMPTY);
    expect((await detail(slug)).log_count).toBe(500);
  });

  it('and goes on after Ctrl-C in the middle', async () => {
    await Promise.all(
      ['POST /api/v1/projects/sync', 'POST /api/v1/assets/upload'].map(async (line) => {
        const { slug, cwd } = await smallProject();
        const proxy = await CuttingProxy.before(stack.submissionUrl);
        const through = { ...environment, SHIPYARD_URL: `${proxy.url}/api/v1` };
        const running = shipyard.start(['sync', '--json'], { cwd, environment: through });
        let isInterrupted = false;
        proxy.passes = (_, seen) => {
          // A second Ctrl-C would end the process at once.
          if (!isInterrupted && seen.startsWith(line)) {
            isInterrupted = true;
            running.interrupt();
          }
          return isInterrupted ? 0 : null;
        };
        const { status, stdout } = await running.ended;
        await proxy.close();
        expect([line, status, JSON.parse(stdout)]).toEqual([
          line,
          130,
          expect.objectContaining({ ok: false, error: 'INTERRUPTED' }),
        ]);
        await sync(cwd);
        expect((await detail(slug)).logs.map(({ sequence }) => sequence).sort()).toEqual([1, 3]);
        expect(await assetsOf(slug)).toHaveLength(2);
        expect(await plan(cwd)).toEqual(EMPTY);
      }),
    );
  });

  it('each change while it watches, until Ctrl-C', async () => {
    const { slug, cwd } = await smallProject();
    const running = shipyard.start(['sync', '--watch', '--json'], { cwd, environment });
    await running.shows('Watching');
    await writeFile(path.join(cwd, 'logs/0004-fourth.md'), log('Fourth', 'It still goes on.'));
    await running.shows('Sent: 1 log.');
    await writeFile(path.join(cwd, 'logs/0005-fifth.md'), '---\ntitle: Fifth\n---\n');
    await running.shows('must not be empty');
    await writeFile(path.join(cwd, 'logs/0005-fifth.md'), log('Fifth', 'It is whole now.'));
    await running.shows('Sent: 1 log.');
    running.interrupt();
    const { status, stdout } = await running.ended;
    expect(status).toBe(130);
    expect(JSON.parse(stdout)).toMatchObject({ readme_updated: true, next_sequence: 4, images_uploaded: 2 });
    expect((await detail(slug)).logs.map(({ sequence }) => sequence).sort()).toEqual([1, 3, 4, 5]);
  });

  it('through the proxies that the environment names', async () => {
    const front = await TlsFront.before(stack.submissionUrl, 'shipyard.example');
    const hosts = new Map([
      ['shipyard.example', Number(new URL(stack.submissionUrl).port)],
      ['shipyard.example:443', front.port],
    ]);
    const proxy = await ForwardProxy.to(hosts);
    const { cwd } = await smallProject();
    const authorities = path.join(shipyard.folder, 'authorities.pem');
    await writeFile(authorities, front.certificate);
    const through = (more: NodeJS.ProcessEnv) => ({ cwd, environment: { ...environment, ...more } });
    const secure = {
      HTTPS_PROXY: proxy.url,
      SHIPYARD_URL: 'https://shipyard.example/api/v1',
      NODE_EXTRA_CA_CERTS: authorities,
    };
    try {
      // Node reads the authorities when a process starts.
      const synced = await shipyard.run(['sync', '--json'], through(secure));
      expect(JSON.parse(synced.stdout)).toMatchObject({ images_uploaded: 2, next_sequence: 4 });
      expect(new Set(proxy.seen)).toEqual(new Set(['CONNECT shipyard.example:443']));
      proxy.seen.length = 0;
      // The token stays on this computer.
      expect(await shipyard.json(['sync', '--dry-run'], through({ HTTP_PROXY: proxy.url }))).toEqual({ plan: EMPTY });
      expect(proxy.seen).toEqual([]);
    } finally {
      front.close();
      await proxy.close();
    }
  });

  it('and watches the status and the review until nothing runs', async () => {
    const { slug, cwd } = await smallProject();
    const proxy = await CuttingProxy.before(stack.submissionUrl);
    const through = { ...environment, SHIPYARD_URL: `${proxy.url}/api/v1` };
    await setState(slug, 'review_pending');
    const begin = (command: string) => shipyard.start([command, '--watch', '--json'], { cwd, environment: through });
    const all = [begin('status'), begin('review'), begin('status')] as const;
    await Promise.all(all.map((each) => each.shows('in review')));
    await waitUntil(
      () => Promise.resolve(proxy.seen.filter((line) => line.endsWith('/status/events'))),
      ({ length }) => length === all.length,
    );
    const [status, review, interrupted] = all;
    interrupted.interrupt();
    expect((await interrupted.ended).status).toBe(130);
    await setState(slug, 'recommended');
    const ends = await Promise.all([status.ended, review.ended]);
    await proxy.close();
    expect(ends.map(({ status: exit }) => exit)).toEqual([0, 0]);
    expect(JSON.parse(ends[0].stdout)).toMatchObject({ state: 'recommended', project: { slug } });
    expect(JSON.parse(ends[1].stdout)).toEqual({ review: null });
    expect(ends[0].stderr).toMatch(/^in review\nrecommended\n$/);
  });

  it('and follows the review to its end', async () => {
    const { cwd } = await smallProject();
    const readme = `# Garden\n\n![Front](images/front.png) ![Back](images/back.png)\n\n${'It waters five pots. '.repeat(40)}\n`;
    await writeFile(path.join(cwd, 'README.md'), readme);
    await sync(cwd);
    expect(await shipyard.json(['review', 'request'], { cwd, environment })).toMatchObject({ state: 'review_pending' });
    const { review } = await shipyard.json<{ review: { status: string; recommended: boolean } }>(
      ['review', '--watch'],
      { cwd, environment },
    );
    expect(review).toMatchObject({ status: 'succeeded', recommended: true });
    expect((await shipyard.run(['review'], { cwd, environment })).stdout).toContain('recommends');
  });
});
