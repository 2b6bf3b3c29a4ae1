import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync } from 'node:zlib';
import { hangPictures, makeVariants, ownBytesOf, startTestStack, type TestStack } from '@shipyard/testing';
import { register, sessionCookie } from './newcomer';
import { openPage } from './page-client';
import { Participant } from './participant';
import { statementsOf } from './statement-count';

const BUDGET_BYTES = 60_000;
const TRAVELLING_BYTES = 30 * 1024;
const SCRIPT_BUDGET_BYTES = 2_000;
const FORM_SCRIPT_BUDGET_BYTES = 40_000;
const FORMS = ['/login', '/join', '/reset'];
const ON_A_WALL = 20;

describe('public pages cost little', () => {
  let stack: TestStack;
  let site: string;
  let owner: Participant;
  let [full, bare] = ['', ''];

  const withClient = async (act: (client: Awaited<ReturnType<TestStack['connect']>>) => Promise<void>) => {
    const client = await stack.connect('submission');
    try {
      await act(client);
    } finally {
      await client.end();
    }
  };

  beforeAll(async () => {
    stack = await startTestStack({ starts: ['submission'] });
    site = stack.submissionUrl;
    const { submission_url: url, participant, program_id: programId } = stack.credentials;
    owner = new Participant(url, participant.token, programId);
    for (let at = 0; at < 2 * ON_A_WALL; at += 1) bare = await owner.createProject(`Roof weather station ${at}`);
    full = await owner.createProject();
    await owner.putReadme(full, '# Weather station\n\nIt measures wind, rain and light.');
    const logs = Array.from({ length: 120 }, (_, at) => ({
      sequence: at + 1,
      title: `Day ${at}`,
      content_md: 'It **works**.',
      created_at: 1_700_000_000 + at * 86_400,
    }));
    await owner.sync({ project_id: await owner.projectId(full), new_logs: logs });
    await withClient((client) => hangPictures(client, ON_A_WALL));
  });

  afterAll(() => stack.stop());

  const paths = () => {
    const { participant, program_id: programId } = stack.credentials;
    return { programId, creator: `/creators/${participant.handle}`, program: `/programs/${programId}` };
  };
  const costOf = (path: string, headers: Record<string, string> = {}, status = 200) =>
    statementsOf(stack, async () => expect((await openPage(site, path, { headers })).status).toBe(status));
  /** As it travels. Node's fetch would unpack it. */
  const compressedAnswer = (path: string, headers: Record<string, string> = {}) =>
    new Promise<{ encoding?: string; cached?: string; vary?: string; bytes: number; text: string }>(
      (resolve, reject) => {
        const sent = get(site + path, { headers: { 'accept-encoding': 'gzip, deflate, br', ...headers } }, (answer) => {
          buffer(answer).then((body) => {
            const { 'content-encoding': encoding, 'cache-control': cached, vary } = answer.headers;
            const text = (encoding === 'br' ? brotliDecompressSync(body) : body).toString();
            resolve({ encoding, cached, vary, bytes: body.length, text });
          }, reject);
        });
        sent.on('error', reject);
      },
    );
  const NOT_MODIFIED = { 'if-none-match': '*' };

  it('reads with a fixed number of statements, and fewer if nothing has changed', async () => {
    const { creator, program } = paths();
    // Fails when a statement is added. Only pages with pictures read images. A search sets its time limit in a transaction.
    const costs: Record<string, [whole: number, notModified: number]> = {
      '/': [6, 3],
      '/?offset=20': [5, 3],
      '/?q=weather': [9, 6],
      '/programs': [2, 1],
      '/assistants': [0, 0],
      '/privacy': [1, 1],
      [program]: [5, 2],
      [creator]: [5, 2],
      [`${creator}?offset=20`]: [4, 2],
      [`/projects/${full}`]: [5, 1],
      [`/projects/${bare}`]: [5, 1],
    };
    const measured: Record<string, [number, number]> = {};
    for (const path of Object.keys(costs)) measured[path] = [await costOf(path), await costOf(path, NOT_MODIFIED, 304)];
    expect(measured).toEqual(costs);
    expect(await costOf('/?sort=oldest', {}, 400)).toBe(3);
  });

  it('has a new version when smaller copies of its pictures are made, with no statement more', async () => {
    const { creator, program } = paths();
    const shown = ['/', '/?q=weather', program, creator, `/projects/${full}`, `/projects/${full}?log=1`];
    const etagOf = async (path: string) => (await openPage(site, path)).headers.get('etag') ?? '';
    const before = new Map<string, string>();
    for (const path of shown) before.set(path, await etagOf(path));
    await withClient(makeVariants);
    for (const [path, etag] of before) {
      const { status, html } = await openPage(site, path, { headers: { 'if-none-match': etag } });
      expect([path, status]).toEqual([path, 200]);
      if (!path.includes('log=')) expect(html).toContain('image/avif');
      expect((await openPage(site, path, { headers: { 'if-none-match': await etagOf(path) } })).status).toBe(304);
    }
  });

  it('is at most 60 KB of HTML and CSS, without what participants wrote', async () => {
    const { creator, program } = paths();
    const shown = [
      '/',
      '/?q=weather',
      '/programs',
      '/assistants',
      '/imprint',
      program,
      creator,
      `/projects/${full}`,
      `/projects/${bare}`,
    ];
    const over: Record<string, number> = {};
    for (const path of [...shown, ...FORMS, '/nothing-here']) {
      const { html } = await openPage(site, path, { headers: { 'accept-language': 'zh-CN' } });
      const sheets = [...html.matchAll(/rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => href);
      const styles = await Promise.all(sheets.map(async (href) => (await fetch(site + href)).text()));
      const scripts = await Promise.all(
        [...html.matchAll(/<script type="module" src="([^"]+)"/g)].map(async ([, src]) =>
          (await fetch(site + src)).text(),
        ),
      );
      // One script: that of pages with pictures that open large, that of copy buttons, or the larger one of forms.
      const isForm = FORMS.includes(path);
      const bytes = ownBytesOf(html) + Buffer.byteLength([...styles, ...(isForm ? [] : scripts)].join(''));
      if (bytes > BUDGET_BYTES) over[path] = bytes;
      const most = isForm ? FORM_SCRIPT_BUDGET_BYTES : SCRIPT_BUDGET_BYTES;
      expect([path, scripts.length, Buffer.byteLength(scripts.join('')) < most]).toEqual([
        path,
        isForm || path.startsWith('/projects/') || path === '/assistants' ? 1 : 0,
        true,
      ]);
      expect(html).not.toMatch(
        / style=|<style|<script(?! (id="studio-facts" )?type="(application\/(ld\+)?json|module)")/,
      );
      if (path === '/') expect(html.match(/<li class="ui-card/g)).toHaveLength(ON_A_WALL);
    }
    expect(over).toEqual({});
  });

  it('travels as at most 30 KB of HTML and CSS, unless the page holds a token', async () => {
    for (const path of ['/', `/projects/${full}`]) {
      const page = await compressedAnswer(path);
      expect(page).toMatchObject({ encoding: 'br', vary: expect.stringContaining('Accept-Encoding') as string });
      const sheets = [...page.text.matchAll(/rel="stylesheet" href="([^"]+)"/g)].map(([, href = '']) => href);
      const styles = await Promise.all(sheets.map((href) => compressedAnswer(href)));
      expect(styles.map(({ encoding }) => encoding)).toEqual(sheets.map(() => 'br'));
      const bytes = [page, ...styles].reduce((sum, each) => sum + each.bytes, 0);
      expect([path, bytes <= TRAVELLING_BYTES ? 'small' : bytes]).toEqual([path, 'small']);
    }
    const api = `${site}/api/v1`;
    const cookie = await sessionCookie(api, (await register(api)).email);
    const own = await compressedAnswer(`/projects/${full}`, { cookie });
    expect([own.encoding, own.cached]).toEqual([undefined, 'private, no-cache, no-transform']);
    expect((await compressedAnswer('/login')).encoding).toBeUndefined();
    expect((await compressedAnswer(`/api/v1/projects/${full}`)).encoding).toBe('br');
    const { token } = stack.credentials.participant;
    const ofOwner = await compressedAnswer(`/api/v1/projects/${full}`, { authorization: `Bearer ${token}` });
    expect(ofOwner.encoding).toBeUndefined();
  });

  it('leads to a log wherever it is by then', async () => {
    const logsOn = async (query: string) => {
      const { html } = await openPage(site, `/projects/${full}${query}`);
      return [...html.matchAll(/ id="log-(\d+)"/g)].map(([, log]) => Number(log));
    };
    const first = await logsOn('');
    expect([first[0], first.length]).toEqual([120, 100]);
    for (const log of [120, 21]) expect(await logsOn(`?log=${log}`)).toEqual(first);
    for (const log of [20, 1]) expect((await logsOn(`?log=${log}`))[0]).toBe(log);
    for (const unknown of ['0', '121', '-1', '1e2', 'x', '99999999999'])
      expect(await logsOn(`?log=${unknown}`)).toEqual(first);
    expect(await costOf(`/projects/${full}?log=120`)).toBe(6);
    expect(await costOf(`/projects/${full}?log=3`, NOT_MODIFIED, 304)).toBe(3);
    expect((await openPage(site, '/projects/no-such-project?log=3')).status).toBe(404);
    const { html } = await openPage(site, `/projects/${full}`);
    expect(html).toContain(`href="/projects/${full}?log=120#log-120"`);
  });
});
