import path from 'node:path';
import { STYLE_SHEETS } from '@shipyard/ui/style-sheet';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** Output of `ALL_LOOKS=1`: each page as it was seen. */
const SCREENSHOTS = path.resolve(__dirname, '../../../../dist/screenshots');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Look {
  locale: 'en' | 'zh-CN';
  colorScheme: 'light' | 'dark';
}

/** Looks at every combination of language, color scheme and width, and leaves screenshots for people to look at. */
const HAS_ALL_LOOKS = process.env.ALL_LOOKS === '1';

/**
 * Both schemes are looked at in one page, and both widths. In Chinese, other words stand in the same markup, so a sample
 * of its pages is measured (`sidewaysInChinese`).
 */
export const LOOKS: readonly [Look, ...Look[]] = HAS_ALL_LOOKS
  ? [
      { locale: 'en', colorScheme: 'light' },
      { locale: 'en', colorScheme: 'dark' },
      { locale: 'zh-CN', colorScheme: 'light' },
      { locale: 'zh-CN', colorScheme: 'dark' },
    ]
  : [{ locale: 'en', colorScheme: 'light' }];

/** What the same page can break in other colors, and where a narrow screen shows and hides other parts. */
const COLORS_AND_WIDTH = [
  ...['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable', 'aria-hidden-focus'],
  ...['button-name', 'link-name', 'summary-name', 'label', 'image-alt', 'page-has-heading-one'],
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
/** By the URL of a style sheet, which changes with its content. */
const classesOf = new Map<string, ReadonlySet<string | undefined>>();

/** The classes on the page whose rules are in a style sheet that the page does not load. */
async function unstyledOn(page: Page): Promise<string[]> {
  const [worn, urls] = await page.evaluate<[string[], string[]]>(`[
    [...new Set([...document.querySelectorAll('[class^=ui-]')].flatMap((element) => [...element.classList]))],
    [...document.styleSheets].map(({ href }) => href),
  ]`);
  for (const [at, url] of urls.entries()) {
    if (classesOf.has(url)) continue;
    const rules = `[...document.styleSheets[${at}].cssRules].map(({ cssText }) => cssText).join('')`;
    classesOf.set(url, new Set(classesIn(await page.evaluate<string>(rules))));
  }
  return worn.filter((name) => STYLED.has(name) && !urls.some((url) => classesOf.get(url)?.has(name)));
}

/**
 * Reduces the report in the page, because what axe has passed costs seconds on its way out of the browser. Nothing that
 * axe checks by default reads the style sheets that it would parse, which is a sixth of its time.
 */
export async function violationsOf(page: Page, context: string, options: axe.RunOptions = {}): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source);
  const given = JSON.stringify({
    ...{ resultTypes: ['violations'], selectors: false, preload: { assets: ['media'] } },
    ...options,
  });
  return page.evaluate<string[]>(`axe.run(${context}, ${given}).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`);
}

export async function findingsOf(page: Page): Promise<string[]> {
  const findings = await violationsOf(page, 'document', { runOnly: RULES });
  findings.push(...(await unstyledOn(page)).map((name) => `no style sheet of the page has .${name}`));
  return (await overflowOf(page)) === 0 ? findings : [...findings, 'scrolls sideways'];
}

/** From here on without transitions, in which axe would see colors between two schemes. */
async function findingsInDark(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const findings = await violationsOf(page, 'document', { runOnly: { type: 'rule', values: COLORS_AND_WIDTH } });
  await page.emulateMedia({ colorScheme: 'light' });
  return findings;
}

/** With the images below the fold. */
const loadImages = (page: Page) =>
  page.evaluate(`Promise.all([...document.images].map((image) => {
    image.loading = 'eager';
    return image.decode().catch(() => undefined);
  }))`);

async function findingsAt(page: Page, width: number, name: string): Promise<Record<string, string[]>> {
  await page.setViewportSize({ width, height: 900 });
  await loadImages(page);
  if (HAS_ALL_LOOKS) await page.screenshot({ path: path.join(SCREENSHOTS, `${name}-${width}.png`), fullPage: true });
  return { [`${name}-${width}`]: await findingsOf(page) };
}

