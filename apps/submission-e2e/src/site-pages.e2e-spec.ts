import { callApi, sharedStack } from '@shipyard/testing';
import { headingOf, openPage, titleOf } from './page-client';
import { staffParty } from './staff-party';

interface SitePage {
  id: string;
  title: string;
  html: string;
  updated_at: string;
}

interface ListedPage {
  id: string;
  lang: string;
  title: string;
  updated_at: string;
  revisions: { at: string; by: string | null }[];
}

const IDS = ['about', 'rules', 'privacy', 'parents', 'imprint', 'contact'];

describe('the pages about the site', () => {
  const stack = sharedStack();
  const { url, programId, owner, reviewer, fulfilment, admin } = staffParty(stack);

  const ask = (path: string, headers: Record<string, string> = {}) =>
    callApi<{ data: { page: SitePage } }>(url, 'GET', path, { headers });
  const read = async (path: string, headers: Record<string, string> = {}) => {
    const { status, body } = await ask(path, headers);
    expect(status).toBe(200);
    return body.data.page;
  };
  const put = (id: string, json: object) => admin.call<{ page: SitePage }>('PUT', `/admin/pages/${id}`, { json });
  const listed = async (id: string, lang: string) => {
    const { body } = await admin.call<{ pages: ListedPage[] }>('GET', '/admin/pages');
    return body.data.pages.find((page) => page.id === id && page.lang === lang);
  };
  const text = (lang: string, title: string, markdown = 'New.') => ({ lang, title, markdown });

  it('say what the software does, in both languages, until the operator writes them', async () => {
    for (const id of IDS) {
      const [english, chinese] = [await read(`/pages/${id}?lang=en`), await read(`/pages/${id}?lang=zh-CN`)];
      expect(Object.keys(english).sort()).toEqual(['html', 'id', 'title', 'updated_at']);
      expect([english.id, chinese.id]).toEqual([id, id]);
      expect(english.title + english.html).not.toMatch(/\p{Script=Han}/u);
      expect(chinese.title).toMatch(/\p{Script=Han}/u);
      expect(english.html).toMatch(/^\s*<p>/);
    }
    expect((await read('/pages/privacy?lang=en')).html).toMatch(/EXIF.*encrypted.*AI model.*People decide/s);
    expect((await read('/pages/imprint?lang=en')).html).toContain('has not written this page yet');
    expect((await read('/pages/contact?lang=zh-CN')).html).toContain('还没有写这一页');
  });

  it('are in the language of the query, the cookie, the account or the browser, else in English', async () => {
    const chinese = (await read('/pages/rules?lang=zh-CN')).title;
    const english = (await read('/pages/rules?lang=en')).title;
    const titleFor = async (query: string, headers: Record<string, string>) =>
      (await read(`/pages/rules${query}`, headers)).title;
    expect(await titleFor('', {})).toBe(english);
    expect(await titleFor('', { 'accept-language': 'zh-TW,en;q=0.5' })).toBe(chinese);
    expect(await titleFor('?lang=fr', { 'accept-language': 'zh' })).toBe(chinese);
    expect(await titleFor('?lang=', {})).toBe(english);
    expect(await titleFor('', { cookie: 'lang=zh-CN', 'accept-language': 'en' })).toBe(chinese);
    expect(await titleFor('?lang=en', { cookie: 'lang=zh-CN' })).toBe(english);
  });

  it('answer 304 to a client that has the text, and say what the language depends on', async () => {
    const first = await ask('/pages/parents', { 'accept-language': 'en' });
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('vary')).toContain('Accept-Language');
    const again = (language: string) =>
      ask('/pages/parents', { 'accept-language': language, 'if-none-match': etag }).then(({ status }) => status);
    expect([await again('en'), await again('zh-CN')]).toEqual([304, 200]);
  });

  it('show what an admin writes, and keep who wrote each text', async () => {
    const before = (await listed('about', 'en'))?.revisions ?? [];
    const chinese = await read('/pages/about?lang=zh-CN');
    const first = await put('about', text('en', 'Who we are', '## Us\n\nWe are **three** people.'));
    expect([first.status, Object.keys(first.body.data.page).sort()]).toEqual([
      200,
      ['html', 'id', 'title', 'updated_at'],
    ]);
    expect(first.body.data.page).toMatchObject({ id: 'about', title: 'Who we are' });
    expect(first.body.data.page.html).toContain('<strong>three</strong>');
    expect(await read('/pages/about?lang=en')).toEqual(first.body.data.page);
    const second = await put('about', text('en', 'Who we are now'));
    expect(await read('/pages/about?lang=en')).toEqual(second.body.data.page);
    expect(await read('/pages/about?lang=zh-CN')).toEqual(chinese);

    const page = await listed('about', 'en');
    expect(page).toMatchObject({ title: 'Who we are now', updated_at: second.body.data.page.updated_at });
    const { body: me } = await admin.call<{ account: { handle: string } }>('GET', '/accounts/me');
    const by = me.data.account.handle;
    expect(page?.revisions.slice(0, 2)).toEqual(
      [second, first].map(({ body }) => ({ at: body.data.page.updated_at, by })),
    );
    expect(page?.revisions).toHaveLength(before.length + 2);
    const all = await admin.call<{ pages: ListedPage[] }>('GET', '/admin/pages');
    expect(all.body.data.pages.map(({ id, lang }) => `${id} ${lang}`)).toEqual(
      IDS.flatMap((id) => [`${id} en`, `${id} zh-CN`]),
    );
  });

  it('answer the other language where the own text would only say that nothing is written', async () => {
    const { body } = await put('contact', text('en', 'Write to us', 'mail@example.org'));
    expect(await read('/pages/contact?lang=zh-CN')).toEqual(body.data.page);
    const own = await put('contact', text('zh-CN', '写信给我们', '邮箱：mail@example.org'));
    expect(await read('/pages/contact?lang=zh-CN')).toEqual(own.body.data.page);
    expect(await read('/pages/contact?lang=en')).toEqual(body.data.page);
  });

  it('write a text once when the client repeats a request with its key', async () => {
    const headers = { 'idempotency-key': `page-${Date.now()}` };
    const before = (await listed('parents', 'zh-CN'))?.revisions.length ?? 0;
    const send = () => admin.call('PUT', '/admin/pages/parents', { json: text('zh-CN', '写给家长'), headers });
    expect((await send()).text).toBe((await send()).text);
    expect((await listed('parents', 'zh-CN'))?.revisions).toHaveLength(before + 1);
  });

  it('escape hostile Markdown and titles', async () => {
    const markdown =
      '<script>alert(1)</script>\n\n<img src=x onerror=alert(2)>\n\n[a](javascript:alert(3))\n\n<style>body{display:none}</style>\n\n<p style="position:fixed" class="ui-page">b</p>';
    const { body } = await put('rules', text('en', '<script>alert(4)</script>', markdown));
    expect(body.data.page.html).not.toMatch(/<script|onerror|javascript:|<style|style=|class="ui-/);
    expect(body.data.page.title).toBe('<script>alert(4)</script>');
    await put('rules', text('en', 'Rules'));
  });

  it('are written and listed by admins only', async () => {
    for (const person of [owner, reviewer, fulfilment]) {
      const written = await person.refused('PUT', '/admin/pages/about', { json: text('en', 'Mine') });
      expect([written.status, written.body.error]).toEqual([403, 'FORBIDDEN']);
      expect((await person.refused('GET', '/admin/pages')).body.error).toBe('FORBIDDEN');
    }
    const stranger = await callApi<{ error: string }>(url, 'PUT', '/admin/pages/about', { json: text('en', 'Mine') });
    expect([stranger.status, stranger.body.error]).toEqual([401, 'AUTH_TOKEN_MISSING']);
  });

  it.each<[string, object, string]>([
    ['no language', { lang: undefined }, 'lang'],
    ['a language that the pages do not have', { lang: 'fr' }, 'lang'],
    ['no title', { title: '' }, 'title'],
    ['a title of 121 characters', { title: 'x'.repeat(121) }, 'title'],
    ['no text', { markdown: undefined }, 'markdown'],
    ['a text with a NUL', { markdown: 'a\0b' }, 'markdown'],
    ['an unknown field', { html: '<p>' }, 'html'],
  ])('refuse %s', async (_, fields, field) => {
    const { status, body } = await admin.refused('PUT', '/admin/pages/privacy', {
      json: { ...text('en', 'A'), ...fields },
    });
    expect([status, body.error, body.details?.fields]).toEqual([
      400,
      'VALIDATION_FAILED',
      [expect.objectContaining({ field })],
    ]);
  });

  it('take a text of 256 KiB, and no more', async () => {
    const longest = '\n'.repeat(256 * 1024 - 1) + 'a';
    expect((await put('privacy', text('zh-CN', '隐私', longest))).status).toBe(200);
    const { status, body } = await admin.refused('PUT', '/admin/pages/privacy', {
      json: text('zh-CN', '隐私', `${longest}a`),
    });
    expect([status, body.error]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  it('are not found under other names', async () => {
    for (const id of ['terms', 'ABOUT', 'NO%00', 'constructor']) {
      const { status, body } = await callApi<{ error: string }>(url, 'GET', `/pages/${id}`);
      expect([status, body.error]).toEqual([404, 'NOT_FOUND']);
      const written = await admin.refused('PUT', `/admin/pages/${id}`, { json: text('en', 'A') });
      expect([written.status, written.body.error]).toEqual([404, 'NOT_FOUND']);
    }
  });

  const site = stack.submissionUrl;
  const linksIn = (html: string, part: string) => {
    const [, inside = ''] = new RegExp(`<${part}[ >](.*?)</${part}>`, 's').exec(html) ?? [];
    return IDS.filter((id) => inside.includes(`href="/${id}"`));
  };

  it('are pages for people, in their language, with the text that the API answers', async () => {
    for (const id of IDS) {
      for (const [lang, tag] of Object.entries({ en: 'en', 'zh-CN': 'zh-Hans' })) {
        const { status, headers, html } = await openPage(site, `/${id}`, { headers: { 'accept-language': lang } });
        expect([status, headers.get('content-language')]).toEqual([200, tag]);
        const { title, html: text } = await read(`/pages/${id}?lang=${lang}`);
        expect(titleOf(html)).toBe(`${title} · Shipyard`);
        expect(html).toContain(text.trim().slice(0, 60));
        expect(html).toContain(`<link rel="canonical" href="${site}/${id}"/>`);
        expect(html).not.toContain('noindex');
      }
    }
    expect((await openPage(site, '/about?lang=zh-CN')).headers.get('set-cookie')).toContain('lang=zh-CN');
  });

  it('answer 304 to a browser until the text changes', async () => {
    const etag = (await openPage(site, '/rules')).headers.get('etag') ?? '';
    const again = async () => (await openPage(site, '/rules', { headers: { 'if-none-match': etag } })).status;
    expect(await again()).toBe(304);
    await put('rules', text('en', 'Other <b>rules</b>', '<script>alert(1)</script>Be kind.'));
    expect(await again()).toBe(200);
    const { html } = await openPage(site, '/rules');
    expect(html).toContain('Other &lt;b&gt;rules&lt;/b&gt;');
    expect(html).not.toContain('alert(1)');
  });

  it('are linked in the footer of every page, and where people join or look at a program', async () => {
    const slug = await owner.createProject();
    const program = `/programs/${programId}`;
    for (const path of ['/', '/join', '/login', `/projects/${slug}`, program, '/about', '/nothing-here'])
      expect([path, linksIn((await openPage(site, path)).html, 'footer')]).toEqual([path, IDS]);
    expect(linksIn((await openPage(site, '/join')).html, 'main')).toEqual(['rules', 'privacy', 'parents']);
    expect(linksIn((await openPage(site, program)).html, 'main')).toEqual(['rules']);
  });

  it('the footer of every page leads to llms.txt, to a way to report a problem, and to both languages', async () => {
    for (const path of ['/', '/join?next=%2Fstudio', '/about', '/nothing-here']) {
      const { html } = await openPage(site, path);
      const [footer = ''] = /<footer.*<\/footer>/s.exec(html) ?? [];
      expect(footer).toContain('href="/llms.txt"');
      expect(footer).toMatch(/href="\/contact"[^>]*>Contact, report a problem</);
      expect(footer).toContain('lang="en" aria-current="true">English<');
      const [, chinese = ''] = /<a [^>]*href="([^"]*)" lang="zh-Hans"[^>]*>中文</.exec(footer) ?? [];
      const there = await openPage(
        site,
        new URL(chinese.replaceAll('&amp;', '&'), site + path).href.slice(site.length),
      );
      expect(there.headers.get('content-language')).toBe('zh-Hans');
      expect(there.html).toMatch(/<footer.*联系我们、反馈问题.*lang="zh-Hans" aria-current="true">中文</s);
    }
  });

  it('are left by an error as pages', async () => {
    const { status, html } = await openPage(site, '/about/us');
    expect([status, headingOf(html)]).toEqual([404, 'There is no such page, or it is private']);
  });
});
