import { drawImage, sharedStack } from '@shipyard/testing';
import { AccountHolder } from './account-holder';
import { headingOf, openPage, titleOf } from './page-client';
import { demoPeople, LONG_README } from './participant';

describe('the page of a project', () => {
  const stack = sharedStack();
  const { submissionUrl: site } = stack;
  const { owner, admin } = demoPeople(stack);
  const { participant } = stack.credentials;
  const open = (slug: string, headers: Record<string, string> = {}, query = '') =>
    openPage(site, `/projects/${slug}${query}`, { headers });
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

  /** One log on each of these days after the first. */
  const writeLogs = async (slug: string, days: number[]) =>
    owner.sync({
      project_id: await owner.projectId(slug),
      new_logs: days.map((day, at) => ({
        sequence: at + 1,
        title: `Log on day ${day}`,
        content_md: 'Text.',
        created_at: 1_700_000_000 + day * 86_400,
      })),
    });

  it('is the url of its record, and shows name, README, logs and who built it', async () => {
    const slug = await owner.createReadyProject(LONG_README);
    const { body } = await owner.call<{ url: string; creator: { display_name: string } }>('GET', `/projects/${slug}`);
    const { status, html, headers } = await openPage(site, body.data.url);
    expect([status, titleOf(html)]).toEqual([200, 'Weather station · Shipyard']);
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(html).toContain(`README by ${body.data.creator.display_name}`);
    expect(html).toContain('<h2 id="user-content-weather-station">');
    expect(html.indexOf('id="log-2"')).toBeGreaterThan(0);
    expect(html.indexOf('id="log-2"')).toBeLessThan(html.indexOf('id="log-1"'));
    expect(html).toContain(`href="/creators/${participant.handle}"`);
    expect(html).toContain('2 logs in 1 day');
    expect(html).not.toMatch(/<style|style=|<base|\son\w+="/);
    const [, integrity] =
      /<script type="module" src="\/studio-files\/[^"]+" integrity="(sha256-[^"]+)">/.exec(html) ?? [];
    expect(headers.get('content-security-policy')).toContain(`default-src 'none'; script-src '${integrity}' `);
  });

  it('leads to the files of its pictures, which a script opens on the page', async () => {
    const slug = await owner.createProject();
    const picture = await drawImage({ width: 640, height: 480 });
    await owner.putReadme(slug, 'See ![[head] The station](station.png)', { 'station.png': picture });
    await owner.appendLog(slug, 'First day', 'It stands.', [picture]);
    const { html } = await open(slug);
    const links = [...html.matchAll(/<a (?:class="[\w-]+" )?href="([^"]+)" data-large="">/g)].map(
      ([, href = '']) => href,
    );
    expect(links).toHaveLength(3);
    for (const href of links) {
      const file = await fetch(site + href);
      expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png']);
    }
  });

  it('leads to the first log without the script that plays the log', async () => {
    const slug = await owner.createProject();
    const picture = await drawImage({ width: 64, height: 64 });
    await owner.appendLog(slug, 'First day', 'It stands.', [picture, picture, picture]);
    const [, href = ''] = /<a [^>]*href="([^"]+)" data-play=""/.exec((await open(slug)).html) ?? [];
    expect(href).toBe(`/projects/${slug}?log=1#log-1`);
    const { status, html } = await openPage(site, href);
    expect([status, html.includes('id="log-1"')]).toEqual([200, true]);
  });

  it('links to pictures at other sites, which it does not load', async () => {
    const slug = await owner.createProject();
    await owner.putReadme(slug, '![The web](https://example.com/a.png?b&c)', {});
    const { html } = await open(slug);
    const link =
      '<a href="https://example.com/a.png?b&amp;c" rel="nofollow ugc noopener noreferrer">The web <span class="ui-md-words">(example.com)</span></a>';
    expect(html).toContain(link);
    expect(html).not.toMatch(/<img[^>]*src="https:/);
  });

  it('offers its logs as a feed to a reader', async () => {
    const slug = await owner.createProject();
    expect((await open(slug)).html).toMatch(/<a [^>]*href="[^"]*\/feed\.atom"[^>]*>Follow the logs in a feed reader/);
  });

  it('shows its tags, which lead to the projects with the same', async () => {
    const slug = await owner.createProject();
    await owner.call('PATCH', `/projects/${slug}`, { json: { tags: ['solar'] } });
    expect((await open(slug)).html).toContain('<a href="/?tag=solar"><bdi>solar</bdi></a>');
  });

  it('has a description for search engines on the pages of its maker, who has no bio, too', async () => {
    const { account } = await AccountHolder.register(stack);
    const { html } = await openPage(site, `/creators/${account.handle}`);
    expect(html).toMatch(/<meta name="description" content="The public projects of [^"]+"/);
  });

  it('says the labels of its README in the language of the page', async () => {
    const slug = await owner.createReadyProject('> [!IMPORTANT]\n> Write it down.[^1]\n\n[^1]: Twice.');
    const { html } = await open(slug, { 'accept-language': 'zh-CN' });
    expect(html).toContain('<p class="markdown-alert-title">重要</p>');
    expect(html).toContain('class="sr-only">脚注</h2>');
    expect((await open(slug)).html).toContain('<p class="markdown-alert-title">Important</p>');
  });

  it('answers 304 to a browser that has this version, until something changes', async () => {
    // Without a picture, whose smaller copies change the page when they are made.
    const slug = await owner.createReadyProject('# A');
    const etag = (await open(slug)).headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
    const again = await open(slug, { 'if-none-match': etag });
    expect([again.status, again.html]).toEqual([304, '']);
    await owner.appendLog(slug, 'Third day', 'Still there.');
    expect((await open(slug, { 'if-none-match': etag })).status).toBe(200);
    // In another language it is another page.
    expect((await open(slug, { 'if-none-match': etag, 'accept-language': 'zh' })).status).toBe(200);
  });

  const withoutIds = (html: string) => html.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|req_\w+/g, 'ID');

  it('is the same 404 for a project that is private, hidden or absent', async () => {
    const [kept, hidden] = [await owner.createProject(), await owner.createProject()];
    await owner.call('PATCH', `/projects/${kept}`, { json: { visibility: 'private' } });
    await admin.call('POST', `/admin/projects/${hidden}/hide`, { json: { reason: 'It shows a stranger.' } });
    const absent = await open('no-such-project');
    expect([absent.status, headingOf(absent.html)]).toEqual([404, 'There is no such page, or it is private']);
    for (const slug of [kept, hidden, 'Not%20a%20slug', 'api']) {
      for (const path of ['', '?logs=abc', '/report', '/report/sent']) {
        if (path === '?logs=abc' && slug === 'Not%20a%20slug') continue;
        const answer = await open(slug, {}, path);
        expect([slug, path, answer.status, answer.headers.get('etag')]).toEqual([slug, path, 404, null]);
        expect(withoutIds(answer.html)).toBe(withoutIds((await open('no-such-project', {}, path)).html));
      }
    }
  });

  it('shows a private project to its owner and to staff, and search engines never see it', async () => {
    const holder = await AccountHolder.register(stack);
    const { setCookie } = await holder.signIn();
    const [cookie = ''] = setCookie.split(';');
    const slug = await owner.createReadyProject(LONG_README);
    await owner.call('PATCH', `/projects/${slug}`, { json: { visibility: 'private' } });
    expect((await open(slug, { cookie })).status).toBe(404);
    for (const token of [participant.token, stack.credentials.staff.reviewer]) {
      const { status, html, headers } = await open(slug, bearer(token));
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toMatch(/^private, no-/);
      expect(html).toContain('<meta name="robots" content="noindex"/>');
      expect(html).toContain('This project is private.');
      expect(html.includes(`href="/studio/projects/${slug}"`)).toBe(token === participant.token);
    }
  });

  it('keeps an unlisted project from search engines, and tells them of a public one', async () => {
    const slug = await owner.createReadyProject(LONG_README);
    const { html } = await open(slug);
    expect(html).not.toContain('noindex');
    const url = `${site}/projects/${slug}`;
    for (const tag of [
      `<link rel="canonical" href="${url}"/>`,
      `<meta property="og:image" content="${url}/og.png"/>`,
      `type="application/atom+xml" title="Logs of Weather station" href="${url}/feed.atom"`,
    ])
      expect(html).toContain(tag);
    const [, data = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
    expect(JSON.parse(data)).toMatchObject({
      '@type': 'CreativeWork',
      name: 'Weather station',
      url,
      author: { '@type': 'Person', url: `${site}/creators/${participant.handle}` },
      dateCreated: expect.stringMatching(/Z$/) as string,
    });
    await owner.call('PATCH', `/projects/${slug}`, { json: { visibility: 'unlisted' } });
    const unlisted = await open(slug);
    expect([unlisted.status, unlisted.html.includes('noindex'), unlisted.html.includes('og:image')]).toEqual([
      200,
      true,
      false,
    ]);
  });

  it('leads through all logs, a hundred at a time', async () => {
    const slug = await owner.createProject();
    await writeLogs(
      slug,
      Array.from({ length: 120 }, (_, day) => day),
    );
    const first = await open(slug);
    const logsIn = (html: string) => [...html.matchAll(/ id="log-(\d+)"/g)].map(([, log]) => Number(log));
    expect(logsIn(first.html)).toEqual(Array.from({ length: 100 }, (_, at) => 120 - at));
    const [, older = ''] = /href="\/projects\/[^"]+(\?logs=[^"#]+)#logs"/.exec(first.html) ?? [];
    const second = await open(slug, {}, older);
    expect(logsIn(second.html)).toEqual(Array.from({ length: 20 }, (_, at) => 20 - at));
    expect(/>(Older logs)</.exec(second.html)).toBeNull();
    expect(second.html).toContain('noindex');
    expect((await open(slug, { 'if-none-match': second.headers.get('etag') ?? '' }, older)).status).toBe(304);
    expect((await open(slug, {}, '?logs=nonsense')).status).toBe(400);
  });

  it('says how long nothing was written, and which log was removed', async () => {
    const slug = await owner.createProject();
    await writeLogs(slug, [0, 14, 33]);
    await admin.call('DELETE', `/admin/projects/${slug}/logs/2`, { json: { reason: 'It shows a stranger.' } });
    const { html } = await open(slug);
    expect(html).toContain('19 days');
    expect(html).not.toContain('14 days');
    expect(html).toContain('Log 2 was removed.');
    expect(html).not.toContain('Log on day 14');
    expect(html).toContain('>2 logs in 33 days<');
  });

  it('links demos so that they gain nothing and learn nothing', async () => {
    const slug = await owner.createProject();
    await owner.call('PATCH', `/projects/${slug}`, { json: { demo_urls: ['https://www.example.org/level?a=1'] } });
    expect((await open(slug)).html).toContain(
      '<a href="https://www.example.org/level?a=1" rel="nofollow ugc noopener noreferrer"><bdi>example.org/level</bdi></a>',
    );
  });

  it('shows an empty project as what it is', async () => {
    const slug = await owner.createProject('空项目');
    const { html } = await open(slug, { 'accept-language': 'zh-CN' });
    expect(html).toContain('还没有写 README。');
    expect(html).toContain('还没有日志。');
    expect(html).not.toContain('id="review"');
    expect(html).not.toContain('ui-front');
  });

  describe('its report form', () => {
    const report = (slug: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
      openPage(site, `/projects/${slug}/report`, { form, headers });

    it('sends a report to the staff, and says thanks', async () => {
      const slug = await owner.createProject();
      const { status, headers } = await report(slug, { reason: 'It copies\r\nmine.' });
      expect([status, headers.get('location')]).toEqual([303, `/projects/${slug}/report/sent`]);
      const [row] = await stack.query(
        'submission',
        'SELECT newest_reason FROM reports JOIN projects ON projects.id = project_id WHERE slug = $1',
        [slug],
      );
      expect(row).toEqual({ newest_reason: 'It copies\nmine.' });
      expect(headingOf((await open(slug, {}, '/report/sent')).html)).toBe('Thank you for the report');
    });

    it("names the project, offers reasons, and needs no words of one's own then", async () => {
      const slug = await owner.createProject('A <kiln>');
      const { html } = await open(slug, {}, '/report');
      expect(html).toContain('A &lt;kiln&gt;');
      expect(html.match(/type="radio"/g)).toHaveLength(4);
      expect((await report(slug, { kind: 'copied', reason: '' })).status).toBe(303);
      const [row] = await stack.query(
        'submission',
        'SELECT newest_reason FROM reports JOIN projects ON projects.id = project_id WHERE slug = $1',
        [slug],
      );
      expect(row).toEqual({ newest_reason: 'It is copied from somebody else' });
    });

    it('keeps what was typed if the report is refused', async () => {
      const slug = await owner.createProject();
      const empty = await report(slug, { reason: ' ' });
      expect([empty.status, titleOf(empty.html)]).toEqual([400, 'Error: Report this project · Shipyard']);
      const long = await report(slug, { reason: `${'x'.repeat(2_000)}<b>` });
      expect(long.status).toBe(400);
      expect(long.html).toContain(`${'x'.repeat(2_000)}&lt;b&gt;</textarea>`);
      // The longest that is allowed, in its longest form.
      expect((await report(slug, { reason: '河'.repeat(2_000) })).status).toBe(303);
    });

    it('is refused from another site, and without the token of the session', async () => {
      const slug = await owner.createProject();
      expect((await report(slug, { reason: 'x' }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
      const holder = await AccountHolder.register(stack);
      const { setCookie } = await holder.signIn();
      const [cookie = ''] = setCookie.split(';');
      expect((await report(slug, { reason: 'x' }, { cookie })).status).toBe(403);
      const { html } = await open(slug, { cookie }, '/report');
      const [, token = ''] = /name="csrf_token" value="([^"]+)"/.exec(html) ?? [];
      expect((await report(slug, { reason: 'x', csrf_token: token }, { cookie })).status).toBe(303);
    });
  });
});
