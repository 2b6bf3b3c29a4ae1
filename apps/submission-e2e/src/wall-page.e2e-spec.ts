import { drawImage, startTestStack, type TestStack, waitUntil } from '@shipyard/testing';
import { findingsInLook, LOOKS, sidewaysOf, startBrowser, visit } from '@shipyard/testing/browser';
import type { Browser, Page } from 'playwright-core';
import { headingOf, openPage, titleOf } from './page-client';
import { Participant } from './participant';

/** The longest texts that a project can have. */
const LONG_NAME = 'Wholehearted'.repeat(7).slice(0, 80);
const STACKED = `Z${'\u0310\u0311\u0312'.repeat(20)}algo`;

interface Hung {
  name: string;
  tagline?: string;
  tags?: string[];
  color?: string;
  status?: string;
  logs?: number;
  picture?: { width: number; height: number; color: string };
}

const HUNG: Hung[] = [
  {
    name: 'River node',
    tagline: 'A post in the river',
    tags: ['water', 'esp32'],
    color: 'sky',
    logs: 7,
    picture: { width: 800, height: 800, color: '#4a6a72' },
  },
  {
    name: 'Roof weather station',
    tagline: 'Wind, rain and three kinds of light',
    tags: ['esp32'],
    color: 'amber',
    logs: 5,
    picture: { width: 900, height: 600, color: '#c9a27c' },
  },
  {
    name: '清湖号 · 无人测水船',
    tagline: '两个浮筒、一块太阳能板，每天早上自己绕湖一圈',
    tags: ['water', '水质'],
    color: 'red',
    logs: 3,
    picture: { width: 1600, height: 900, color: '#5b8a8f' },
  },
  { name: 'Quiet doorbell', tagline: 'Blinks the lamp instead of ringing', color: 'violet', logs: 1 },
  {
    name: LONG_NAME,
    tagline: 'W'.repeat(200),
    tags: ['t'.repeat(32)],
    color: 'yellow',
    picture: { width: 60, height: 900, color: '#888888' },
  },
  {
    name: '奶奶的药盒',
    tagline: '灯亮了就吃那一格',
    color: 'emerald',
    status: 'completed',
    logs: 1,
    picture: { width: 700, height: 700, color: '#d8ddd6' },
  },
  { name: STACKED, color: 'slate' },
];

/** The last one has neither a picture nor a log. */
const NEWEST_FIRST = [...HUNG.slice(0, -1).reverse(), ...HUNG.slice(-1)].map(({ name }) => name);

