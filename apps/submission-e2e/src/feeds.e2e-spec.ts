import { drawImage, sharedStack, waitUntil } from '@shipyard/testing';
import { startBrowser } from '@shipyard/testing/browser';
import type { Browser, Page } from 'playwright-core';
import { Participant } from './participant';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

interface Entry {
  id: string;
  title: string;
  url: string;
  author: string;
  authorUrl: string;
  published: string;
  updated: string;
  text: string;
  tags: string[];
}

interface Feed {
  error: string | null;
  root: string;
  namespace: string | null;
  id: string;
  title: string;
  updated: string;
  links: Record<string, string>;
  entries: Entry[];
}

/** Read by the XML parser of a browser, which refuses what is not well-formed. */
const ABOUT_THE_SITE = ['/about', '/rules', '/privacy', '/parents', '/imprint', '/contact'];
const OWN_PATHS = ['/', '/programs', '/assistants', ...ABOUT_THE_SITE];

describe('feeds, sitemap and robots', () => {
  const stack = sharedStack();
  const { credentials } = stack;
  const site = new URL(credentials.submission_url).origin;
  const owner = new Participant(credentials.submission_url, credentials.participant.token, credentials.program_id);
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    browser = await startBrowser();
    page = await browser.newPage();
  });

  afterAll(() => browser.close());

  const fetchText = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const response = await fetch(site + path, { headers, method });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const readThrice = async (path: string) => {
    const first = await fetchText(path);
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    return { first, headers, again: await fetchText(path, headers), head: await fetchText(path, {}, 'HEAD') };
  };
  const read = async (path: string) => {
    const { status, headers, text } = await fetchText(path);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8']);
    return parseFeed(text);
  };
  const parseFeed = (xml: string): Promise<Feed> =>
    page.evaluate((source) => {
      const document = new DOMParser().parseFromString(source, 'application/xml');
      const of = (element: Element, name: string) =>
        [...element.children].find((child) => child.localName === name)?.textContent ?? '';
      const linksOf = (element: Element) =>
        Object.fromEntries(
          [...element.children]
            .filter(({ localName }) => localName === 'link')
            .map((link) => [link.getAttribute('rel') ?? '', link.getAttribute('href') ?? '']),
        );
      const root = document.documentElement;
      const entries = [...root.children].filter(({ localName }) => localName === 'entry');
      return {
        error: document.querySelector('parsererror')?.textContent ?? null,
        root: root.localName,
        namespace: root.namespaceURI,
        id: of(root, 'id'),
        title: of(root, 'title'),
        updated: of(root, 'updated'),
        links: linksOf(root),
        entries: entries.map((entry) => {
          const author = [...entry.children].find(({ localName }) => localName === 'author') ?? entry;
          return {
            id: of(entry, 'id'),
            title: of(entry, 'title'),
            url: linksOf(entry).alternate ?? '',
            author: of(author, 'name'),
            authorUrl: of(author, 'uri'),
            published: of(entry, 'published'),
            updated: of(entry, 'updated'),
            text: of(entry, 'summary') + of(entry, 'content'),
            tags: [...entry.children].flatMap((child) =>
              child.localName === 'category' ? [child.getAttribute('term') ?? ''] : [],
            ),
          };
        }),
      };
    }, xml);
  const urlsOf = (xml: string) =>
    page.evaluate((source) => {
      const document = new DOMParser().parseFromString(source, 'application/xml');
      const children = [...document.documentElement.children];
      return {
        error: document.querySelector('parsererror')?.textContent ?? null,
        root: document.documentElement.localName,
        namespace: document.documentElement.namespaceURI,
        urls: children.map((child) => child.querySelector('loc')?.textContent ?? ''),
        changes: children.map((child) => child.querySelector('lastmod')?.textContent ?? ''),
      };
    }, xml);
  const patch = (slug: string, json: object) => owner.call('PATCH', `/projects/${slug}`, { json });
  const logFeed = (slug: string) => `/projects/${slug}/feed.atom`;

  it('lists the newest public projects and logs of the wall, with absolute URLs', async () => {
    const name = `A & <b> "c" 'd' ]]> \u{1f6f0} ${Date.now()}`;
    const slug = await owner.createProject(name);
    await patch(slug, { tagline: 'It says <hello> & waits', tags: ['a & b', 'c'] });
    await owner.appendLog(slug, 'First <light>', `It works.\u0001\ufffe ${'x'.repeat(600)}`);
    const feed = await read('/feed.atom');
    expect(feed).toMatchObject({
      error: null,
      root: 'feed',
      namespace: 'http://www.w3.org/2005/Atom',
      id: `${site}/feed.atom`,
      links: { self: `${site}/feed.atom`, alternate: `${site}/` },
      updated: feed.entries[0]?.updated,
    });
    const mine = feed.entries.filter(({ url }) => url.startsWith(`${site}/projects/${slug}`));
    const author = { authorUrl: `${site}/creators/${credentials.participant.handle}`, tags: ['a & b', 'c'] };
    expect(mine).toMatchObject([
      {
        ...author,
        title: `${name}: First <light>`,
        url: `${site}/projects/${slug}?log=1#log-1`,
        text: expect.stringMatching(/^It works\.\ufffd\ufffd x{480,490}$/) as string,
      },
      { ...author, title: name, url: `${site}/projects/${slug}`, text: 'It says <hello> & waits' },
    ]);
    for (const { id, published, updated } of feed.entries) {
      expect(id).toMatch(/^urn:uuid:[0-9a-f-]{36}$/);
      expect([published, updated]).toEqual([expect.stringMatching(TIME), published]);
    }
    const times = feed.entries.map(({ updated }) => updated);
    expect(times).toEqual([...times].sort().reverse());
    expect(new Set(feed.entries.map(({ id }) => id)).size).toBe(feed.entries.length);
    expect(feed.entries.length).toBeLessThanOrEqual(50);
  });

  it('lists the logs of a project, newest first, with their images and without removed ones', async () => {
    const slug = await owner.createProject('Lamp');
    const { url, file_id: fileId } = (await owner.uploadAsset(await owner.projectId(slug), await drawImage())).body
      .data;
    await owner.sync({
      project_id: await owner.projectId(slug),
      new_logs: [
        { sequence: 5, title: 'Old', content_md: 'a', created_at: 1_600_000_000 },
        { sequence: 2, title: 'New', content_md: `**b** ![c > d](${fileId}) [e](/projects/f)` },
        { sequence: 3, title: 'Bad', content_md: 'g' },
      ],
    });
    const removal = await fetch(`${site}/api/v1/admin/projects/${slug}/logs/3`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${credentials.staff.reviewer}`, 'content-type': 'application/json' },
      body: JSON.stringify({ reason: 'Spam' }),
    });
    expect(removal.status).toBe(200);
    const feed = await read(logFeed(slug));
    expect(feed).toMatchObject({
      error: null,
      id: `${site}${logFeed(slug)}`,
      title: 'Logs of Lamp',
      links: { self: `${site}${logFeed(slug)}`, alternate: `${site}/projects/${slug}` },
      updated: feed.entries[0]?.updated,
    });
    expect(feed.entries.map(({ title, url: link }) => [title, link])).toEqual([
      ['New', `${site}/projects/${slug}?log=2#log-2`],
      ['Old', `${site}/projects/${slug}?log=5#log-5`],
    ]);
    expect(feed.entries[1]?.published).toBe('2020-09-13T12:26:40.000Z');
    expect(feed.entries[0]?.text).toMatch(/^<p><strong>b<\/strong>/);
    expect(feed.entries[0]?.text).toContain(`src="${new URL(url, site).href}"`);
    expect(feed.entries[0]?.text).toContain(`href="${site}/projects/f"`);
  });

  it('is a feed without entries for a project without logs', async () => {
    const slug = await owner.createProject();
    const feed = await read(logFeed(slug));
    expect([feed.error, feed.entries]).toEqual([null, []]);
    expect(feed.updated).toMatch(TIME);
  });

  it('serves the feed of an unlisted project at its address alone', async () => {
    const slug = await owner.createProject();
    const { log } = (await owner.appendLog(slug, 'Quiet', 'a', [await drawImage()], ['A "lamp"'])).body.data;
    await patch(slug, { visibility: 'unlisted' });
    const { status, headers } = await fetchText(logFeed(slug));
    expect([status, headers.get('x-robots-tag')]).toEqual([200, 'noindex']);
    expect((await read(logFeed(slug))).entries[0]?.text).toContain(
      `<img src="${site}${log.image_urls[0] ?? ''}" alt="A &quot;lamp&quot;" />`,
    );
    for (const path of ['/feed.atom', '/sitemap.xml']) expect((await fetchText(path)).text).not.toContain(slug);
  });

  it('answers a private, a hidden and an absent project alike, its owner and staff too', async () => {
    const [hidden, taken] = [await owner.createProject(), await owner.createProject()];
    for (const slug of [hidden, taken]) await owner.appendLog(slug, 'Secret', 'a');
    await patch(hidden, { visibility: 'private' });
    const taking = await fetch(`${site}/api/v1/admin/projects/${taken}/hide`, {
      method: 'POST',
      headers: { authorization: `Bearer ${credentials.staff.reviewer}`, 'content-type': 'application/json' },
      body: JSON.stringify({ reason: 'Spam' }),
    });
    expect(taking.ok).toBe(true);
    const headers = { 'x-request-id': 'same' };
    const bodies = new Set<string>();
    for (const slug of [hidden, taken, 'nowhere', 'NOT a slug', '%00'])
      for (const token of [undefined, credentials.participant.token, credentials.staff.reviewer]) {
        const authorization = token && { authorization: `Bearer ${token}` };
        const { status, text } = await fetchText(logFeed(encodeURIComponent(slug)), { ...headers, ...authorization });
        expect([slug, status]).toEqual([slug, 404]);
        bodies.add(text.replaceAll(encodeURIComponent(slug), 'SLUG'));
      }
    expect(bodies.size).toBe(1);
    for (const path of ['/feed.atom', '/sitemap.xml'])
      for (const slug of [hidden, taken]) expect((await fetchText(path)).text).not.toContain(slug);
  });

  it('lists public projects, programs and creators in the sitemap, and the site itself', async () => {
    const slug = await owner.createProject();
    const { headers, text } = await fetchText('/sitemap.xml');
    expect(headers.get('content-type')).toBe('application/xml; charset=utf-8');
    const sitemap = await urlsOf(text);
    expect([sitemap.error, sitemap.root, sitemap.namespace]).toEqual([
      null,
      'urlset',
      'http://www.sitemaps.org/schemas/sitemap/0.9',
    ]);
    const expected = await stack.query(
      'submission',
      `WITH unindexed AS (
         SELECT id FROM accounts LEFT JOIN guardians ON account_id = id
         WHERE birth_date > (now() AT TIME ZONE 'UTC')::date - interval '16 years'
           AND NOT (coalesce(indexing, false) AND agreed_at IS NOT NULL AND withdrawn_at IS NULL)
       ), shown AS (
         SELECT slug, owner_id FROM projects
         WHERE visibility = 'public' AND owner_id NOT IN (SELECT id FROM unindexed)
       )
       SELECT '/programs/' || id AS path FROM programs
       UNION ALL SELECT '/creators/' || handle FROM accounts
         WHERE deleted_at IS NULL AND id IN (SELECT owner_id FROM shown)
       UNION ALL SELECT '/projects/' || slug FROM shown`,
    );
    expect([...sitemap.urls].sort()).toEqual(
      [...OWN_PATHS, ...expected.map(({ path }) => String(path))].map((path) => site + path).sort(),
    );
    const changedAt = sitemap.changes[sitemap.urls.indexOf(`${site}/projects/${slug}`)];
    expect(changedAt).toMatch(TIME);
    expect((await fetchText('/sitemap-1.xml')).text).toBe(text);
    for (const part of ['2', '0', '01', 'x', '99999999'])
      expect((await fetchText(`/sitemap-${part}.xml`)).status).toBe(404);
  });

  it('lets robots read pages and images, and names the sitemap', async () => {
    const { status, headers, text } = await fetchText('/robots.txt');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const lines = text.split('\n');
    expect(lines[0]).toBe('User-agent: *');
    expect(lines).toEqual(expect.arrayContaining([`Sitemap: ${site}/sitemap.xml`, 'Disallow: /studio']));
    expect(lines).not.toContain('Disallow: /');
  });

  it('answers 304 until something changes, and lets anyone read', async () => {
    const slug = await owner.createProject();
    for (const path of ['/feed.atom', logFeed(slug), '/sitemap.xml']) {
      // Other suites make projects on this stack, so the site's own lists may change between two reads.
      const { first, headers, again, head } = await waitUntil(
        () => readThrice(path),
        (reads) => reads.again.status === 304 && reads.head.headers.get('etag') === reads.headers['if-none-match'],
      );
      expect(first.headers.get('cache-control')).toMatch(/^public, max-age=\d+$/);
      expect(first.headers.get('access-control-allow-origin')).toBe('*');
      expect(first.headers.get('x-content-type-options')).toBe('nosniff');
      expect([path, again.text, head.status, head.text]).toEqual([path, '', 200, '']);
      await owner.appendLog(slug, path, 'a');
      expect([path, (await fetchText(path, headers)).status]).toEqual([path, 200]);
    }
    const robots = (await fetchText('/robots.txt')).headers.get('etag') ?? '';
    expect((await fetchText('/robots.txt', { 'if-none-match': robots })).status).toBe(304);
  });
});