/** Looks at the whole page: wide in light colors, narrow in dark ones, and then at 320 px. */
export async function findingsInLook(page: Page, name: string): Promise<Record<string, string[]>> {
  const findings: Record<string, string[]> = {};
  for (const width of HAS_ALL_LOOKS ? [390, 1440] : [1440])
    Object.assign(findings, await findingsAt(page, width, name));
  await page.setViewportSize({ width: 390, height: 640 });
  if (!HAS_ALL_LOOKS) findings[`${name}-dark-390`] = await findingsInDark(page);
  // Some rules are for the narrowest screens alone, so what fits there need not fit on a wider phone.
  const isWide = (await overflowOf(page)) > 0;
  findings[`${name}-320`] = [...(isWide ? ['390 px'] : []), ...(await sidewaysOf(page, 320))];
  await page.setViewportSize({ width: 1440, height: 900 });
  return findings;
}

/** WCAG 1.4.12. */
const SPACING = { 'line-height': '1.5', 'letter-spacing': '0.12em', 'word-spacing': '0.16em' };

const spaceText = (page: Page) =>
  page.evaluate(`for (const element of document.querySelectorAll('*'))
    for (const [name, value] of Object.entries(${JSON.stringify(SPACING)})) element.style.setProperty(name, value, 'important');`);

/** No page has styles on its elements, because its policy refuses them. */
const unspaceText = (page: Page) =>
  page.evaluate(`for (const element of document.querySelectorAll('*'))
    for (const name of Object.keys(${JSON.stringify(SPACING)})) element.style.removeProperty(name);`);

/** In which of two ways the page scrolls sideways: as it is, and with wide spacing. */
export async function sidewaysOf(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 640 });
  const isWide = (await overflowOf(page)) > 0;
  await spaceText(page);
  const isWideWithSpacing = (await overflowOf(page)) > 0;
  await unspaceText(page);
  return [...(isWide ? [`${width} px`] : []), ...(isWideWithSpacing ? [`${width} px with spacing`] : [])];
}

/** Which of these pages, of a visit in Chinese, scroll sideways at 320 px. */
export async function sidewaysInChinese(page: Page, urls: readonly string[]): Promise<string[][]> {
  const wide: string[][] = [];
  for (const url of urls) {
    await page.goto(url);
    expect([url, await page.evaluate('document.documentElement.lang')]).toEqual([url, expect.stringMatching(/^zh/)]);
    wide.push(...(await sidewaysOf(page, 320)).map((way) => [url, way]));
  }
  return wide;
}

/** What can be pressed and is smaller than 44 × 44 px, without links in sentences and in what people wrote. */
export const smallTargetsOn = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('a[href], button, summary, select')].flatMap((target) => {
    const { width, height } = target.getBoundingClientRect();
    const isSeen = target.checkVisibility({ visibilityProperty: true }) && !target.matches('.ui-skip, [aria-hidden]');
    const around = target.closest('p, li, dd, figcaption, label')?.textContent.trim() ?? '';
    const isInSentence = getComputedStyle(target).display.startsWith('inline') && around !== target.textContent.trim();
    const isWritten = target.closest('.ui-md') !== null;
    if (!isSeen || isInSentence || isWritten || (width > 43.5 && height > 43.5)) return [];
    return target.outerHTML.slice(0, 120) + ' ' + Math.round(width) + ' × ' + Math.round(height);
  })`);

/** What shows no ring when it has the focus. */
export async function ringlessOn(page: Page): Promise<string[]> {
  // Then the browser shows where the focus is, as it does for a keyboard.
  await page.keyboard.press('Tab');
  return page.evaluate<
    string[]
  >(`[...document.querySelectorAll('a[href], button, input, select, textarea, summary')].flatMap((target) => {
    target.focus();
    const { outline } = getComputedStyle(target);
    return document.activeElement !== target || /solid 3px|3px solid/.test(outline) ? [] : [target.outerHTML.slice(0, 120) + ' ' + outline];
  })`);
}

/** What has no border in forced colors, where nothing else shows the shape of a control or of a state. */
export async function shapelessOf(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' });
  const found = await page.evaluate<
    string[]
  >(`[...document.querySelectorAll('.ui-button, .ui-badge, .ui-callout, input, select, textarea')].flatMap((element) => {
    const { borderTopStyle, borderTopWidth, textDecorationLine, appearance, forcedColorAdjust } = getComputedStyle(element);
    const isSeen = element.checkVisibility({ visibilityProperty: true }) && element.type !== 'hidden';
    const hasShape = (borderTopStyle !== 'none' && parseFloat(borderTopWidth) > 0) || textDecorationLine.includes('underline') || appearance !== 'none';
    return !isSeen || (hasShape && forcedColorAdjust === 'auto') ? [] : ['no shape in forced colors: ' + element.outerHTML.slice(0, 120)];
  })`);
  await page.emulateMedia({ forcedColors: null });
  return found;
}
