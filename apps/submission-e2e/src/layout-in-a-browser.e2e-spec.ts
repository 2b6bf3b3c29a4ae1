import { callApi, drawImage, sharedStack } from '@shipyard/testing';
import { startBrowser, visit } from '@shipyard/testing/browser';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { mailedLink } from './mailed-link';
import { type Newcomer, register, sessionCookie } from './newcomer';
import { Participant } from './participant';

const PHONE = { width: 390, height: 844 };
const WIDE = { width: 1440, height: 900 };
const LOCALES = ['en', 'zh-CN'] as const;
/** A4 with margins of 15 mm, in CSS pixels. */
const PAPER = { width: 680, height: 1009 };
const MARGIN = { top: '15mm', bottom: '15mm', left: '15mm', right: '15mm' };

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (!box) throw new Error('A box is expected');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
};

describe('the layout in a browser', () => {
  const stack = sharedStack();
  const { submissionUrl: url, credentials } = stack;
  const { submission_url: apiUrl, program_id: programId } = credentials;
  let browser: Browser;
  let person: Newcomer;
  let slug: string;
  let maker: Participant;

  beforeAll(async () => {
    browser = await startBrowser();
    person = await register(apiUrl);
    maker = new Participant(apiUrl, person.token, programId);
    slug = await maker.createProject('Tall lamp');
    const tall = await drawImage({ width: 900, height: 1200 });
    const parts = [1, 2, 3, 4].map(
      (part) => `## Part ${part}\n\n${'It measures the lake. '.repeat(40)}\n\n![](tall.png)`,
    );
    await maker.putReadme(slug, `# Lamp\n\n![[head] The lamp](tall.png)\n\n${parts.join('\n\n')}`, {
      'tall.png': tall,
    });
    for (const title of ['First light', 'Second light', 'Third light'])
      await maker.appendLog(slug, title, 'The sensor answers. '.repeat(30));
  }, 120_000);

  afterAll(() => browser.close());

  const see = (options: BrowserContextOptions, look: (page: Page) => Promise<void>) =>
    visit(browser, url, options, look);

  const signedIn = (options: BrowserContextOptions, look: (page: Page) => Promise<void>) =>
    see(options, async (page) => {
      const [name = '', value = ''] = (await sessionCookie(`${url}/api/v1`, person.email)).split('=', 2);
      await page.context().addCookies([{ name, value, url }]);
      await page.goto(`${url}/studio`);
      await look(page);
    });

  it.each(LOCALES)('stands in one row at the top of a phone, and opens without a script, in %s', async (locale) => {
    await see({ locale, javaScriptEnabled: false }, async (page) => {
      await page.goto(url);
      for (const width of [320, 390]) {
        await page.setViewportSize({ width, height: 844 });
        expect([width, (await boxOf(page.locator('.ui-header'))).height]).toEqual([width, 56]);
        // A stranger joins without opening the menu.
        expect(await page.locator('.ui-header a[href="/join"]:visible').count()).toBe(1);
        const login = page.locator('.ui-header a[href="/login"]:visible');
        expect(await login.count()).toBe(0);
        await page.click('.ui-header summary');
        expect(await login.count()).toBe(1);
        await page.click('.ui-header summary');
      }
    });
  });

  it.each(LOCALES)('begins its first picture within 400 px on a phone, in %s', async (locale) => {
    await see({ locale, viewport: PHONE }, async (page) => {
      await page.goto(url);
      expect((await boxOf(page.locator('.ui-rack'))).y).toBeLessThan(400);
      await page.goto(`${url}/projects/${slug}`);
      expect((await boxOf(page.locator('.ui-front-image'))).y).toBeLessThan(400);
    });
  });

  it('puts a tall picture beside the plate on a wide screen, without bands', async () => {
    await see({ viewport: WIDE }, async (page) => {
      await page.goto(`${url}/projects/${slug}`);
      const [plate, picture, place] = [
        await boxOf(page.locator('.ui-plate')),
        await boxOf(page.locator('.ui-front-image')),
        await boxOf(page.locator('.ui-front-link')),
      ];
      expect(picture.x).toBeGreaterThan(plate.right);
      expect(picture.y).toBeLessThan(plate.y);
      expect(place.width - picture.width).toBeLessThan(2);
      expect(picture.height / picture.width).toBeCloseTo(4 / 3, 1);
    });
  });

  it('leaves no large part of a printed page empty', async () => {
    await see({ viewport: PAPER }, async (page) => {
      await page.goto(`${url}/projects/${slug}`);
      await page.evaluate(`Promise.all([...document.images].map((image) => {
        image.loading = 'eager';
        return image.decode();
      }))`);
      const printed = (await page.pdf({ format: 'A4', margin: MARGIN })).toString('latin1');
      await page.emulateMedia({ media: 'print' });
      const height = await page.evaluate<number>('document.documentElement.scrollHeight');
      const pages = printed.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
      expect(pages).toBeGreaterThan(1);
      expect(pages).toBeLessThanOrEqual(Math.ceil((height / PAPER.height) * 1.15));
      // A picture that does not fit any more leaves less than a third of its page.
      const tallest = await page.evaluate<number>(
        'Math.max(...[...document.images].map((image) => image.getBoundingClientRect().height))',
      );
      expect(tallest).toBeLessThan(PAPER.height / 3);
    });
  });

  it('has the settings in their order, in two columns where there is room', async () => {
    const minor = await register(apiUrl);
    const { token } = minor;
    const born = `${new Date().getUTCFullYear() - 14}-01-01`;
    await callApi(apiUrl, 'PATCH', '/accounts/me', { token: person.token, json: { birth_date: born } });
    await callApi(apiUrl, 'PATCH', '/accounts/me', { token, json: { birth_date: born } });
    const order = 'profile email password sessions data erase guardian tokens apps'.split(' ');
    await signedIn({ viewport: WIDE }, async (page) => {
      await page.goto(`${url}/studio/settings`);
      expect(await page.evaluate(`[...document.querySelectorAll('.ui-part')].map(({ id }) => id)`)).toEqual(order);
      for (const [width, columns] of [
        [1440, 2],
        [1180, 2],
        [1179, 1],
        [390, 1],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        const places = await Promise.all(order.map(async (id) => (await boxOf(page.locator(`#${id}`))).x));
        expect([width, new Set(places).size]).toEqual([width, columns]);
      }
      // The button that shows a password stands below the hint of its field.
      const hint = await boxOf(page.locator('#new_password-hint'));
      expect((await boxOf(page.getByRole('button', { name: 'Show password' }))).y).toBeGreaterThanOrEqual(hint.bottom);
    });
    await callApi(apiUrl, 'POST', '/accounts/me/guardian', {
      token,
      json: { email: `robin-${minor.handle}@example.com` },
    });
    const link = await mailedLink(stack, { accountId: minor.id, kind: 'guardian_asked' });
    await see({ viewport: WIDE }, async (page) => {
      await page.goto(url + link.url.pathname + link.url.search);
      // Its edge if it has one, or else its text.
      const indent = await page.evaluate<number>(`(() => {
        const form = document.querySelector('form[action^="/guardian/renew"]');
        const button = form.querySelector('button');
        const text = document.createRange();
        text.selectNodeContents(button);
        const isFramed = getComputedStyle(button).borderLeftColor !== 'rgba(0, 0, 0, 0)';
        return (isFramed ? button : text).getBoundingClientRect().x - form.getBoundingClientRect().x;
      })()`);
      expect(indent).toBe(0);
    });
  });

  describe('of the README editor', () => {
    const PLACES = ['.ui-pane-source', '.ui-source'];
    const placesOn = (page: Page) =>
      Promise.all(
        [page.getByRole('button', { name: /^Save README/ }), ...PLACES.map((at) => page.locator(at))].map(boxOf),
      );

    const write = async (page: Page, text: string) => {
      await page.goto(`${url}/studio/projects/${await maker.createProject()}`);
      await page.locator('.cm-content').click();
      await page.keyboard.type(text);
      await page.getByText('Not saved yet.').waitFor();
    };

    it.each([PHONE, WIDE])('moves nothing when it saves, at $width px', async (viewport) => {
      await signedIn({ viewport }, async (page) => {
        await write(page, '# Lamp');
        const before = await placesOn(page);
        await page.getByRole('button', { name: /^Save README/ }).click();
        await page.getByText(/^Saved at /).waitFor();
        await page.locator('.ui-editor-state a').waitFor();
        expect(await placesOn(page)).toEqual(before);
      });
    });

    it('begins the text high on a phone, and keeps Save above the keyboard', async () => {
      await signedIn({ viewport: PHONE }, async (page) => {
        await page.goto(`${url}/studio/projects/${await maker.createProject()}`);
        const text = page.locator('.cm-content');
        await text.waitFor();
        expect((await boxOf(text)).y).toBeLessThan(300);
        const start = page.getByRole('heading', { name: 'Where to begin' });
        expect((await boxOf(start)).y).toBeGreaterThan((await boxOf(text)).bottom);
        expect(await page.locator('meta[name=viewport]').getAttribute('content')).toContain(
          'interactive-widget=resizes-content',
        );
        const save = page.getByRole('button', { name: /^Save README/ });
        await text.click();
        await page.setViewportSize({ width: 390, height: 500 });
        expect((await boxOf(save)).bottom).toBeLessThanOrEqual(500);
        // A browser that lays the keyboard over the page says so.
        await page.setViewportSize(PHONE);
        await page.evaluate(`
          Object.defineProperty(visualViewport, 'height', { value: 500 });
          visualViewport.dispatchEvent(new Event('resize'));`);
        expect((await boxOf(save)).bottom).toBeLessThanOrEqual(500);
      });
    });
  });
});
