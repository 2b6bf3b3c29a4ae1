import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { sharedStack } from '@shipyard/testing';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { startBrowser } from './browser';

/** Test output: each page as it was seen. */
const SCREENSHOTS = path.resolve(__dirname, '../../../dist/screenshots');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const PAGES = [
  { name: 'styleguide', path: '/styleguide' },
  { name: 'not-found', path: '/nothing-here' },
];

describe('pages in a browser', () => {
  const { submissionUrl: url } = sharedStack();
  let browser: Browser;

  beforeAll(async () => {
    await mkdir(SCREENSHOTS, { recursive: true });
    browser = await startBrowser();
  });

  afterAll(() => browser.close());

  /** Every request that leaves the service, and every violation of the page's policy, fails the test. */
  async function visit(options: BrowserContextOptions, see: (page: Page) => Promise<void>): Promise<void> {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
    const problems: string[] = [];
    try {
      const page = await context.newPage();
      page.on('request', (request) => {
        if (!request.url().startsWith(url)) problems.push(`asks ${request.url()}`);
      });
      page.on('console', (message) => {
        if (/Content Security Policy/i.test(message.text())) problems.push(message.text());
      });
      page.on('pageerror', (error) => problems.push(String(error)));
      await see(page);
    } finally {
      await context.close();
    }
    expect(problems).toEqual([]);
  }

  const overflowOf = (page: Page) =>
    page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

  const looks = PAGES.flatMap((each) =>
    (['en', 'zh-CN'] as const).flatMap((locale) =>
      (['light', 'dark'] as const).map((colorScheme) => ({ ...each, locale, colorScheme })),
    ),
  );

  it.each(looks)('$name in $locale, $colorScheme: nothing for axe to find, at 390 and 1440 px', async (look) => {
    const { name, path: address, locale, colorScheme } = look;
    for (const width of [390, 1440]) {
      await visit({ viewport: { width, height: 900 }, locale, colorScheme }, async (page) => {
        await page.goto(url + address);
        await page.screenshot({
          path: path.join(SCREENSHOTS, `${name}-${width}-${colorScheme}-${locale}.png`),
          fullPage: true,
        });
        await page.evaluate(axe.source);
        const { violations } = await page.evaluate<axe.AxeResults>(`axe.run({ runOnly: ${JSON.stringify(RULES)} })`);
        expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
        expect(await overflowOf(page)).toBe(0);
      });
    }
  });

  it.each(PAGES)('$name: nothing scrolls sideways at 320 px, with large text and wide spacing too', async (each) => {
    await visit({ viewport: { width: 320, height: 640 } }, async (page) => {
      for (const lang of ['en', 'zh-CN']) {
        await page.goto(`${url}${each.path}?lang=${lang}`);
        expect(await overflowOf(page)).toBe(0);
        // WCAG 1.4.12, and text at 200 %.
        await page.evaluate(`for (const element of document.querySelectorAll('*')) {
          element.style.setProperty('line-height', '1.5', 'important');
          element.style.setProperty('letter-spacing', '0.12em', 'important');
          element.style.setProperty('word-spacing', '0.16em', 'important');
        }`);
        expect(await overflowOf(page)).toBe(0);
      }
    });
  });
});