describe('the wall', () => {
  let stack: TestStack;
  let site: string;
  let owner: Participant;
  let browser: Browser;
  const slugs: string[] = [];

  const hang = async ({ name, picture, logs = 0, status, ...properties }: Hung) => {
    const slug = await owner.createProject(name);
    slugs.push(slug);
    const { status: patched, text } = await owner.call('PATCH', `/projects/${slug}`, { json: properties });
    if (patched !== 200) throw new Error(text);
    if (picture) await owner.putReadme(slug, '![A picture](a.png)', { 'a.png': await drawImage(picture) });
    for (let log = 1; log <= logs; log += 1) await owner.appendLog(slug, `Day ${log}`, 'It works.');
    if (status) await owner.sync({ project_id: await owner.projectId(slug), config: { project_status: status } });
  };

  beforeAll(async () => {
    stack = await startTestStack({ starts: ['submission', 'submissionWorker'] });
    site = stack.submissionUrl;
    owner = new Participant(
      stack.credentials.submission_url,
      stack.credentials.participant.token,
      stack.credentials.program_id,
    );
    browser = await startBrowser();
  });

  afterAll(async () => {
    await browser.close();
    await stack.stop();
  });

  const open = (query = '', headers: Record<string, string> = {}) => openPage(site, `/${query}`, { headers });
  const namesOn = (html: string) =>
    [...html.matchAll(/ui-card-link" href="\/projects\/[^"]+"><bdi[^>]*>([^<]*)/g)].map(([, name]) => name);

  const findingsIn = async (look: (typeof LOOKS)[number], pages: Record<string, string>) => {
    const findings: Record<string, string[]> = {};
    await visit(browser, site, look, async (page) => {
      for (const [name, query] of Object.entries(pages)) {
        await page.goto(`${site}/${query}`);
        Object.assign(findings, await findingsInLook(page, `${name}-${look.colorScheme}-${look.locale}`));
      }
    });
    return Object.entries(findings).filter(([, found]) => found.length > 0);
  };

  describe('without a project', () => {
    it('says where the first one starts, in both languages', async () => {
      const { status, html } = await open();
      expect([status, headingOf(html), titleOf(html)]).toEqual([200, 'Projects', 'Projects · Shipyard']);
      expect(html).toMatch(
        /Nothing here yet\. <a href="\/join\?next=%2Fstudio%2Fnew">The first project starts in the studio\.<\/a>/,
      );
      expect(html).toContain('0 projects · 0 shipped');
      const chinese = (await open('', { 'accept-language': 'zh-CN' })).html;
      expect(chinese).toContain('这里还没有项目。');
      expect([html, chinese].map((text) => /class="ui-headline-lead">([^<]*)/.exec(text)?.[1])).toEqual([
        'Things people are building in one program: how they work, and what went wrong on the way.',
        '大家在 1 个活动里动手做的东西：它们怎么工作，一路上又出过什么问题。',
      ]);
    });

    it.each(LOOKS)('axe finds nothing in $locale, $colorScheme', async (look) => {
      expect(await findingsIn(look, { 'wall-empty': '' })).toEqual([]);
    });
  });

  describe('with one project', () => {
    beforeAll(() => hang(HUNG[0] ?? { name: 'River node' }));

    it.each(LOOKS)('axe finds nothing in $locale, $colorScheme', async (look) => {
      expect(await findingsIn(look, { 'wall-one': '' })).toEqual([]);
    });
  });

  describe('with projects', () => {
    beforeAll(async () => {
      for (const project of HUNG.slice(1)) await hang(project);
      await stack.query('submission', `UPDATE projects SET state = 'shipped', shipped_at = now() WHERE slug = $1`, [
        slugs[1],
      ]);
    });

    it('hangs them up newest first, empty ones last, with their names, makers, programs and counts', async () => {
      const { html } = await open();
      expect(namesOn(html)).toEqual(NEWEST_FIRST);
      expect(html).toContain('7 projects · 1 shipped');
      expect(html).toMatch(/River node.*A post in the river.*href="\/creators\/[a-z0-9-]+".*7 logs/);
      expect(html).toMatch(/Roof weather station.*5 logs · <span class="ui-card-shipped">shipped/);
      expect(html).toContain('No logs yet');
      expect(html).toContain('1–7 of 7');
      expect(html).not.toMatch(/rel="(?:prev|next)"/);
      expect(html).toMatch(/<bdi class="ui-person" lang="zh-Hans">清湖号/);
    });

    it('gives each picture its proportions and size, and each tape one tick a log', async () => {
      const { html } = await open();
      const classesOf = (name: string) =>
        new RegExp(`<li class="ui-card ([^"]*)">(?:(?!</li>).)*${name}`).exec(html)?.[1];
      expect(classesOf('River node')).toBe('ui-ratio-1-1 ui-paint-sky');
      expect(classesOf('Roof weather')).toBe('ui-ratio-3-2 ui-paint-amber');
      expect(classesOf('清湖号')).toBe('ui-ratio-16-9 ui-paint-red');
      expect(classesOf('Wholehearted')).toBe('ui-ratio-3-4 ui-paint-yellow');
      expect(html).toContain('width="1600" height="900"');
      expect(html).toContain('d="M8 4H58"');
      expect([...html.matchAll(/<img /g)].length).toBe(
        [...html.matchAll(/<img [^>]*width="\d+" height="\d+"[^>]*>/g)].length,
      );
    });

    it('offers smaller copies of the pictures as AVIF and WebP once they are made', async () => {
      const html = await waitUntil(
        async () => (await open('?sort=updated')).html,
        (page) => page.match(/image\/avif/g)?.length === 5,
      );
      const [, avif = ''] = /<source type="image\/avif" srcSet="(\/[^ ]+) /i.exec(html) ?? [];
      const copy = await fetch(site + avif);
      expect([copy.status, copy.headers.get('content-type')]).toEqual([200, 'image/avif']);
      expect(html).toMatch(/<source type="image\/webp" srcSet="[^"]+" sizes="[^"]+"/i);
      expect(html.match(/fetchPriority="high"/gi)?.length).toBeLessThanOrEqual(3);
    });

    it.each([
      { query: '?q=river', found: ['River node'], says: '1 project matches.' },
      { query: '?q=RAIN&sort=updated', found: ['Roof weather station'], says: '1 project matches.' },
      {
        query: '?q=&program=&project_status=&sort=newest',
        found: NEWEST_FIRST,
        says: '1–7 of 7',
      },
      { query: '?project_status=completed', found: ['奶奶的药盒'], says: '1 project matches.' },
      { query: '?tag=water', found: ['清湖号 · 无人测水船', 'River node'], says: '2 projects match.' },
      { query: '?tag=water&q=river', found: ['River node'], says: 'Tag: water.' },
      { query: '?utm_source=elsewhere&limit=1', found: NEWEST_FIRST, says: '1–7 of 7' },
      { query: '?q=loom', found: [], says: 'No project matches “loom”.' },
      { query: '?program=nowhere', found: [], says: 'No project matches.' },
      { query: '?offset=40', found: [], says: 'The list ends after 7 projects.' },
    ])('finds with $query', async ({ query, found, says }) => {
      const { status, html } = await open(query);
      expect([status, namesOn(html)]).toEqual([200, found]);
      expect(html).toContain(says);
    });

    it('filters by program, and keeps what was chosen in the form', async () => {
      const { html } = await open(
        `?program=${stack.credentials.program_id}&q=river&project_status=in_progress&sort=updated&tag=water`,
      );
      expect(namesOn(html)).toEqual(['River node']);
      expect(html).toMatch(/<input[^>]*name="q"[^>]*value="river"/);
      expect(html).toContain('<input type="hidden" name="tag" value="water"/>');
      for (const chosen of [stack.credentials.program_id, 'in_progress', 'updated'])
        expect(html).toMatch(new RegExp(`<option[^>]*value="${chosen}"[^>]*selected=""`));
      expect(html).toMatch(/<details class="ui-filters" open="">/);
      // The form sends its default sorting too.
      for (const query of ['?q=loom', '?q=loom&program=&project_status=&sort=newest'])
        expect((await open(query)).html).toMatch(/<details class="ui-filters"><summary/);
    });

    it('offers its feed to a reader', async () => {
      expect((await open()).html).toMatch(/<a href="\/feed\.atom"[^>]*>Follow new projects and logs/);
    });

    it('links the tags in use, most used first', async () => {
      const { html } = await open('?tag=water');
      const tags = [...html.matchAll(/class="ui-tag" href="([^"]*)"[^>]*><bdi>([^<]*)/g)].map(([, href, tag]) => [
        href,
        tag,
      ]);
      expect(tags.slice(0, 2)).toEqual([
        ['/?tag=esp32', 'esp32'],
        ['/?tag=water', 'water'],
      ]);
      expect(html.match(/class="ui-tag"[^>]*aria-current/g)).toHaveLength(1);
    });

    it.each([
      { query: `?q=${'x'.repeat(201)}&sort=updated`, field: 'q', message: 'Search for at most 200 characters' },
      { query: '?q=a&q=b', field: 'q', message: 'Search for at most 200 characters' },
      { query: '?q=%00', field: 'q', message: 'Search for at most 200 characters' },
      { query: '?sort=oldest&q=river', field: 'sort', message: 'Choose one of the listed orders.' },
      { query: '?project_status=done&q=river', field: 'project_status', message: 'Choose one of the listed kinds' },
      { query: '?program=A&q=river', field: 'program', message: 'asks for a program that cannot exist' },
      { query: `?tag=${'x'.repeat(33)}&q=river`, field: 'q', message: 'asks for a tag that cannot exist' },
      { query: '?offset=-1&q=river', field: 'q', message: 'asks for a page that cannot exist' },
      { query: '?offset=1e99&q=river', field: 'q', message: 'asks for a page that cannot exist' },
      { query: '?offset=%22%3E%3Cscript%3E', field: 'q', message: 'asks for a page that cannot exist' },
    ])('refuses $query with its reason and the form', async ({ query, field, message }) => {
      const { status, headers, html } = await open(query);
      expect([status, headers.get('etag'), titleOf(html)]).toEqual([400, null, 'Error: Projects · Shipyard']);
      expect(html).toMatch(new RegExp(`<a href="#${field}">[^<]*${message}`));
      if (query.includes('river')) expect(html).toMatch(/<input[^>]*name="q"[^>]*value="river"/);
      expect(html).toContain('noindex');
      expect(html).not.toMatch(/<script>/);
    });

    it('escapes what was searched for', async () => {
      const { html } = await open(`?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
      expect(html).not.toContain('<script>alert');
      expect(html).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
    });

    it('is indexed, and searches and deep pages are not', async () => {
      const { html } = await open();
      expect(html).not.toContain('noindex');
      expect(html).toContain(`<link rel="canonical" href="${site}/"/>`);
      expect(html).toContain('<meta property="og:title" content="Projects · Shipyard"/>');
      expect(html).toMatch(/<link rel="alternate" type="application\/atom\+xml"[^>]*href="\/feed\.atom"/);
      const [, data = ''] = /ld\+json">(.*?)<\/script>/.exec(html) ?? [];
      expect(JSON.parse(data)).toMatchObject({ '@type': 'WebSite', url: `${site}/` });
      for (const query of ['?q=river', '?tag=water', '?offset=1', '?sort=updated'])
        expect((await open(query)).html).toContain('<meta name="robots" content="noindex"/>');
      expect((await open('?q=river&program=&offset=0')).html).toContain(
        `<link rel="canonical" href="${site}/?q=river"/>`,
      );
    });

    it('answers 304 until something on it changes', async () => {
      const etag = (await open()).headers.get('etag') ?? '';
      const again = await open('', { 'if-none-match': etag });
      expect([again.status, again.html, again.headers.get('cache-control')]).toEqual([304, '', 'private, no-cache']);
      expect((await open('', { 'if-none-match': etag, 'accept-language': 'zh-CN' })).status).toBe(200);
      await owner.call('PATCH', `/projects/${slugs[3]}`, { json: { tagline: 'Blinks twice' } });
      expect((await open('', { 'if-none-match': etag })).status).toBe(200);
    });

    it('does not show what is not public', async () => {
      for (const visibility of ['private', 'unlisted']) {
        await owner.call('PATCH', `/projects/${slugs[0]}`, { json: { visibility } });
        const { html } = await open();
        expect(html).not.toContain('River node');
        expect(html).toContain('6 projects');
      }
      await owner.call('PATCH', `/projects/${slugs[0]}`, { json: { visibility: 'public' } });
    });

    it.each(LOOKS)('axe finds nothing in $locale, $colorScheme', async (look) => {
      const pages = {
        wall: '',
        'wall-search': '?q=river&sort=updated',
        'wall-no-match': '?q=loom',
        'wall-refused': '?sort=oldest&q=river',
      };
      expect(await findingsIn(look, pages)).toEqual([]);
    });

    it('scrolls nowhere sideways, at any width and with wide text spacing', async () => {
      const wide: string[] = [];
      await visit(browser, site, { locale: 'en' }, async (page) => {
        await page.goto(site);
        for (const width of [320, 390, 640, 768, 899, 900, 1180, 1440, 1920])
          wide.push(...(await sidewaysOf(page, width)));
      });
      expect(wide).toEqual([]);
    });

    it('pictures of a row end at one height', async () => {
      await visit(browser, site, {}, async (page) => {
        await page.goto(site);
        for (const width of [768, 1024, 1440]) {
          await page.setViewportSize({ width, height: 900 });
          const rows = await page.evaluate<Record<string, number[]>>(`(() => {
            const rows = {};
            for (const hung of document.querySelectorAll('.ui-card-image, .ui-card-plate')) {
              const { top, bottom } = hung.getBoundingClientRect();
              (rows[Math.round(top)] ??= []).push(bottom);
            }
            return rows;
          })()`);
          const spread = Object.values(rows).map((bottoms) => Math.max(...bottoms) - Math.min(...bottoms));
          expect(Math.max(...spread)).toBeLessThan(2);
          expect(Math.max(...Object.values(rows).map(({ length }) => length))).toBeGreaterThan(1);
        }
      });
    });

    it('is searched and opened without JavaScript, on a phone, with the keyboard', async () => {
      const follow = async (page: Page, act: () => Promise<void>) => {
        const loaded = page.waitForEvent('load');
        await act();
        await loaded;
      };
      await visit(
        browser,
        site,
        { javaScriptEnabled: false, viewport: { width: 390, height: 800 }, locale: 'en' },
        async (page) => {
          await page.goto(site);
          await page.getByLabel('Name, tagline or tag').fill('river');
          await page.getByText('Filter', { exact: true }).press('Enter');
          await page.getByLabel('Order').selectOption('Last changed first');
          await follow(page, () => page.getByLabel('Name, tagline or tag').press('Enter'));
          expect(new URL(page.url()).search).toContain('q=river');
          expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['River node']);
          expect(await page.getByRole('link', { name: 'River node' }).getAttribute('href')).toBe(
            `/projects/${slugs[0]}`,
          );
          await follow(page, () => page.getByRole('link', { name: 'Show all.' }).click());
          expect(page.url()).toBe(`${site}/`);
        },
      );
    });
  });

  describe('with more projects than a page holds', () => {
    beforeAll(async () => {
      for (let at = 0; at < 40; at += 1) slugs.push(await owner.createProject(`Number ${at + 1}`));
    });

    it('leads through all of them by links', async () => {
      const seen: (string | undefined)[] = [];
      const ranges: (string | undefined)[] = [];
      for (let address: string | undefined = ''; address !== undefined;) {
        const { html }: { html: string } = await open(address);
        seen.push(...namesOn(html));
        ranges.push(/<p class="ui-count">([^<]*)/.exec(html)?.[1]);
        address = /href="\/([^"]*)" rel="next"/.exec(html)?.[1];
      }
      expect(ranges).toEqual(['1–20 of 47', '21–40 of 47', '41–47 of 47']);
      expect([seen.length, new Set(seen).size]).toEqual([47, 47]);
      const back = (await open('?offset=30&sort=updated')).html;
      expect(back).toMatch(/href="\/\?sort=updated&amp;offset=10" rel="prev">Newer</);
      expect((await open('?offset=10')).html).toMatch(/href="\/" rel="prev">Newer</);
    });

    it('shows the picture of a log where the README has none, and all that is filled before what is empty', async () => {
      const slug = await owner.createProject('Only a log');
      await owner.appendLog(slug, 'Day 1', 'It works.', [await drawImage({ width: 900, height: 600 })]);
      await owner.createProject('Number 41');
      for (const query of ['', '?sort=updated']) {
        const { html } = await open(query);
        expect(namesOn(html).slice(0, 8)).toEqual(expect.arrayContaining(['Only a log', ...NEWEST_FIRST.slice(0, -1)]));
        expect(html).toMatch(/<li class="ui-card ui-ratio-3-2 [^"]*">(?:(?!<\/li>).)*<img (?:(?!<\/li>).)*Only a log/);
      }
      // The lists of the API keep their order.
      const { body } = await owner.call<{ projects: { name: string }[] }>('GET', '/projects?limit=2');
      expect(body.data.projects.map(({ name }) => name)).toEqual(['Number 41', 'Only a log']);
    });

    it.each(LOOKS)('axe finds nothing in $locale, $colorScheme', async (look) => {
      expect(await findingsIn(look, { 'wall-many': '?offset=20' })).toEqual([]);
    });
  });
});
