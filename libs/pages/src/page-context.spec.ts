import type { IncomingMessage, ServerResponse } from 'node:http';
import { languageOf, pageContextOf, type PageSource } from './page-context';

const WORDS = { en: 'words', 'zh-CN': '词' };

function open(url: string, headers: IncomingMessage['headers'], source: Partial<PageSource<string, never>> = {}) {
  const cookies: string[] = [];
  const response = {
    appendHeader: (_: string, value: string) => cookies.push(value),
    getHeader: () => 'request-1',
  } as unknown as ServerResponse;
  const page = pageContextOf(
    { url, headers } as IncomingMessage,
    response,
    { site: 'https://site.example', words: WORDS, sessionOf: () => null, localeOf: () => null, ...source },
    { nonce: null, scripts: [], player: null },
  );
  return { page, cookies };
}

describe('the language of a page', () => {
  const chinese = { 'accept-language': 'zh-CN,zh;q=0.9' };

  it.each([
    { of: 'nobody', url: '/', headers: {}, locale: null, language: 'en' },
    { of: 'the browser', url: '/', headers: chinese, locale: null, language: 'zh-CN' },
    { of: 'the account', url: '/', headers: chinese, locale: 'en', language: 'en' },
    { of: 'the cookie', url: '/', headers: { cookie: 'a=b; lang=zh-CN' }, locale: 'en', language: 'zh-CN' },
    { of: 'the query', url: '/?lang=en', headers: { cookie: 'lang=zh-CN' }, locale: null, language: 'en' },
    {
      of: 'the browser if the query has no language of ours',
      url: '/?lang=fr',
      headers: chinese,
      locale: null,
      language: 'zh-CN',
    },
    {
      of: 'the browser if the cookie has none',
      url: '/',
      headers: { cookie: 'lang=fr', ...chinese },
      locale: null,
      language: 'zh-CN',
    },
  ] as const)('is that of $of', ({ url, headers, locale, language }) => {
    const { page } = open(url, headers, { localeOf: () => locale });
    expect([page.language, page.words]).toEqual([language, WORDS[language]]);
    expect(languageOf({ url, headers } as IncomingMessage, locale)).toBe(language);
  });

  it('is kept in a cookie, and so is the color scheme', () => {
    const { page, cookies } = open('/docs?lang=zh-CN&scheme=dark', {});
    expect(page.scheme).toBe('dark');
    const attributes = 'Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly; Secure';
    expect(cookies).toEqual([`lang=zh-CN; ${attributes}`, `scheme=dark; ${attributes}`]);
    expect(open('/?lang=fr&scheme=pink', {}).cookies).toEqual([]);
    expect(open('/?lang=en', {}, { site: 'http://127.0.0.1:8080' }).cookies).toEqual([
      'lang=en; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly',
    ]);
  });

  it('changes by a link that keeps the rest of the query and has no path', () => {
    const { page } = open('/projects?q=boat&lang=en', {});
    expect([page.path, page.linkWith({ lang: 'zh-CN' })]).toEqual(['/projects', '?q=boat&lang=zh-CN']);
  });

  it('follows the system again after "system"', () => {
    expect(open('/', { cookie: 'scheme=system' }).page.scheme).toBeNull();
    expect(open('/?scheme=system', { cookie: 'scheme=dark' }).page.scheme).toBeNull();
  });
});
