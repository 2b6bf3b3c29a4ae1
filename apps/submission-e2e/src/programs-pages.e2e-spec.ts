import { randomUUID } from 'node:crypto';
import { drawImage, sharedStack, waitUntil } from '@shipyard/testing';
import { findingsInLook, LOOKS, sidewaysOf, startBrowser, visit } from '@shipyard/testing/browser';
import type { Browser, Page } from 'playwright-core';
import { PASSWORD, register } from './newcomer';
import { headingOf, openPage, titleOf } from './page-client';
import { Participant } from './participant';
import { staffParty } from './staff-party';

const DAY_MS = 86_400_000;
const fromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

describe('the pages of programs and creators', () => {
  const stack = sharedStack();
  const { admin } = staffParty(stack);
  const site = stack.submissionUrl;
  const url = stack.credentials.submission_url;
  const newId = () => `p-${randomUUID().slice(0, 12)}`;
  const [open, upcoming, ended, closed, bare, entered] = [newId(), newId(), newId(), newId(), newId(), newId()];
  let browser: Browser;
  let maker: Participant;
  let handle: string;
  let emptyHandle: string;

  const addProgram = async (id: string, fields: object) => {
    const { status, text } = await admin.call('POST', '/admin/programs', {
      json: { id, name: `Program ${id}`, ...fields },
    });
    if (status !== 201) throw new Error(text);
  };
  beforeAll(async () => {
    await addProgram(open, {
      name: '河与雨 2026 · River and Rain',
      tagline: 'Measure the water where you live',
      description_md:
        '# Why\n\nRivers **rise**. `code` and a [link](https://example.com).\n\n| a | b |\n|---|---|\n| 1 | 2 |',
      starts_at: fromNow(-30),
      ends_at: fromNow(40),
      logs_required: 3,
      interview_questions: 4,
      prize: { name: 'A soldering station', hardware: true },
    });
    await admin.call('PUT', `/admin/programs/${open}/docs/rules`, {
      json: { title: 'Rules of the river', url: 'https://example.com/rules' },
    });
    await addProgram(upcoming, { starts_at: fromNow(10), interview_questions: 0 });
    await addProgram(ended, {
      starts_at: fromNow(-400),
      ends_at: fromNow(-2),
      prize: { name: 'A badge', hardware: false },
    });
    await addProgram(closed, { closed: true, name: 'W'.repeat(80), tagline: 'W'.repeat(200) });
    await addProgram(bare, {});
    await addProgram(entered, {});
    const [person, nobody] = [await register(url), await register(url)];
    [handle, emptyHandle] = [person.handle, nobody.handle];
    maker = new Participant(url, person.token, open);
    await maker.call('PATCH', '/accounts/me', {
      json: { display_name: '诺尔 Noor', bio: 'I build <b>things</b> that measure water.' },
    });
    for (let at = 1; at <= 21; at += 1) await maker.createProject(`Gauge ${at}`);
    const slug = await maker.createProject('Gauge with a picture');
    await maker.putReadme(slug, '![A](a.png)', { 'a.png': await drawImage({ width: 640, height: 480 }) });
    browser = await startBrowser();
  });

  afterAll(() => browser.close());

  const headersOf = (language: string) => ({ headers: { 'accept-language': language } });
  const rowOf = (html: string, id: string) =>
    new RegExp(`<li class="ui-program">(?:(?!</li>).)*/programs/${id}"(?:(?!</li>).)*</li>`, 's').exec(html)?.[0];

  it('list each program with its dates, prize, projects and state', async () => {
    const { status, html } = await openPage(site, '/programs');
    expect([status, headingOf(html), titleOf(html)]).toEqual([200, 'Programs', 'Programs · Shipyard']);
    expect(rowOf(html, open)).toMatch(/River and Rain.*Measure the water.*Open.*A soldering station.*22 projects/s);
    expect(rowOf(html, upcoming)).toMatch(/Opens on \d+ \w+ \d{4}.*From \d+ \w{3} \d{4}.*None.*0 projects/s);
    expect(rowOf(html, ended)).toMatch(/Closed on \d+ \w+ \d{4}.*A badge/s);
    expect(rowOf(html, closed)).toMatch(/<span class="ui-program-state">Closed<.*No first or last day/s);
    const places = [open, upcoming, closed, ended].map((id) => html.indexOf(`/programs/${id}"`));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect((await openPage(site, '/programs', headersOf('zh-CN'))).html).toMatch(/进行中.*22 个项目/s);
  });

  it('say of a program what it asks, and lead to a project in it', async () => {
    const { status, html } = await openPage(site, `/programs/${open}`);
    expect([status, titleOf(html)]).toEqual([200, '河与雨 2026 · River and Rain · Shipyard']);
    expect(html).toMatch(
      /A soldering station, sent by post.*At least 3 before a review.*4 questions, after the review/s,
    );
    expect(html).toMatch(/<h1[^>]*><bdi[^>]*lang="zh-Hans">河与雨/);
    expect(html).toContain('41 days left');
    expect(html).toContain('ui-rule-today');
    expect(html).toMatch(
      new RegExp(
        `class="ui-button ui-button-primary" href="/join\\?next=%2Fstudio%2Fnew%3Fprogram%3D${open}">Start a project here<`,
      ),
    );
    expect(html).toMatch(/<div class="ui-md">.*<strong>rise<\/strong>/s);
    expect(html).toMatch(/href="https:\/\/example\.com\/rules"[^>]*>.*Rules of the river/);
    expect(html.match(/<li class="ui-card/g)).toHaveLength(20);
    expect(html).toMatch(new RegExp(`href="/\\?program=${open}">All 22 projects<`));
    expect(html).toContain('Gauge with a picture');
    expect(html).not.toContain('noindex');
    expect(html).toContain(`<link rel="canonical" href="${site}/programs/${open}"/>`);
  });

  it.each([
    { what: 'a program to come', id: upcoming, says: /Opens in 1\d days.*/ },
    { what: 'a program that has ended', id: ended, says: /Closed on \d+ \w+ \d{4}/ },
    { what: 'a program that staff have closed', id: closed, says: />Closed</ },
  ])('offer no start in $what', async ({ id, says }) => {
    const { html } = await openPage(site, `/programs/${id}`);
    if (id !== upcoming) expect(html).toMatch(says);
    expect(html).not.toMatch(/\/studio\/new\?|studio%2Fnew/);
    expect(html).toContain('No public project.');
    expect(html).not.toContain('ui-rule-today');
  });

  describe('lead a stranger into a project', () => {
    const look = { locale: 'zh-CN', viewport: { width: 390, height: 844 } };
    const start = async (page: Page) => {
      await page.goto(`${site}/programs/${entered}`);
      await page.getByRole('link', { name: '在这里新建项目' }).click();
      await page.getByRole('heading', { level: 1, name: '注册' }).waitFor();
    };
    const isChosen = (page: Page) => page.isChecked(`input[name="program_id"][value="${entered}"]`);

    it.each([true, false])(
      'by joining first, with the program and a Chinese name that becomes a web address: %s',
      async (javaScriptEnabled) => {
        await visit(browser, site, { ...look, javaScriptEnabled }, async (page) => {
          await start(page);
          const newHandle = `p-${randomUUID().slice(0, 20)}`;
          await page.fill('#display_name', '小雨');
          await page.fill('#handle', newHandle);
          await page.fill('#email', `${newHandle}@example.com`);
          await page.fill('#password', PASSWORD);
          await page.fill('#birth_date', '2000-01-31');
          await page.click('main form button[type=submit]');
          await page.waitForURL(`${site}/studio/new?program=${entered}`);
          expect(await isChosen(page)).toBe(true);
          const name = `清湖号${[...newHandle].map((letter) => '零一二三四五六七八九甲乙丙丁戊己'[parseInt(letter, 16)] ?? '').join('')}`;
          if (javaScriptEnabled) {
            await page.locator('#name').pressSequentially(name);
            await page.getByText('这个网址可以用。').waitFor();
          } else {
            await page.fill('#name', name);
            await page.click('main form button[type=submit]');
          }
          expect(await page.inputValue('#slug')).toMatch(/^qing-hu-hao(-[a-z]+)+$/);
          const slug = await page.inputValue('#slug');
          await page.click('main form button[type=submit]');
          await page.waitForURL(`${site}/studio/projects/${slug}`);
        });
      },
    );

    it('by logging in as the second choice, with the program, whatever was left unsent before', async () => {
      const { email } = await register(url);
      await visit(browser, site, look, async (page) => {
        await start(page);
        await page.locator('main .ui-links').getByRole('link', { name: '登录' }).click();
        await page.fill('#email', email);
        await page.fill('#password', PASSWORD);
        await page.click('main form button[type=submit]');
        await page.waitForURL(`${site}/studio/new?program=${entered}`);
        expect(await isChosen(page)).toBe(true);
        await page.goto(`${site}/studio/new`);
        await page.check(`input[name="program_id"][value="${open}"]`);
        await page.locator('.ui-draft-note', { hasText: /\S/ }).waitFor();
        await page.goto(`${site}/studio/new?program=${entered}`);
        expect(await isChosen(page)).toBe(true);
      });
    });
  });

  it('invite to be the first, and leave out what a program does not have', async () => {
    const { html } = await openPage(site, `/programs/${bare}`);
    expect(html).toContain('Be the first.');
    expect(html).not.toMatch(/About this program|Documents|ui-rule/);
    // It has no tagline, and search engines still get a sentence.
    expect(html).toMatch(/<meta name="description" content="[^"]+"/);
  });

  it.each([
    '/programs/nowhere',
    '/programs/%00',
    '/programs/A',
    '/creators/nobody-at-all',
    '/creators/%00',
    '/creators/A',
  ])('answer %s with a page that says so', async (path) => {
    const { status, html, headers } = await openPage(site, path);
    expect([status, headers.get('content-type'), headers.get('etag')]).toEqual([404, 'text/html; charset=utf-8', null]);
    expect(headingOf(html)).toBe('There is no such page, or it is private');
    expect(html).toContain('noindex');
  });

  it('show a creator with bio, time and projects, page by page', async () => {
    const { status, html } = await openPage(site, `/creators/${handle}`);
    expect([status, titleOf(html)]).toEqual([200, '诺尔 Noor · Shipyard']);
    expect(html).toContain(`@${handle}`);
    expect(html).toContain('I build &lt;b&gt;things&lt;/b&gt; that measure water.');
    expect(html).toMatch(/Here since \w{3} \d{4}/);
    expect(html).toContain('22 public projects');
    expect(html.match(/<li class="ui-card/g)).toHaveLength(20);
    expect(html).toContain(`href="/programs/${open}"`);
    const second = await openPage(site, `/creators/${handle}?offset=20`);
    expect(second.html.match(/<li class="ui-card/g)).toHaveLength(2);
    expect(second.html).toContain('21–22 of 22');
    expect(second.html).toContain('noindex');
    expect((await openPage(site, `/creators/${handle}?offset=40`)).html).toContain('The list ends after 22 projects.');
    for (const offset of ['-1', 'x', '1&offset=2', '9'.repeat(400)])
      expect((await openPage(site, `/creators/${handle}?offset=${offset}`)).html).toContain('1–20 of 22');
    expect((await openPage(site, `/creators/${emptyHandle}`)).html).toContain('No public project.');
  });

  it('forget a creator who deleted the account, and link nobody from the projects that stay', async () => {
    const gone = await register(url);
    const leaving = new Participant(url, gone.token, bare);
    const slug = await leaving.createProject('Left behind');
    expect((await openPage(site, `/creators/${gone.handle}`)).status).toBe(200);
    expect(
      (await leaving.call('DELETE', '/accounts/me', { json: { projects: 'anonymise', current_password: PASSWORD } }))
        .status,
    ).toBe(200);
    const { html } = await waitUntil(
      () => openPage(site, `/programs/${bare}`),
      (page) => page.html.includes('Anonymous'),
    );
    expect(html).toContain(`/projects/${slug}"`);
    expect(html).not.toContain('/creators/');
    expect((await openPage(site, `/creators/${gone.handle}`)).status).toBe(404);
  });

  it('answer 304 until something changes', async () => {
    // Smaller copies of pictures change the pages when they are made.
    await waitUntil(
      () =>
        stack.query(
          'submission',
          `SELECT FROM asset_variant_tasks task JOIN assets asset ON asset.id = task.asset_id JOIN projects project ON project.id = asset.project_id
           WHERE project.program_id = $1 AND task.status = 'pending'`,
          [open],
        ),
      (pending) => pending.length === 0,
    );
    for (const path of ['/programs', `/programs/${open}`, `/creators/${handle}`]) {
      const etag = (await openPage(site, path)).headers.get('etag') ?? '';
      const again = await openPage(site, path, { headers: { 'if-none-match': etag } });
      expect([path, again.status, again.html]).toEqual([path, 304, '']);
      await admin.call('PATCH', `/admin/programs/${open}`, { json: { tagline: `Measure the water ${path}` } });
      expect([path, (await openPage(site, path, { headers: { 'if-none-match': etag } })).status]).toEqual([path, 200]);
    }
  });

  const pages = () => ({
    programs: '/programs',
    program: `/programs/${open}`,
    'program-bare': `/programs/${bare}`,
    'program-ended': `/programs/${ended}`,
    'program-long': `/programs/${closed}`,
    creator: `/creators/${handle}`,
    'creator-empty': `/creators/${emptyHandle}`,
  });

  it.each(LOOKS)('axe finds nothing in $locale, $colorScheme, and nothing scrolls sideways', async (look) => {
    const findings: Record<string, string[]> = {};
    await visit(browser, site, look, async (page) => {
      for (const [name, path] of Object.entries(pages())) {
        await page.goto(site + path);
        Object.assign(findings, await findingsInLook(page, `${name}-${look.colorScheme}-${look.locale}`));
        if (look !== LOOKS[0]) continue;
        for (const width of [640, 768, 900, 1180]) findings[`${name}-${width}`] = await sidewaysOf(page, width);
      }
    });
    expect(Object.entries(findings).filter(([, found]) => found.length > 0)).toEqual([]);
  });
});
