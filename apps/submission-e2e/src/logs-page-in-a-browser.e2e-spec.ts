import { drawImage, sharedStack, waitUntil } from '@shipyard/testing';
import { findingsInLook, LOOKS, sidewaysInChinese, startBrowser, visit } from '@shipyard/testing/browser';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { logsPath, PHOTO_PICKER } from './log-form-sender';
import { Participant } from './participant';
import { StudioVisitor } from './studio-visitor';

describe('the log page in a browser', () => {
  const stack = sharedStack();
  const { submissionUrl: site, credentials } = stack;
  let visitor: StudioVisitor;
  let maker: Participant;
  let photo: Buffer;
  let browser: Browser;
  let slugs: { none: string; one: string; many: string };

  beforeAll(async () => {
    const newcomer = await StudioVisitor.newcomer(site, credentials.submission_url);
    visitor = newcomer.visitor;
    maker = new Participant(credentials.submission_url, newcomer.person.token, credentials.program_id);
    photo = await drawImage({ width: 640, height: 480 });
    browser = await startBrowser();
    const [none, one, many] = [
      await maker.createProject('Empty boat'),
      await maker.createProject('清湖号'),
      await maker.createProject('The longest name of a boat that measures a lake and another lake after it'),
    ];
    await maker.appendLog(one, '第一次下水', '船浮起来了。\n\n传感器有读数。', [photo]);
    for (let at = 1; at <= 12; at += 1)
      await maker.appendLog(many, `Day ${at} ${'of a long summer '.repeat(at % 4)}`.trim(), 'It rained.\n\nWe waited.');
    slugs = { none, one, many };
  }, 120_000);

  afterAll(() => browser.close());

  const logsOf = async (slug: string) => (await maker.status(slug)).project.logs;

  const signedIn = (see: (page: Page) => Promise<void>, options: BrowserContextOptions = {}) =>
    visit(browser, site, options, async (page) => {
      const [name = '', value = ''] = visitor.cookie.split('=', 2);
      const language = { name: 'lang', value: options.locale ?? 'en', url: site };
      await page.context().addCookies([{ name, value, url: site }, language]);
      await see(page);
    });

  it.each(LOOKS)('has no findings in $locale, $colorScheme', async (look) => {
    const findings: Record<string, string[]> = {};
    await signedIn(async (page) => {
      const see = async (name: string) =>
        Object.assign(findings, await findingsInLook(page, `${name}-${look.colorScheme}-${look.locale}`));
      for (const [name, slug] of Object.entries(slugs)) {
        await page.goto(site + logsPath(slug));
        await see(`logs-${name}`);
      }
      await page.goto(site + logsPath(slugs.one));
      await page.setInputFiles(PHOTO_PICKER, [
        { name: 'bow.png', mimeType: 'image/png', buffer: photo },
        { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no') },
      ]);
      await page.fill('#title', 'Kept');
      await page.fill('#text', '**Kept** too\n- and so on');
      await page.click('main form button[type=submit]');
      await page.locator('#more_photos-error').waitFor();
      await see('logs-refused');
      await page.locator('.ui-log-switch button').nth(1).click();
      await page.locator('.ui-log-seen strong').waitFor();
      await see('logs-preview');
      await page.locator('.ui-upload-refused button:not([data-by])').click();
      await page.click('main form button[type=submit]');
      await page.locator('h3:focus', { hasText: 'Kept' }).waitFor();
      await see('logs-published');
    }, look);
    expect(Object.values(findings).flat()).toEqual([]);
  });

  it('nothing scrolls sideways in Chinese at 320 px', async () => {
    const urls = Object.values(slugs).map((slug) => site + logsPath(slug));
    await signedIn(async (page) => expect(await sidewaysInChinese(page, urls)).toEqual([]), { locale: 'zh-CN' });
  });

  it('lets the tick of a new log grow, and hides a toast that nobody points at', async () => {
    const slug = await maker.createProject('Joyful boat');
    await maker.appendLog(slug, 'First', 'Done.');
    await signedIn(async (page) => {
      const animationOf = (log: number) =>
        page.evaluate<string>(
          `getComputedStyle(document.querySelector('#log-${log} .ui-log-number'), '::after').animationName`,
        );
      await page.clock.install();
      await page.goto(`${site}${logsPath(slug)}`);
      expect(await animationOf(1)).toBe('none');
      await page.fill('#title', 'Second');
      await page.fill('#text', 'Done too.');
      await page.click('main form button[type=submit]');
      await page.locator('h3.ui-log-title:focus', { hasText: 'Second' }).waitFor();
      expect(await page.locator('[data-toast]').count()).toBe(0);
      expect([await animationOf(1), await animationOf(2)]).toEqual(['none', 'ui-tick-grows']);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      expect(await animationOf(2)).toBe('none');
      await page.goto(`${site}/studio/projects/${slug}/details?saved=yes`);
      const toast = page.locator('[data-toast]');
      await toast.hover();
      await page.clock.fastForward(7_000);
      expect(await toast.isVisible()).toBe(true);
      await page.mouse.move(0, 0);
      await page.clock.fastForward(7_000);
      await toast.waitFor({ state: 'hidden' });
    });
  });

  it('keeps the photos of a refused form, drops those that are removed, and shows all in the preview', async () => {
    const slug = await maker.createProject('Patient boat');
    const file = (name: string, buffer = photo) => ({ name, mimeType: 'image/png', buffer });
    await signedIn(async (page) => {
      const names = () => page.locator('.ui-upload-path').allInnerTexts();
      await page.goto(site + logsPath(slug));
      await page.setInputFiles(PHOTO_PICKER, [file('a.png'), file('b.png', Buffer.from('no'))]);
      await page.setInputFiles(PHOTO_PICKER, [file('c.png'), { ...file('d.txt'), mimeType: 'text/plain' }]);
      await page.getByText('“d.txt” was not added.').waitFor();
      await page.evaluate(`for (const kind of ['drop', 'paste']) {
        const data = new DataTransfer();
        data.items.add(new File(['no'], kind + '.png', { type: 'image/png' }));
        const how = { bubbles: true, cancelable: true, dataTransfer: data, clipboardData: data };
        const event = kind === 'drop' ? new DragEvent(kind, how) : new ClipboardEvent(kind, how);
        document.getElementById('text').dispatchEvent(event);
      }`);
      expect(await names()).toEqual(['a.png', 'b.png', 'c.png', 'drop.png', 'paste.png']);
      for (const name of ['drop', 'paste']) await page.getByRole('button', { name: `Remove ${name}.png` }).click();
      await page.fill('#title', 'With photos');
      await page.fill('#text', 'One\nTwo');
      await page.click('main form button[type=submit]');
      await page.locator('.ui-upload-refused', { hasText: 'b.png' }).waitFor();
      expect(await names()).toEqual(['a.png', 'b.png', 'c.png']);
      await page.getByRole('button', { name: 'Remove b.png' }).click();
      await page.locator('.ui-drop:focus').waitFor();
      const see = page.getByRole('button', { name: 'See', exact: true });
      await page.context().setOffline(true);
      await see.click();
      await page.locator('.ui-log-panel', { hasText: 'This needs the network.' }).waitFor();
      await page.context().setOffline(false);
      await see.click();
      await page.locator('.ui-log-seen br').waitFor({ state: 'attached' });
      expect(await page.locator('.ui-log-seen .ui-photos img').count()).toBe(2);
      await page.getByRole('button', { name: 'Write', exact: true }).click();
      expect(await page.inputValue('#text')).toBe('One\nTwo');
      await page.click('main form button[type=submit]');
      await page.locator('h3:focus', { hasText: 'With photos' }).waitFor();
    });
    expect((await logsOf(slug)).map(({ image_urls: urls }) => urls.length)).toEqual([2]);
  });

  it('puts photos into another order by buttons, with what describes them, also over a reload', async () => {
    const slug = await maker.createProject('Ordered boat');
    const files = ['a.png', 'b.png', 'c.png'].map((name) => ({ name, mimeType: 'image/png', buffer: photo }));
    await signedIn(async (page) => {
      const names = () => page.locator('.ui-upload-path').allInnerTexts();
      await page.goto(site + logsPath(slug));
      await page.setInputFiles(PHOTO_PICKER, files);
      await page.getByLabel('What it shows c.png').fill('The bow');
      await page.getByRole('button', { name: 'Move c.png earlier' }).press('Enter');
      await page
        .locator(':focus')
        .and(page.getByRole('button', { name: 'Move c.png earlier' }))
        .press('Enter');
      await page
        .locator(':focus')
        .and(page.getByRole('button', { name: 'Move c.png later' }))
        .waitFor();
      expect(await names()).toEqual(['c.png', 'a.png', 'b.png']);
      await page.locator('.ui-draft-note', { hasText: /\w/ }).waitFor();
      await page.reload();
      await page.locator('.ui-upload-path').nth(2).waitFor();
      expect(await names()).toEqual(['c.png', 'a.png', 'b.png']);
      expect(await page.getByLabel('What it shows c.png').inputValue()).toBe('The bow');
      expect(
        await page.evaluate('[...document.querySelector("[name=more_photos]").files].map(({ name }) => name)'),
      ).toEqual(await names());
      await page.getByLabel('What it shows b.png').fill('The stern');
      await page.fill('#title', 'Described');
      await page.fill('#text', 'It rained.');
      await page.click('main form button[type=submit]');
      await page.locator('h3:focus', { hasText: 'Described' }).waitFor();
    });
    expect((await logsOf(slug))[0]?.captions).toEqual(['The bow', '', 'The stern']);
  });

  it('sends photos again after a lost connection, publishes them once, and names a file that is refused', async () => {
    const slug = await maker.createProject('Lost boat');
    const file = (name: string, buffer = photo) => ({ name, mimeType: 'image/png', buffer });
    await signedIn(async (page) => {
      const outcomes: string[] = [];
      await page.route(`**${logsPath(slug)}`, async (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        outcomes.push('sent');
        // The first is lost on its way, and of the second only the answer.
        if (outcomes.length === 1) return route.abort('connectionreset');
        if (outcomes.length === 2) await route.fetch({ maxRedirects: 0 });
        return outcomes.length === 2 ? route.abort('connectionreset') : route.continue();
      });
      await page.clock.install();
      await page.goto(site + logsPath(slug));
      await page.setInputFiles(PHOTO_PICKER, [file('a.png'), file('b.png')]);
      await page.getByLabel('What it shows a.png').fill('The bow');
      await page.fill('#title', 'Once');
      await page.fill('#text', 'It rained.');
      await page.click('main form button[type=submit]');
      await waitUntil(
        async () => {
          await page.clock.runFor(1_000);
          return page.locator('h3:focus', { hasText: 'Once' }).count();
        },
        (shown) => shown === 1,
      );
      expect(outcomes).toEqual(['sent', 'sent', 'sent']);

      await page.goto(site + logsPath(slug));
      await page.setInputFiles(PHOTO_PICKER, [file('good.png'), file('bad.png', Buffer.from('no'))]);
      await page.fill('#title', 'Twice');
      await page.fill('#text', 'It rained.');
      await page.click('main form button[type=submit]');
      await page.locator('.ui-summary', { hasText: '“bad.png” is damaged or of a wrong kind.' }).waitFor();
      expect(await page.locator('.ui-upload-refused').allInnerTexts()).toEqual([expect.stringContaining('bad.png')]);
    });
    const logs = await logsOf(slug);
    expect(logs.map(({ title, captions }) => [title, captions])).toEqual([['Once', ['The bow', '']]]);
  });

  it('keeps photos over a reload until they are published or discarded, and says if it cannot', async () => {
    const slug = await maker.createProject('Reloaded boat');
    const files = ['a.png', 'b.png'].map((name) => ({ name, mimeType: 'image/png', buffer: photo }));
    await signedIn(async (page) => {
      const uploads = page.locator('.ui-upload-path');
      const keptAre = (count: number) =>
        waitUntil(
          () =>
            page.evaluate<number>(`new Promise((resolve) => {
              indexedDB.open('shipyard').onsuccess = ({ target: { result: database } }) => {
                const asked = database.transaction('pictures').objectStore('pictures').count();
                asked.onsuccess = () => resolve(asked.result);
              };
            })`),
          (kept) => kept === count,
        );
      const choose = async (log: number) => {
        await page.setInputFiles(PHOTO_PICKER, files);
        await page.fill('#title', `Log ${log}`);
        await page.fill('#text', 'It rained.');
        await keptAre(2);
        await page.reload();
        await uploads.nth(1).waitFor();
        expect(await uploads.allInnerTexts()).toEqual(['a.png', 'b.png']);
      };
      await page.goto(site + logsPath(slug));
      await choose(1);
      await page.click('main form button[type=submit]');
      await page.locator('h3:focus', { hasText: 'Log 1' }).waitFor();
      await keptAre(0);

      await page.goto(site + logsPath(slug));
      await choose(2);
      await page.locator('.ui-draft-note button').click();
      expect(await uploads.count()).toBe(0);
      await keptAre(0);
      await page.reload();
      await page.locator('.ui-drop').waitFor();
      expect([await uploads.count(), await page.inputValue('#title')]).toEqual([0, '']);

      await page.addInitScript(`Object.defineProperty(window, 'indexedDB', { value: undefined })`);
      await page.reload();
      await page.setInputFiles(PHOTO_PICKER, files);
      await page.getByText('A reload loses these photos').waitFor();
      await page.reload();
      await page.getByText('Photos that this browser lost: 2.').waitFor();
    });
    expect((await logsOf(slug)).map(({ image_urls: urls }) => urls.length)).toEqual([2]);
  });

  it('takes the same photo once, chosen again or filled in by Back', async () => {
    const slug = await maker.createProject('Doubled boat');
    const file = { name: 'a.png', mimeType: 'image/png', buffer: photo };
    await signedIn(async (page) => {
      const uploads = page.locator('.ui-upload-path');
      await page.goto(site + logsPath(slug));
      await page.setInputFiles(PHOTO_PICKER, file);
      await page.setInputFiles(PHOTO_PICKER, [file, { ...file, name: 'b.png' }]);
      await waitUntil(
        () => uploads.allInnerTexts(),
        (names) => names.join() === 'a.png,b.png',
      );
      await page.fill('#title', 'Once');
      await page.fill('#text', 'It rained.');
      for (let times = 0; times < 2; times += 1) {
        await page.locator('.ui-draft-note', { hasText: /\w/ }).waitFor();
        await page.goto(`${site}/studio`);
        await page.goBack();
        await page.getByText('It was not sent yet.').waitFor();
        await waitUntil(
          () => uploads.allInnerTexts(),
          (names) => names.join() === 'a.png,b.png',
        );
      }
      await page.click('main form button[type=submit]');
      await page.locator('h3:focus', { hasText: 'Once' }).waitFor();
    });
    expect((await logsOf(slug)).map(({ image_urls: urls }) => urls.length)).toEqual([2]);
  });

  it('publishes the photos too if it is sent before they are back', async () => {
    const slug = await maker.createProject('Hasty boat');
    await signedIn(async (page) => {
      await page.goto(site + logsPath(slug));
      await page.setInputFiles(PHOTO_PICKER, { name: 'a.png', mimeType: 'image/png', buffer: photo });
      await page.fill('#title', 'Log 1');
      await page.fill('#text', 'It rained.');
      await page.locator('.ui-draft-note', { hasText: /\w/ }).waitFor();
      let comesBack = () => {};
      const waiting = new Promise<void>((resolve) => (comesBack = resolve));
      await page.route('**/log-form-*.js', async (route) => {
        await waiting;
        await route.continue();
      });
      await page.reload();
      await page.getByText('It was not sent yet.').waitFor();
      await page.click('main form button[type=submit]');
      comesBack();
      await page.locator('h3:focus', { hasText: 'Log 1' }).waitFor();
    });
    expect((await logsOf(slug)).map(({ image_urls: urls }) => urls.length)).toEqual([1]);
  });

  it('has an empty form after Back from a published log, and offers no draft of it', async () => {
    const slug = await maker.createProject('Back and forth');
    await signedIn(async (page) => {
      await page.goto(site + logsPath(slug));
      await page.fill('#title', 'Day 1');
      await page.fill('#text', 'It rained.');
      await page.click('main form button[type=submit]');
      await page.waitForURL(/published=yes/);
      await page.goBack();
      await page.getByRole('heading', { name: 'Write log 2' }).waitFor();
      await page.locator('.ui-draft-note').waitFor({ state: 'attached' });
      expect([await page.inputValue('#title'), await page.inputValue('#text')]).toEqual(['', '']);
      expect(await page.getByText('It was not sent yet.').count()).toBe(0);
    });
  });

  it('publishes by keyboard, and focuses the new heading', async () => {
    const slug = await maker.createProject('Keyboard boat');
    await signedIn(async (page) => {
      await page.goto(site + logsPath(slug));
      await page.focus('#title');
      await page.keyboard.type('Typed');
      // Write and See come before the text.
      for (let tabs = 3; tabs > 0; tabs -= 1) await page.keyboard.press('Tab');
      await page.keyboard.type('By keyboard');
      await page.setInputFiles(PHOTO_PICKER, { name: 'a.png', mimeType: 'image/png', buffer: photo });
      await page.focus('#title');
      await page.keyboard.press('Enter');
      await page.waitForURL(/published=yes/);
      await page.locator('h3:focus', { hasText: 'Typed' }).waitFor();
      await page.locator('.ui-photos a').click();
      await page.getByRole('dialog').getByRole('img', { name: 'Photo 1 of log 1' }).waitFor();
      await page.keyboard.press('Escape');
      await page.locator('.ui-photos a:focus').waitFor();
    });
    expect((await logsOf(slug)).map(({ image_urls: urls }) => urls.length)).toEqual([1]);
  });
});
