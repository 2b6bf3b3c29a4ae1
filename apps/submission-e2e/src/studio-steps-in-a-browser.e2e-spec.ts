import { sharedStack } from '@shipyard/testing';
import { findingsInLook, LOOKS, sidewaysInChinese, smallTargetsOn } from '@shipyard/testing/browser';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { RECIPIENT } from './shipment';
import { studioSteps } from './studio-steps';

const LIMIT_MS = 300_000;

describe('the steps of a project in a browser', () => {
  const steps = studioSteps(sharedStack());
  const { stack, url, minor, projectIn, readme, reviewed, signedIn } = steps;

  beforeAll(steps.open);
  afterAll(steps.close);

  const setState = (slug: string, state: string) =>
    stack.query('submission', 'UPDATE projects SET state = $2 WHERE slug = $1', [slug, state]);

  /** Returns the URLs of the pages. */
  async function eachPage(
    look: BrowserContextOptions,
    see: (page: Page, name: string) => Promise<void>,
  ): Promise<string[]> {
    const urls: string[] = [];
    const [declined, failed, empty] = [
      await reviewed(`${readme}\n[sandbox:review=decline]\n`),
      await reviewed(`${readme}\n[sandbox:review=fail]\n`),
      await minor.createProject(),
    ];
    const [underWay, asked, sent] = [
      await projectIn('draft', minor),
      await minor.createReadyProject(readme),
      await projectIn('approved_to_ship', minor),
    ];
    await setState(underWay, 'review_pending');
    await setState(asked, 'recommended');
    await signedIn(look, async (page) => {
      const open = async (slug: string, section: string, name: string) => {
        const address = `${url}/studio/projects/${slug}/${section}`;
        urls.push(address);
        await page.goto(address);
        await see(page, name);
      };
      const send = async (name: string, heading: string) => {
        await page.click('main form button[type=submit]');
        await page.locator(heading).first().waitFor();
        await see(page, name);
      };
      await open(empty, 'review', 'review-missing');
      await open(failed, 'review', 'review-failed');
      await open(underWay, 'review', 'review-under-way');
      await open(declined, 'review', 'review-remarks');
      await open(empty, 'interview', 'interview-not-yet');
      await open(asked, 'interview', 'interview-begin');
      await send('interview-question', '#answer');
      await send('interview-refused', '[role=alert]');
      await open(empty, 'shipping', 'shipping-not-yet');
      await open(sent, 'shipping', 'shipping-form');
      await send('shipping-refused', '[role=alert]');
      await page.fill('#recipient_name', RECIPIENT.recipient_name);
      await page.fill('#recipient_phone', RECIPIENT.recipient_phone);
      await page.fill('#recipient_address', RECIPIENT.recipient_address);
      await page.check('#guardian_confirmed');
      await send('shipping-read-back', '#read-back[open]');
      await page.click('#read-back button[value=send]');
      await page.locator('details.ui-fold').waitFor();
      await see(page, 'shipping-received');
      await open(sent, 'shipping/withdraw', 'shipping-withdraw');
    });
    return urls;
  }

  it.each(LOOKS)(
    'each page in $locale, $colorScheme: axe finds nothing, and nothing scrolls sideways at 320 px',
    async (look) => {
      const findings: Record<string, string[]> = {};
      const urls = await eachPage(look, async (page, name) => {
        Object.assign(findings, await findingsInLook(page, `${name}-${look.colorScheme}-${look.locale}`));
      });
      await signedIn({ locale: 'zh-CN' }, async (page) => {
        expect(await sidewaysInChinese(page, urls)).toEqual([]);
      });
      expect(Object.entries(findings).filter(([, found]) => found.length > 0)).toEqual([]);
    },
    LIMIT_MS,
  );

  it('has nothing to press that is smaller than a thumb, on a phone and on a wide screen', async () => {
    const slug = await reviewed(`${readme}\n[sandbox:review=decline]\n`);
    const empty = await minor.createProject('Kiln');
    await signedIn({}, async (page) => {
      const small: Record<string, string[]> = {};
      const project = `/studio/projects/${slug}`;
      const paths = [
        '/studio',
        '/studio/settings',
        `${project}/review`,
        `/studio/projects/${empty}/review`,
        `${project}/logs`,
      ];
      for (const path of paths) {
        await page.goto(url + path);
        for (const width of [390, 1440]) {
          await page.setViewportSize({ width, height: 844 });
          small[`${path} at ${width}`] = await smallTargetsOn(page);
        }
      }
      expect(Object.entries(small).filter(([, found]) => found.length > 0)).toEqual([]);
    });
  });

  it('lays nothing of the header over something else, at any width and with doubled text, in one row on a phone', async () => {
    const slug = await minor.createProject('A name as long as the names of projects are');
    await signedIn({}, async (page) => {
      await page.goto(`${url}/studio/projects/${slug}/details`);
      const overlaps = () =>
        page.evaluate<string[]>(`(() => {
          const parts = [...document.querySelectorAll('header a, header summary')].filter((part) => part.checkVisibility());
          const boxes = parts.map((part) => [part.textContent.trim(), part.getBoundingClientRect()]);
          return boxes.flatMap(([name, one], at) => boxes.slice(at + 1).flatMap(([other, two]) =>
            one.left < two.right - 1 && two.left < one.right - 1 && one.top < two.bottom - 1 && two.top < one.bottom - 1
              ? [name + ' / ' + other] : []));
        })()`);
      for (const size of ['100%', '200%'])
        for (const width of [320, 390, 640, 900, 930, 960, 1280]) {
          await page.setViewportSize({ width, height: 700 });
          await page.evaluate(`document.documentElement.style.fontSize = '${size}'`);
          expect([size, width, await overlaps()]).toEqual([size, width, []]);
          const [menu, header] = [
            await page.locator('.ui-studio-account summary').boundingBox(),
            await page.locator('.ui-studio-header').boundingBox(),
          ];
          // A long name of the project once pushed the menu out of the header of a phone.
          expect([size, width, menu && menu.width >= 44 && menu.x + menu.width <= width]).toEqual([size, width, true]);
          if (width < 640 && size === '100%') expect([width, header?.height]).toEqual([width, 56]);
        }
    });
  });

  it('says until when one can answer, in the time of the reader', async () => {
    const slug = await projectIn('recommended', minor);
    await signedIn({ timezoneId: 'Asia/Kathmandu' }, async (page) => {
      await page.goto(`${url}/studio/projects/${slug}/interview`);
      await page.click('main form button[type=submit]');
      const time = page.locator('main time', { hasText: /^\d\d:\d\d$/ });
      await time.waitFor();
      const end = new Date((await time.getAttribute('datetime')) ?? '');
      // Kathmandu is 5:45 hours ahead of UTC.
      const local = new Date(end.getTime() + 345 * 60_000);
      expect(await time.innerText()).toBe(local.toISOString().slice(11, 16));
    });
  });

  it.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
    'an answer that is too large to send is still in its field: $javaScriptEnabled',
    async ({ javaScriptEnabled }) => {
      const slug = await projectIn('recommended', minor);
      const text = 'A long summer. '.repeat(20_000);
      await signedIn({ javaScriptEnabled }, async (page) => {
        await page.goto(`${url}/studio/projects/${slug}/interview`);
        await page.click('main form button[type=submit]');
        await page.fill('#answer', text);
        await page.click('main form button[type=submit]');
        let emptyForm = '';
        if (javaScriptEnabled) {
          await page.locator('#answer-error').getByText('This is too long to send.').waitFor();
          expect(await page.locator('#answer:focus').count()).toBe(1);
        } else {
          await page.getByRole('heading', { level: 1, name: 'This is too long to send' }).waitFor();
          const link = page.getByRole('link', { name: 'Open an empty form' });
          emptyForm = new URL((await link.getAttribute('href')) ?? '', page.url()).href;
          await page.goBack();
        }
        expect(await page.inputValue('#answer')).toBe(text);
        if (emptyForm === '') return;
        await page.goto(emptyForm);
        expect(await page.inputValue('#answer')).toBe('');
      });
    },
  );
});
