import { languageFromHeader, prefersHtml } from './accept';

describe('the language that a browser asks for', () => {
  it.each([
    { header: undefined, language: null },
    { header: '', language: null },
    { header: '*', language: null },
    { header: 'fr-FR, de;q=0.9', language: null },
    { header: 'fr, en;q=0.5', language: 'en' },
    { header: 'en-GB,en;q=0.9', language: 'en' },
    { header: 'zh', language: 'zh-CN' },
    { header: 'zh-Hans-CN, en;q=0.9', language: 'zh-CN' },
    { header: 'ZH-tw', language: 'zh-CN' },
    { header: 'en;q=0.3, zh;q=0.8', language: 'zh-CN' },
    { header: 'zh;q=0, en;q=0.1', language: 'en' },
    { header: 'zh;q=nonsense, en;q=0.1', language: 'en' },
    { header: 'zho', language: null },
    { header: 'constructor, __proto__', language: null },
    { header: `${'x-y;q=0.5,'.repeat(1_000)}zh;q=0.4`, language: 'zh-CN' },
  ])('is $language for $header', ({ header, language }) => {
    expect(languageFromHeader(header)).toBe(language);
  });
});

describe('a client', () => {
  it.each([
    { header: undefined, wantsHtml: false },
    { header: '*/*', wantsHtml: false },
    { header: 'application/json', wantsHtml: false },
    { header: 'application/json, text/html', wantsHtml: false },
    { header: 'application/json, text/plain, */*', wantsHtml: false },
    { header: 'text/html;q=0.5, */*;q=0.8', wantsHtml: false },
    { header: 'text/html;q=0', wantsHtml: false },
    { header: 'text/html', wantsHtml: true },
    { header: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8', wantsHtml: true },
    { header: 'application/json;q=0.1, text/html', wantsHtml: true },
  ])('that accepts $header gets a page: $wantsHtml', ({ header, wantsHtml }) => {
    expect(prefersHtml(header)).toBe(wantsHtml);
  });
});
