import { sharedStack } from '@shipyard/testing';
import { findingsInLook, LOOKS, sidewaysInChinese, startBrowser, visit } from '@shipyard/testing/browser';
import type { Browser } from 'playwright-core';

const PAGES = [
  { name: 'gateway-home', path: '/' },
  { name: 'gateway-docs', path: '/docs' },
  { name: 'gateway-quick-start', path: '/docs/quick-start' },
  { name: 'gateway-reference', path: '/docs/reference' },
  { name: 'gateway-reference-models', path: '/docs/reference/models' },
  { name: 'gateway-billing', path: '/docs/billing' },
  { name: 'gateway-not-found', path: '/docs/nothing' },
];

describe('the pages of the gateway in a browser', () => {
  const { gatewayUrl: url } = sharedStack();
  let browser: Browser;

  beforeAll(async () => {
    browser = await startBrowser();
  });

  afterAll(() => browser.close());

  it.each(LOOKS)(
    'each page in $locale, $colorScheme: axe finds nothing, and nothing scrolls sideways at 320 px',
    async (look) => {
      const findings: Record<string, string[]> = {};
      await visit(browser, url, look, async (page) => {
        for (const { name, path } of PAGES) {
          await page.goto(url + path);
          Object.assign(findings, await findingsInLook(page, `${name}-${look.colorScheme}-${look.locale}`));
        }
      });
      expect(Object.entries(findings).filter(([, found]) => found.length > 0)).toEqual([]);
    },
  );

  it('nothing scrolls sideways in Chinese at 320 px', async () => {
    const urls = PAGES.map(({ path }) => url + path);
    await visit(browser, url, { locale: 'zh-CN' }, async (page) => {
      expect(await sidewaysInChinese(page, urls)).toEqual([]);
    });
  });

  it('a reader comes from the first page to a page of the documentation, in another language, without JavaScript', async () => {
    await visit(browser, url, { javaScriptEnabled: false, locale: 'en' }, async (page) => {
      await page.goto(url);
      await page.getByRole('banner').getByRole('link', { name: '中文' }).click();
      await page.getByRole('link', { name: '文档', exact: true }).click();
      await page.getByRole('link', { name: '计费', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: '计费' }).waitFor();
      expect(page.url()).toBe(`${url}/docs/billing`);
    });
  });
});
