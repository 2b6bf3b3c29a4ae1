import { sharedStack, waitUntil } from '@shipyard/testing';
import {
  findingsInLook,
  findingsOf,
  LOOKS,
  sidewaysInChinese,
  sidewaysOf,
  smallTargetsOn,
  startBrowser,
  violationsOf,
  visit,
} from '@shipyard/testing/browser';
import type { Browser } from 'playwright-core';
import { demoPeople } from './participant';
import { drawScene, showRiver, writeLogs } from './project-showcase';

describe('the page of a project in a browser', () => {
  const stack = sharedStack();
  const { submissionUrl: url } = stack;
  const { owner, admin } = demoPeople(stack);
  let browser: Browser;
  const slugs: Record<string, string> = {};

  const review = async (slug: string) => {
    await owner.call('POST', `/projects/${slug}/review/request`);
    await waitUntil(
      () => owner.status(slug),
      (status) => status.review?.status === 'succeeded',
    );
  };

  const crowded = async () => {
    const slug = await owner.createProject('W'.repeat(80));
    const columns = Array.from({ length: 14 }, (_, at) => `column ${at}`);
    const row = (cells: string[]) => `| ${cells.join(' | ')} |\n`;
    const readme = `# ${'Longword'.repeat(30)}\n\n![wide](wide.jpg)\n\n${row(columns)}${row(columns.map(() => '---'))}${row(columns).repeat(20)}\n\n${'Words and words. '.repeat(2_000)}`;
    await owner.putReadme(slug, readme, { 'wide.jpg': await drawScene(9_999, 200) });
    await owner.call('PATCH', `/projects/${slug}`, {
      json: {
        tagline: 'm'.repeat(200),
        color: 'yellow',
        demo_urls: Array.from({ length: 10 }, (_, at) => `https://${'long.'.repeat(10)}example.org/${at}`),
      },
    });
    for (const from of [1_000, 800])
      await writeLogs(
        owner,
        slug,
        Array.from({ length: 200 }, (_, at) => from - at),
        from === 1_000 ? 1 : 201,
      );
    return slug;
  };

  beforeAll(async () => {
    browser = await startBrowser();
    slugs.river = await showRiver(owner);
    slugs.chinese = await showRiver(owner, 'zh');
    slugs.empty = await owner.createProject('Kiln');
    slugs.tall = await owner.createProject('A tall picture');
    await owner.putReadme(slugs.tall, '![head](tall.jpg)\n\nText.', { 'tall.jpg': await drawScene(600, 900) });
    await owner.appendLog(slugs.tall, 'One', 'One log.');
    slugs.crowded = await crowded();
    await review(slugs.river);
    await admin.call('DELETE', `/admin/projects/${slugs.river}/logs/19`, { json: { reason: 'A stranger is on it.' } });
  });

  afterAll(() => browser.close());

  it.each(LOOKS)('axe finds nothing in $locale, $colorScheme, and nothing scrolls sideways at 320 px', async (look) => {
    const findings: Record<string, string[]> = {};
    await visit(browser, url, look, async (page) => {
      for (const [name, slug] of Object.entries(slugs)) {
        if (name === 'crowded') continue;
        await page.goto(`${url}/projects/${slug}`);
        Object.assign(findings, await findingsInLook(page, `project-${name}-${look.colorScheme}-${look.locale}`));
      }
      await page.goto(`${url}/projects/${slugs.river}/report`);
      Object.assign(findings, await findingsInLook(page, `project-report-${look.colorScheme}-${look.locale}`));
    });
    expect(Object.entries(findings).filter(([, found]) => found.length > 0)).toEqual([]);
  });

  it('holds as much as a project can have, and scrolls sideways at no width', async () => {
    await visit(browser, url, { locale: 'en' }, async (page) => {
      await page.goto(`${url}/projects/${slugs.crowded}`);
      // A hundred logs cost axe much, and are like those of the others.
      expect(await violationsOf(page, "{ exclude: [['#logs']] }")).toEqual([]);
      for (const width of [1440, 390, 320]) expect(await sidewaysOf(page, width)).toEqual([]);
    });
  });

  it('nothing scrolls sideways in Chinese at 320 px', async () => {
    await visit(browser, url, { locale: 'zh-CN' }, async (page) => {
      const project = `${url}/projects/${slugs.chinese}`;
      expect(await sidewaysInChinese(page, [project, `${project}/report`, `${url}/programs`])).toEqual([]);
    });
  });

  it('keeps the place of a head picture that comes late, whatever its shape', async () => {
    await visit(browser, url, { viewport: { width: 1280, height: 900 } }, async (page) => {
      for (const slug of [slugs.tall, slugs.river]) {
        let comes = () => {};
        const waiting = new Promise<void>((resolve) => (comes = resolve));
        await page.route('**/api/v1/assets/**', (route) => waiting.then(() => route.continue()));
        await page.goto(`${url}/projects/${slug}`, { waitUntil: 'domcontentloaded' });
        await page.evaluate('document.fonts.ready');
        const place = () => page.locator('.ui-front-image').boundingBox();
        const before = await place();
        comes();
        await page.evaluate("document.querySelector('.ui-front-image').decode()");
        expect(before?.height).toBeGreaterThan(200);
        expect(await place()).toEqual(before);
        await page.unroute('**/api/v1/assets/**');
      }
    });
  });

  it('has nothing to press that is smaller than a thumb, on a phone and on a wide screen', async () => {
    await visit(browser, url, {}, async (page) => {
      const small: Record<string, string[]> = {};
      for (const path of ['/', `/projects/${slugs.river}`, `/projects/${slugs.crowded}`, '/programs']) {
        await page.goto(url + path);
        for (const width of [390, 1440]) {
          await page.setViewportSize({ width, height: 844 });
          small[`${path} at ${width}`] = await smallTargetsOn(page);
        }
      }
      expect(Object.entries(small).filter(([, found]) => found.length > 0)).toEqual([]);
    });
  });

  it('opens each picture large on the page by keyboard or pointer, and returns to where the reader was', async () => {
    await visit(browser, url, { viewport: { width: 390, height: 844 } }, async (page) => {
      await page.goto(`${url}/projects/${slugs.river}`);
      const dialog = page.getByRole('dialog', { name: 'Picture' });
      const focused = page.locator('a[data-large]:focus');
      for (const [place, words] of [
        ['.ui-front', 'Picture of River node'],
        ['.ui-readme .ui-md', 'The post in the river'],
        ['#log-24', 'Photo 2 of log 24'],
      ] as const) {
        const link = page.locator(`${place} a[data-large]`).filter({ has: page.getByAltText(words, { exact: true }) });
        await link.focus();
        await page.keyboard.press('Enter');
        await dialog.getByRole('img', { name: words }).waitFor();
        const width = await page.evaluate(
          "document.querySelector('dialog img').decode().then(() => document.querySelector('dialog img').clientWidth)",
        );
        // All but the margins, and perhaps a scroll bar.
        expect([words, Number(width) > 340]).toEqual([words, true]);
        expect(await dialog.getByText(words).isVisible()).toBe(true);
        const file = dialog.getByRole('link', { name: 'Open the file' });
        expect(await file.getAttribute('href')).toBe(new URL((await link.getAttribute('href')) ?? '', url).href);
        if (place === '.ui-front') expect(await findingsOf(page)).toEqual([]);
        const before = await page.evaluate<number>('scrollY');
        await page.mouse.move(195, 400);
        await page.mouse.wheel(0, 600);
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'hidden' });
        expect(await page.evaluate<number>('scrollY')).toBe(before);
        expect(await focused.getByRole('img').getAttribute('alt')).toBe(words);
      }
      await page.locator('.ui-front a[data-large]').click();
      const [first, second] = ['Picture of River node', 'The post in the river'];
      for (const go of [
        { by: () => page.keyboard.press('ArrowRight'), shows: second },
        { by: () => page.keyboard.press('ArrowLeft'), shows: first },
        { by: () => dialog.getByRole('button', { name: 'Next' }).click(), shows: second },
        { by: () => dialog.getByRole('button', { name: 'Previous' }).click(), shows: first },
      ]) {
        await go.by();
        await dialog.getByRole('img', { name: go.shows }).waitFor();
        expect(await dialog.getByText(go.shows).isVisible()).toBe(true);
      }
      const large = await dialog.getByRole('img').boundingBox();
      expect([large?.x, large?.width]).toEqual([0, 390]);
      await page.keyboard.press('ArrowLeft');
      // Before the first comes the last.
      const last = (await page.locator('main a[data-large] img').last().getAttribute('alt')) ?? '';
      await dialog.getByRole('img', { name: last }).waitFor();
      await page.keyboard.press('Escape');
      for (const close of [dialog.getByRole('button', { name: 'Close' }), dialog.getByRole('img')]) {
        await page.locator('.ui-front a[data-large]').click();
        await close.click();
        await dialog.waitFor({ state: 'hidden' });
      }
      expect(page.url()).toBe(`${url}/projects/${slugs.river}`);
    });
  });

  it('plays the pictures of the logs along the rule, and pauses, steps and closes by keyboard', async () => {
    await visit(browser, url, { viewport: { width: 390, height: 844 } }, async (page) => {
      await page.clock.install();
      await page.goto(`${url}/projects/${slugs.river}`);
      await page.clock.pauseAt(Date.now() + 60_000);
      const link = page.getByRole('link', { name: 'Play the log' });
      const dialog = page.getByRole('dialog', { name: 'Play the log' });
      const shows = (name: string) => dialog.getByRole('img', { name, exact: true }).waitFor();
      const markAt = () => dialog.locator('.ui-play-mark').getAttribute('d');
      const playOn = (name: string) =>
        waitUntil(
          async () => {
            await page.clock.runFor(500);
            return dialog.getByRole('img', { name, exact: true }).isVisible();
          },
          (isShown) => isShown,
        );
      expect(await link.getAttribute('href')).toBe(`/projects/${slugs.river}?log=1#log-1`);
      expect(await dialog.isVisible()).toBe(false);
      await link.focus();
      await page.keyboard.press('Enter');
      await shows('Photo 1 of log 23');
      expect(await dialog.getByText('1 / 7 · ').textContent()).toContain('The second flood');
      expect(await markAt()).toMatch(/^M0 34H14\d\dV0$/);
      await playOn('Photo 1 of log 24');
      await page.keyboard.press('Space');
      await dialog.getByRole('button', { name: 'Play', exact: true }).waitFor();
      await page.clock.runFor(20_000);
      await shows('Photo 1 of log 24');
      await page.keyboard.press('ArrowRight');
      await shows('Photo 2 of log 24');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      await shows('Photo 1 of log 23');
      await dialog.getByRole('button', { name: 'Play', exact: true }).click();
      await playOn('Photo 4 of log 25');
      // It stops at the end.
      await waitUntil(
        async () => {
          await page.clock.runFor(500);
          return dialog.getByRole('button', { name: 'Play', exact: true }).isVisible();
        },
        (isShown) => isShown,
      );
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      expect(await page.locator('a[data-play]:focus').count()).toBe(1);
      await page.goto(`${url}/projects/${slugs.tall}`);
      expect(await link.count()).toBe(0);
    });
  });

  it('plays by hand only for who wants little motion', async () => {
    await visit(browser, url, { reducedMotion: 'reduce' }, async (page) => {
      await page.clock.install();
      await page.goto(`${url}/projects/${slugs.chinese}?lang=zh-CN`);
      await page.getByRole('link', { name: '播放日志' }).click();
      const dialog = page.getByRole('dialog', { name: '播放日志' });
      const first = dialog.getByRole('img', { name: '第 23 篇日志的第 1 张照片' });
      await first.waitFor();
      await page.clock.runFor(20_000);
      expect(await first.isVisible()).toBe(true);
      expect(await findingsOf(page)).toEqual([]);
      expect(await dialog.getByRole('button').allTextContents()).toEqual(['关闭', '上一张', '下一张']);
      await dialog.getByRole('button', { name: '下一张' }).click();
      await dialog.getByRole('img', { name: '第 24 篇日志的第 1 张照片' }).waitFor();
    });
  });

  it('shows that a wide table scrolls, until its end, and can be scrolled by keyboard', async () => {
    await visit(browser, url, { viewport: { width: 390, height: 844 } }, async (page) => {
      await page.goto(`${url}/projects/${slugs.crowded}`);
      const table = page.locator('.ui-md-scroll').first();
      await table.scrollIntoViewIfNeeded();
      expect(
        await page.evaluate("getComputedStyle(document.querySelector('.ui-md-scroll')).backgroundAttachment"),
      ).toBe('local, local, scroll, scroll');
      await table.focus();
      await page.keyboard.press('ArrowRight');
      await waitUntil(
        () => page.evaluate<number>("document.querySelector('.ui-md-scroll').scrollLeft"),
        (left) => left > 0,
      );
    });
  });
});
