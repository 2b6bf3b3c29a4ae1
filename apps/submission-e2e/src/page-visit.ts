import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { STYLE_SHEETS } from '@shipyard/ui/style-sheet';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** Test output: each page as it was seen. */
const SCREENSHOTS = path.resolve(__dirname, '../../../dist/screenshots');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Look {
  locale: 'en' | 'zh-CN';
  colorScheme: 'light' | 'dark';
}

/** Each language, color scheme and width once. `ALL_LOOKS=1` adds every other combination, four times as many. */
const HAS_ALL_LOOKS = process.env.ALL_LOOKS === '1';
const OTHERS: Look[] = [
  { locale: 'en', colorScheme: 'dark' },
  { locale: 'zh-CN', colorScheme: 'light' },
];

export const LOOKS: readonly [Look, ...Look[]] = [
  { locale: 'en', colorScheme: 'light' },
  ...(HAS_ALL_LOOKS ? OTHERS : []),
  { locale: 'zh-CN', colorScheme: 'dark' },
];

/** Every request that leaves the service, and every violation of the page's policy, fails the test. */
export async function visit(
  browser: Browser,
  url: string,
  options: BrowserContextOptions,
  see: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const problems: string[] = [];
  try {
    const page = await context.newPage();
    page.on('request', (request) => {
      if (
        !request
          .url()
          .replace(/^blob:/, '')
          .startsWith(url)
      )
        problems.push(`asks ${request.url()}`);
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

export const overflowOf = (page: Page) =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

const classesIn = (css: string) => [...css.matchAll(/\.(ui-[\w-]+)/g)].map(([, name]) => name);
const STYLED = new Set(classesIn(Object.values(STYLE_SHEETS).join('')));

/** The classes on the page whose rules are in a style sheet that the page does not load. */
async function unstyledOn(page: Page): Promise<string[]> {
  const [worn, loaded] = await page.evaluate<[string[], string]>(`[
    [...new Set([...document.querySelectorAll('[class^=ui-]')].flatMap((element) => [...element.classList]))],
    [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]).map(({ cssText }) => cssText).join(''),
  ]`);
  const known = new Set(classesIn(loaded));
  return worn.filter((name) => STYLED.has(name) && !known.has(name));
}

export async function findingsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run({ runOnly: ${JSON.stringify(RULES)} })`);
  const findings = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  findings.push(...(await unstyledOn(page)).map((name) => `no style sheet of the page has .${name}`));
  return (await overflowOf(page)) === 0 ? findings : [...findings, 'scrolls sideways'];
}

/** Takes screenshots of the whole page, with the images below the fold: wide in light colors, narrow in dark ones. */
export async function findingsInLook(page: Page, name: string): Promise<Record<string, string[]>> {
  const findings: Record<string, string[]> = {};
  await mkdir(SCREENSHOTS, { recursive: true });
  const isDark = await page.evaluate<boolean>('matchMedia("(prefers-color-scheme: dark)").matches');
  for (const width of HAS_ALL_LOOKS ? [390, 1440] : [isDark ? 390 : 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(`Promise.all([...document.images].map((image) => {
      image.loading = 'eager';
      return image.decode().catch(() => undefined);
    }))`);
    await page.screenshot({ path: path.join(SCREENSHOTS, `${name}-${width}.png`), fullPage: true });
    findings[`${name}-${width}`] = await findingsOf(page);
  }
  return findings;
}

/** WCAG 1.4.12. */
export const spaceText = (page: Page) =>
  page.evaluate(`for (const element of document.querySelectorAll('*')) {
    element.style.setProperty('line-height', '1.5', 'important');
    element.style.setProperty('letter-spacing', '0.12em', 'important');
    element.style.setProperty('word-spacing', '0.16em', 'important');
  }`);

/** In which of two ways the page scrolls sideways: as it is, and with wide spacing. */
export async function sidewaysOf(page: Page, name: string): Promise<string[]> {
  const isWide = (await overflowOf(page)) > 0;
  await spaceText(page);
  return [...(isWide ? [name] : []), ...((await overflowOf(page)) > 0 ? [`${name} with spacing`] : [])];
}
