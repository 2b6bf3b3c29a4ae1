import { chromium, type CDPSession, type Page } from 'playwright-core';

/**
 * `node tools/run.cjs tools/measure-pages.ts <URL of a running service> [path …]`: how soon and how steadily pages show
 * on a slow phone line, as a table in Markdown. Without paths it takes the wall and the first two projects on it.
 * `COOKIE=<name=value; …>` opens them with the session of somebody, as the studio needs.
 *
 * 1. Open each page in a new browser context, on 1.6 Mbit/s with 150 ms of latency and a processor four times as slow.
 * 2. Wait until the network is idle, and read Largest Contentful Paint and Cumulative Layout Shift.
 * 3. Repeat, and take the median. With `--check`, a page over the limits exits with 1.
 */

const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const SLOWER_PROCESSOR = 4;
const ROUNDS = 3;
const WIDTHS = [390, 1440];
const MOST_LCP_MS = 2_500;
const MOST_CLS = 0.05;
const SETTLED_MS = 500;

const WATCH = `
  window.measured = { lcp: 0, cls: 0, element: '' };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      measured.lcp = entry.startTime;
      measured.element = entry.element ? entry.element.tagName.toLowerCase() : '';
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) measured.cls += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });`;

interface Measured {
  lcp: number;
  cls: number;
  element: string;
  bytes: number;
  requests: number;
}

async function throttle(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_PROCESSOR });
  return session;
}

async function measure(page: Page, url: string): Promise<Measured> {
  const session = await throttle(page);
  let [bytes, requests] = [0, 0];
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    requests += 1;
  });
  await page.addInitScript(WATCH);
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.waitForTimeout(SETTLED_MS);
  const seen = await page.evaluate<Pick<Measured, 'lcp' | 'cls' | 'element'>>('measured');
  return { ...seen, bytes, requests };
}

const median = (numbers: number[]) => numbers.sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? NaN;

function cookiesFor(site: string) {
  const pairs = (process.env.COOKIE ?? '').split(/; */).filter(Boolean);
  return pairs.map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return { name, value: value.join('='), url: site };
  });
}

async function pathsOn(site: string): Promise<string[]> {
  const html = await (await fetch(site)).text();
  const projects = [...html.matchAll(/ui-card-link" href="(\/projects\/[^"]+)"/g)].map(([, path]) => path ?? '');
  return ['/', ...projects.slice(0, 2)];
}

async function main(): Promise<void> {
  const [site, ...paths] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
  if (site === undefined) throw new Error('Say which service to measure, such as http://localhost:3000');
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  const lines = ['| page | width | LCP | of | CLS | transferred | requests |', '|---|---|---|---|---|---|---|'];
  let isOver = false;
  for (const path of paths.length > 0 ? paths : await pathsOn(site))
    for (const width of WIDTHS) {
      const rounds: Measured[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const context = await browser.newContext({ viewport: { width, height: 900 } });
        await context.addCookies(cookiesFor(site));
        rounds.push(await measure(await context.newPage(), site + path));
        await context.close();
      }
      const [lcp, cls] = [median(rounds.map((each) => each.lcp)), median(rounds.map((each) => each.cls))];
      const [last] = rounds.slice(-1);
      isOver ||= lcp > MOST_LCP_MS || cls > MOST_CLS;
      lines.push(
        `| \`${path}\` | ${width} | ${(lcp / 1_000).toFixed(2)} s | ${last?.element} | ${cls.toFixed(3)} | ${Math.round(median(rounds.map(({ bytes }) => bytes)) / 1_000)} KB | ${last?.requests} |`,
      );
    }
  await browser.close();
  process.stdout.write(`${lines.join('\n')}\n`);
  if (isOver && process.argv.includes('--check')) process.exitCode = 1;
}

void main();
