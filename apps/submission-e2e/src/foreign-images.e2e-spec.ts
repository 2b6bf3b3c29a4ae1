import { readdir } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import {
  callApi,
  drawPhonePhoto,
  drawImage,
  QUICK_START,
  startTestStack,
  type TestStack,
  waitUntil,
} from '@shipyard/testing';
import sharp from 'sharp';
import { Participant, type ProjectView } from './participant';
import { csrfTokenIn, StudioVisitor } from './studio-visitor';

const HOST = 'images.example.org';
const PRELOAD = path.resolve(__dirname, '../../../libs/testing/foreign-host.cjs');
const COPY = /\/api\/v1\/foreign-images\/[0-9a-f-]{36}/;

jest.setTimeout(240_000);

describe('images of other hosts with IMAGE_PROXY=1', () => {
  let stack: TestStack;
  let owner: Participant;
  let host: Server;
  let asked: { url: string; headers: NodeJS.Dict<string | string[]> }[] = [];
  const answers = new Map<string, (response: ServerResponse) => void>();

  beforeAll(async () => {
    host = createServer((request, response) => {
      asked.push({ url: request.url ?? '', headers: request.headers });
      const answer = answers.get(request.url ?? '');
      if (answer) answer(response);
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
    const environment = {
      IMAGE_PROXY: '1',
      NODE_OPTIONS: `${QUICK_START.NODE_OPTIONS} --require ${PRELOAD}`,
      FOREIGN_HOST: HOST,
      FOREIGN_PORT: String((host.address() as AddressInfo).port),
    };
    stack = await startTestStack({ environment, starts: ['submission', 'submissionWorker'] });
    const { submission_url, participant, program_id } = stack.credentials;
    owner = new Participant(submission_url, participant.token, program_id);
  });

  beforeEach(() => {
    asked = [];
  });

  afterAll(async () => {
    await stack.stop();
    host.closeAllConnections();
    await new Promise((resolve) => host.close(resolve));
  });

  const query = (statement: string, values: unknown[] = []) => stack.query('submission', statement, values);
  const serve = (name: string, bytes: Buffer) =>
    answers.set(name, (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(bytes));
  const detail = async (slug: string) => (await owner.call<ProjectView>('GET', `/projects/${slug}`)).body.data;
  const htmlWith = (slug: string, sign: RegExp | string) =>
    waitUntil(
      async () => (await detail(slug)).readme_html ?? '',
      (html) => (typeof sign === 'string' ? html.includes(sign) : sign.test(html)),
    );
  const settled = (url: string) =>
    waitUntil(
      async () => (await query('SELECT status, attempts FROM foreign_images WHERE url = $1', [url]))[0],
      (row) => row?.status !== 'pending',
    );
  const open = (address: string, token?: string) => callApi(stack.submissionUrl, 'GET', address, { token });
  const addressIn = (html: string) => COPY.exec(html)?.[0] ?? '';

  it('are links until the worker has fetched them once, and then our copies without metadata', async () => {
    serve('/photo.jpg?a=1&b=2', await drawPhonePhoto());
    const url = `https://${HOST}/photo.jpg?a=1&b=2`;
    const slug = await owner.createProject();
    const written = await owner.putReadme(
      slug,
      `![Our boat](${url})\n\n![Again](${url}#gh-dark-mode-only)\n\n[![In a link](${url})](https://example.org)`,
    );
    expect(written.body.data.project.readme_html).toContain('>Our boat</a>');
    expect(written.body.data.project.readme_html).not.toContain('<img');

    const html = await htmlWith(slug, COPY);
    expect(html.match(/<img/g)).toHaveLength(3);
    expect(html).not.toContain(HOST);
    expect(html).toMatch(
      /<img src="\/api\/v1\/foreign-images\/[^"]+" alt="Our boat" width="40" height="60" loading="lazy" decoding="async" referrerpolicy="no-referrer" \/>/,
    );
    expect(html).toMatch(/foreign-images\/[0-9a-f-]{36}#gh-dark-mode-only"/);
    expect(asked.map((request) => request.url)).toEqual(['/photo.jpg?a=1&b=2']);
    expect(Object.keys(asked[0]?.headers ?? {}).sort()).toEqual(['accept', 'connection', 'host', 'user-agent']);

    const { status, headers } = await open(addressIn(html));
    expect([
      status,
      headers.get('content-type'),
      headers.get('cache-control'),
      headers.get('x-content-type-options'),
    ]).toEqual([200, 'image/jpeg', 'public, max-age=600', 'nosniff']);
    const bytes = Buffer.from(await (await fetch(new URL(addressIn(html), stack.submissionUrl))).arrayBuffer());
    const { width, height, exif } = await sharp(bytes).metadata();
    expect({ width, height, exif }).toEqual({ width: 40, height: 60, exif: undefined });

    // Another document shows it at once, and the host is not asked again.
    const other = await owner.createProject();
    expect((await owner.putReadme(other, `![Boat](${url})`)).body.data.project.readme_html).toContain(addressIn(html));
    expect(asked).toHaveLength(1);
  });

  it('are shown in logs the same way', async () => {
    serve('/log.png', await drawImage({ color: '#224466' }));
    const slug = await owner.createReadyProject('# A');
    const projectId = await owner.projectId(slug);
    const synced = await owner.call('POST', '/projects/sync', {
      json: {
        project_id: projectId,
        new_logs: [{ sequence: 77, title: 'a', content_md: `![Chart](https://${HOST}/log.png)` }],
      },
    });
    expect(synced.status).toBe(200);
    const logHtml = async () => (await detail(slug)).logs.find(({ sequence }) => sequence === 77)?.content_html ?? '';
    expect(await waitUntil(logHtml, (html) => COPY.test(html))).toContain('alt="Chart"');
  });

  it('stay links if they cannot be fetched, and private addresses are never contacted', async () => {
    serve('/page.png', Buffer.from('<html>'));
    serve('/large.png', Buffer.concat([await drawImage(), Buffer.alloc(5 * 1024 * 1024)]));
    answers.set('/away.png', (response) =>
      response.writeHead(302, { location: `https://trap.${HOST}/secret.png` }).end(),
    );
    answers.set('/plain.png', (response) => response.writeHead(302, { location: `http://${HOST}/secret.png` }).end());
    answers.set('/round.png', (response) => response.writeHead(302, { location: '/round.png' }).end());
    serve('/secret.png', await drawImage());
    const urls = ['page.png', 'large.png', 'away.png', 'plain.png', 'round.png', 'gone.png'].map(
      (name) => `https://${HOST}/${name}`,
    );
    urls.push(
      `https://trap.${HOST}/secret.png`,
      'https://127.0.0.1/a.png',
      'https://[::1]/a.png',
      'https://169.254.169.254/latest/meta-data',
      `https://user:word@${HOST}/secret.png`,
    );
    const slug = await owner.createProject();
    await owner.putReadme(slug, urls.map((url) => `![Alt](${url})`).join('\n\n'));
    for (const url of urls) expect(await settled(url)).toEqual({ status: 'failed', attempts: 1 });
    expect(asked.map((request) => request.url)).not.toContain('/secret.png');
    expect(asked.filter((request) => request.url === '/round.png')).toHaveLength(4);
    const { readme_html: html } = await detail(slug);
    expect(html).not.toContain('<img');
    expect(html?.match(/>Alt<\/a>/g)).toHaveLength(urls.length);
  });

  it('are fetched by a retry after their host had trouble', async () => {
    const url = `https://${HOST}/later.png`;
    answers.set('/later.png', (response) => response.writeHead(503).end());
    const slug = await owner.createProject();
    await owner.putReadme(slug, `![Later](${url})`);
    await waitUntil(
      () => Promise.resolve(asked.length),
      (count) => count > 0,
    );
    const [row] = await waitUntil(
      () =>
        query(
          `SELECT status FROM foreign_images WHERE url = $1 AND next_attempt_at BETWEEN now() + interval '6 minutes' AND now() + interval '10 minutes'`,
          [url],
        ),
      (rows) => rows.length > 0,
    );
    expect(row?.status).toBe('pending');
    serve('/later.png', await drawImage({ color: '#446688' }));
    await query('UPDATE foreign_images SET next_attempt_at = now() WHERE url = $1', [url]);
    await htmlWith(slug, COPY);
  });

  it('are fetched by another worker when the first is killed while fetching', async () => {
    const url = `https://${HOST}/slow.png`;
    answers.set('/slow.png', () => undefined);
    const slug = await owner.createProject();
    await owner.putReadme(slug, `![Slow](${url})`);
    await waitUntil(
      () => Promise.resolve(asked.length),
      (count) => count > 0,
    );
    const restarted = stack.processes.submissionWorker.restarted();
    stack.processes.submissionWorker.kill('SIGKILL');
    serve('/slow.png', await drawImage({ color: '#668844' }));
    await restarted;
    // The dead worker's lease ends after minutes.
    await query('UPDATE foreign_images SET next_attempt_at = now() WHERE url = $1', [url]);
    await htmlWith(slug, COPY);
  });

  it('of one account do not hold up those of another, however slow they are', async () => {
    const slow = Array.from({ length: 60 }, (_, n) => `/hung-${n}.png`);
    for (const name of slow) answers.set(name, () => undefined);
    const slowSlug = await owner.createProject();
    await owner.putReadme(slowSlug, slow.map((name) => `![Hung](https://${HOST}${name})`).join(' '));
    const begun = () => asked.filter(({ url }) => slow.includes(url)).length;
    await waitUntil(
      () => Promise.resolve(begun()),
      (count) => count > 0,
    );
    const { submission_url, other_participant, program_id } = stack.credentials;
    const other = new Participant(submission_url, other_participant.token, program_id);
    const slug = await other.createProject();
    const image = await drawImage({ color: '#668888' });
    let begunBefore = slow.length;
    answers.set('/quick.png', (response) => {
      begunBefore = begun();
      response.writeHead(200).end(image);
    });
    await other.putReadme(slug, `![Quick](https://${HOST}/quick.png)`);
    await waitUntil(
      async () => (await other.call<ProjectView>('GET', `/projects/${slug}`)).body.data.readme_html ?? '',
      (html) => COPY.test(html),
    );
    // The rest of the slow ones has not even begun.
    expect(begunBefore).toBeLessThan(slow.length / 2);
    await owner.call('DELETE', `/projects/${slowSlug}`);
    await other.call('DELETE', `/projects/${slug}`);
  });

  it('are copied up to 2,000 per account, and stay links beyond that', async () => {
    const { submission_url, other_participant, program_id } = stack.credentials;
    const collector = new Participant(submission_url, other_participant.token, program_id);
    const full = await collector.projectId(await collector.createProject());
    await query(
      `WITH made AS (
         INSERT INTO foreign_images (id, url, url_sha256, status, finished_at)
         SELECT gen_random_uuid(), 'https://full.example.org/' || n, sha256(('https://full.example.org/' || n)::bytea), 'failed', now() FROM generate_series(1, 1999) AS n
         RETURNING id
       ) INSERT INTO readme_foreign_images (project_id, image_id) SELECT $1, id FROM made`,
      [full],
    );
    const images = ['first', 'second'].map((name) => `![${name}](https://${HOST}/${name}.png)`).join(' ');
    const slug = await collector.createProject();
    await collector.putReadme(slug, `${images} ![known](https://full.example.org/7)`);
    const linked = () =>
      query(
        `SELECT image.url FROM readme_foreign_images JOIN foreign_images image ON image.id = image_id JOIN projects ON projects.id = project_id WHERE slug = $1 ORDER BY 1`,
        [slug],
      );
    expect(await linked()).toEqual([{ url: 'https://full.example.org/7' }, { url: `https://${HOST}/first.png` }]);
    expect(
      await query(
        'SELECT renderer_version > 0 AS current FROM readmes JOIN projects ON projects.id = project_id WHERE slug = $1',
        [slug],
      ),
    ).toEqual([{ current: true }]);
    await query('DELETE FROM readme_foreign_images WHERE project_id = $1', [full]);
    await collector.putReadme(slug, images);
    expect(await linked()).toHaveLength(2);
  });

  it('are fetched for a private project only after its owner said so in the studio', async () => {
    const { submission_url: api, program_id: programId } = stack.credentials;
    const { visitor, person } = await StudioVisitor.newcomer(stack.submissionUrl, api);
    const shy = new Participant(api, person.token, programId);
    serve('/secret-words.png', await drawImage({ color: '#112233' }));
    serve('/asked-for-later.png', await drawImage({ color: '#445566' }));
    const [url, later] = [`https://${HOST}/secret-words.png`, `https://${HOST}/asked-for-later.png`];
    const slug = await shy.createProject();
    await shy.call('PATCH', `/projects/${slug}`, { json: { visibility: 'private' } });
    const unknown = `https://${HOST}/unknown.png`;
    const { body } = await shy.putReadme(slug, `![Boat](${url})\n\n![Unknown](${unknown})`);
    expect(body.data.project.readme_html).toContain('>Boat</a>');
    // What was asked for later is fetched, so the worker has passed the private one over.
    await shy.putReadme(await shy.createProject(), `![Later](${later})`);
    expect((await settled(later))?.status).toBe('ready');
    const paths = () => asked.map((request) => request.url);
    expect(paths()).toContain('/asked-for-later.png');
    expect(paths()).not.toContain('/secret-words.png');

    const path = `/studio/projects/${slug}/details/pictures`;
    expect((await visitor.open(`/studio/projects/${slug}/details`)).html).toContain(path);
    const { html } = await visitor.open(path);
    expect(html).toContain(url);
    const answers = [...html.matchAll(/value="([^"]*)" name="images"/g)].map(([, value = '']) => value);
    const [images = '', other = '', both] = answers;
    expect([answers.length, both]).toEqual([3, `${images} ${other}`]);
    const { visitor: stranger } = await StudioVisitor.newcomer(stack.submissionUrl, api);
    const own = csrfTokenIn((await stranger.open('/studio/settings')).html);
    expect((await stranger.send(path, { csrf_token: own, images })).status).toBe(404);
    const answer = await visitor.fill(path, { images });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${path}?saved=yes`]);
    await waitUntil(
      async () => (await shy.call<ProjectView>('GET', `/projects/${slug}`)).body.data.readme_html ?? '',
      (readme) => COPY.test(readme),
    );
    const left = (await visitor.open(path)).html;
    expect([left.includes(url), left.includes(unknown)]).toEqual([false, true]);
    expect(paths()).not.toContain('/unknown.png');
  });

  it('are served to those who may see a document that shows them, and to nobody when none does', async () => {
    serve('/own.png', await drawImage({ color: '#886644' }));
    const url = `https://${HOST}/own.png`;
    const slug = await owner.createProject();
    await owner.putReadme(slug, `![Own](${url})`);
    const address = addressIn(await htmlWith(slug, COPY));
    await owner.call('PATCH', `/projects/${slug}`, { json: { visibility: 'private' } });
    expect((await open(address)).status).toBe(404);
    const own = await open(address, stack.credentials.participant.token);
    expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    expect((await open(address, stack.credentials.other_participant.token)).status).toBe(404);

    await owner.call('PATCH', `/projects/${slug}`, { json: { visibility: 'public' } });
    expect((await open(address)).status).toBe(200);
    await owner.call('DELETE', `/projects/${slug}`);
    expect((await open(address)).status).toBe(404);

    // The next sweep removes row and file. The hour is for documents that are still being written.
    const fileName = address.split('/').at(-1) ?? '';
    const files = () => readdir(path.join(stack.dataDir, 'store/submission/foreign-images'));
    expect(await files()).toContain(fileName);
    await query(`UPDATE foreign_images SET created_at = now() - interval '2 hours' WHERE url = $1`, [url]);
    // The sweeper runs every minute, and at the start.
    await stack.processes.submissionWorker.pause();
    await stack.processes.submissionWorker.resume();
    await waitUntil(files, (names) => !names.includes(fileName), { giveUpAfterMs: 120_000 });
    expect(await query('SELECT id FROM foreign_images WHERE url = $1', [url])).toEqual([]);
  });
});
