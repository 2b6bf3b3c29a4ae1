import { drawImage, sharedStack } from '@shipyard/testing';
import { findingsInLook, LOOKS, ringlessOn, sidewaysInChinese, startBrowser, visit } from '@shipyard/testing/browser';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { type Newcomer, PASSWORD } from './newcomer';
import { Participant } from './participant';
import { StudioVisitor } from './studio-visitor';

const README = '# Boat\n\n![[head] The boat](front.png)\n\nIt measures the lake.';
const MANY = 12;

/** Someone with no project, with one, or with far too many. */
interface Maker {
  person: Newcomer;
  cookie: string;
  slugs: string[];
}

describe('the studio in a browser', () => {
  const stack = sharedStack();
  const { submissionUrl: url, credentials } = stack;
  const { submission_url: apiUrl, program_id: programId } = credentials;
  let browser: Browser;
  let nobody: Maker;
  let somebody: Maker;
  let everybody: Maker;

  async function newMaker(make: (participant: Participant) => Promise<string[]>): Promise<Maker> {
    const { visitor, person } = await StudioVisitor.newcomer(url, apiUrl);
    const slugs = await make(new Participant(apiUrl, person.token, programId));
    return { person, cookie: visitor.cookie, slugs };
  }

  async function makeBoat(participant: Participant, name = '清湖号 · 无人测水船'): Promise<string> {
    const slug = await participant.createProject(name);
    await participant.putReadme(slug, README, { 'front.png': await drawImage({ width: 1200, height: 800 }) });
    await participant.appendLog(slug, 'First light', 'The sensor answers.');
    return slug;
  }

  async function makeMany(participant: Participant): Promise<string[]> {
    const slugs = [
      await makeBoat(participant, `The longest name of a boat ${'that measures a lake '.repeat(3)}`.slice(0, 80)),
    ];
    for (let at = 1; at < MANY; at += 1) slugs.push(await participant.createProject(`Weather station ${at}`));
    return slugs;
  }

  beforeAll(async () => {
    browser = await startBrowser();
    nobody = await newMaker(() => Promise.resolve([]));
    somebody = await newMaker(async (participant) => [await makeBoat(participant)]);
    everybody = await newMaker(makeMany);
  }, 120_000);

  afterAll(() => browser.close());

  const signedIn = ({ cookie }: Maker, see: (page: Page) => Promise<void>, options: BrowserContextOptions = {}) =>
    visit(browser, url, options, async (page) => {
      const [name = '', value = ''] = cookie.split('=', 2);
      // The account's own language would come before the browser's.
      const language = { name: 'lang', value: options.locale ?? 'en', url };
      await page.context().addCookies([{ name, value, url }, language]);
      await see(page);
    });

  const detailsOf = ({ slugs: [slug = ''] }: Maker) => `/studio/projects/${slug}/details`;

  async function withWaitingPictures({ slugs: [slug = ''] }: Maker, work: () => Promise<void>): Promise<void> {
    const see = (visibility: string) =>
      stack.query('submission', 'UPDATE projects SET declared_visibility = $2 WHERE slug = $1 RETURNING id', [
        slug,
        visibility,
      ]);
    await see('private');
    await stack.query(
      'submission',
      `WITH image AS (
         INSERT INTO foreign_images (id, url, url_sha256) SELECT gen_random_uuid(), url, sha256(url::bytea) FROM unnest($2::text[]) url
         ON CONFLICT DO NOTHING RETURNING id
       ) INSERT INTO readme_foreign_images (project_id, image_id) SELECT project.id, image.id FROM image, projects project WHERE slug = $1`,
      [slug, ['https://host.example/boat.png', `https://host.example/${'a-long-path-without-a-space-'.repeat(8)}.png`]],
    );
    await work();
    await see('public');
  }

  /** Opens each page of this suite, and calls `see` with its name. */
  async function eachPage(
    look: BrowserContextOptions,
    see: (page: Page, name: string) => Promise<void>,
  ): Promise<void> {
    const open = async (page: Page, path: string, name: string, act?: () => Promise<void>) => {
      await page.goto(url + path);
      await act?.();
      await see(page, name);
    };
    const goOn = async (page: Page, name: string, act: () => Promise<void>) => {
      await act();
      await see(page, name);
    };
    const refused = async (page: Page, heading: string) => {
      await page.click('main form button[type=submit]');
      await page.locator('.ui-summary:focus').waitFor();
      await page.getByRole('heading', { name: heading }).first().waitFor();
    };
    await visit(browser, url, look, async (page) => {
      await open(page, '/login?next=/studio', 'log-in');
      await goOn(page, 'log-in-refused', () => refused(page, ''));
      await open(page, '/join', 'join');
      await goOn(page, 'join-refused', () => refused(page, ''));
    });
    await signedIn(nobody, (page) => open(page, '/studio', 'home-none'), look);
    await signedIn(
      everybody,
      async (page) => {
        await open(page, '/studio', 'home-many');
        await goOn(page, 'home-switcher', () => page.locator('.ui-menu-framed').click());
      },
      look,
    );
    await signedIn(
      somebody,
      async (page) => {
        await open(page, '/studio', 'home-one');
        await goOn(page, 'home-menu', () => page.locator('.ui-studio-account summary').click());
        await open(page, '/studio/new', 'new-project');
        await goOn(page, 'new-project-refused', () => refused(page, ''));
        await open(page, detailsOf(somebody), 'details');
        await goOn(page, 'details-delete', () => page.locator('.ui-disclosure').click());
        await open(page, detailsOf(somebody), 'details-refused', async () => {
          await page.fill('#name', '');
          await page.fill('#demo_urls', 'ftp://one.example');
          await refused(page, '');
        });
        await open(page, `${detailsOf(somebody)}/pictures`, 'pictures-none');
        await withWaitingPictures(somebody, async () => {
          await open(page, detailsOf(somebody), 'details-private');
          await open(page, `${detailsOf(somebody)}/pictures`, 'pictures');
        });
        await open(page, detailsOf(everybody), 'not-yours');
        await open(page, '/studio/settings', 'settings');
        await goOn(page, 'settings-delete', async () => {
          await page.locator('#erase summary').click();
          await page.locator('#erase button').click();
          await page.locator('#erase_password-error').waitFor();
        });
        await loseSession(page);
        await see(page, 'session-ended');
        await logInAgain(page);
        await see(page, 'kept-form');
      },
      look,
    );
  }

  /** A session that ends in the middle of a form, without the scripts that would ask for the password in a dialog. */
  async function loseSession(page: Page): Promise<void> {
    await page.goto(url + detailsOf(somebody));
    await page.fill('#tagline', 'It measures the lake behind the school.');
    await page.context().clearCookies({ name: /session/ });
    const loaded = page.waitForEvent('load');
    await page.evaluate('document.querySelector("main form").submit()');
    await loaded;
  }

  async function logInAgain(page: Page): Promise<void> {
    await page.fill('#log_in_email', somebody.person.email);
    await page.fill('#log_in_password', PASSWORD);
    const loaded = page.waitForEvent('load');
    await page.keyboard.press('Enter');
    await loaded;
  }

  it.each(LOOKS)(
    'each page in $locale, $colorScheme: axe finds nothing, and nothing scrolls sideways at 320 px',
    async (look) => {
      const findings: Record<string, string[]> = {};
      await eachPage(look, async (page, name) => {
        Object.assign(findings, await findingsInLook(page, `studio-${name}-${look.colorScheme}-${look.locale}`));
      });
      expect(Object.entries(findings).filter(([, found]) => found.length > 0)).toEqual([]);
    },
    300_000,
  );

  it('nothing scrolls sideways in Chinese at 320 px', async () => {
    const locale = 'zh-CN';
    const of = (...paths: string[]) => paths.map((path) => url + path);
    const project = detailsOf(somebody).replace('/details', '');
    const parts = ['logs', 'details', 'review', 'interview', 'shipping'].map((part) => `${project}/${part}`);
    await visit(browser, url, { locale }, async (page) => {
      expect(await sidewaysInChinese(page, of('/login', '/join'))).toEqual([]);
    });
    await signedIn(
      somebody,
      async (page) => {
        const own = of('/studio', '/studio/new', '/studio/settings', project, ...parts);
        expect(await sidewaysInChinese(page, own)).toEqual([]);
      },
      { locale },
    );
  });

  it.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
    'a keyboard is enough to join, make a project and log out ($javaScriptEnabled)',
    async ({ javaScriptEnabled }) => {
      const handle = `k-${Date.now().toString(36)}-${javaScriptEnabled ? 'on' : 'off'}`;
      await visit(browser, url, { javaScriptEnabled }, async (page) => {
        const typeInto = async (id: string, text: string) => {
          await page.locator(`#${id}`).focus();
          await page.keyboard.type(text);
        };
        await page.goto(`${url}/join`);
        await typeInto('display_name', 'Noor');
        await typeInto('handle', handle);
        await typeInto('email', `${handle}@example.com`);
        // The order of the parts of a date depends on the language of the browser.
        await page.fill('#birth_date', '2000-01-31');
        await typeInto('password', PASSWORD);
        await page.keyboard.press('Enter');
        await page.waitForURL(`${url}/studio`);
        await page.getByRole('link', { name: 'Start a project' }).focus();
        await page.keyboard.press('Enter');
        await page.waitForURL(`${url}/studio/new`);
        await typeInto('name', 'A lake');
        await page.locator('#slug').fill('');
        await typeInto('slug', handle);
        await page.keyboard.press('Enter');
        await page.waitForURL(`${url}/studio/projects/${handle}`);
        await page.goto(`${url}/studio/projects/${handle}/details`);
        await page.locator('.ui-studio-account summary').focus();
        await page.keyboard.press('Enter');
        await page.getByRole('button', { name: 'Log out' }).focus();
        await page.keyboard.press('Enter');
        await page.waitForURL(`${url}/`);
        await page.goto(`${url}/studio`);
        expect(page.url()).toBe(`${url}/login?next=%2Fstudio`);
      });
    },
    60_000,
  );

  it('a refused join asks for the password again, shows it on request, and keeps it in no draft', async () => {
    await visit(browser, url, {}, async (page) => {
      const handle = `p-${Date.now().toString(36)}`;
      const password = page.locator('#password');
      const stored = () => page.evaluate<string>('JSON.stringify([localStorage, sessionStorage])');
      await page.goto(`${url}/join`);
      await page.fill('#display_name', 'Noor');
      await page.fill('#handle', 'No handle');
      await page.fill('#email', `${handle}@example.com`);
      await page.locator('#birth_date').pressSequentially('0131200011');
      expect(await page.inputValue('#birth_date')).toMatch(/^\d{4}-01-31$/);
      await page.fill('#birth_date', '2000-01-31');
      await page.getByRole('button', { name: 'Show password' }).click();
      await password.fill(PASSWORD);
      expect(await password.getAttribute('type')).toBe('text');
      await page.locator('.ui-draft-note', { hasText: 'without passwords' }).waitFor();
      expect(await stored()).toContain('Noor');
      expect(await stored()).not.toContain(PASSWORD);
      await page.click('main form button[type=submit]');
      await page.locator('#password-error', { hasText: 'Enter your password again.' }).waitFor();
      await page.locator('.ui-summary:focus a[href="#password"]').waitFor();
      expect(await password.inputValue()).toBe('');
      await page.fill('#handle', handle);
      await page.getByRole('button', { name: 'Show password' }).click();
      await password.fill(PASSWORD);
      await page.getByRole('button', { name: 'Hide password' }).click();
      expect(await password.getAttribute('type')).toBe('password');
      await page.click('main form button[type=submit]');
      await page.waitForURL(`${url}/studio`);
      expect(await stored()).not.toContain(PASSWORD);
    });
  });

  it('shows where the focus is on everything that can have it', async () => {
    await signedIn(somebody, async (page) => {
      await page.goto(url + detailsOf(somebody));
      expect(await ringlessOn(page)).toEqual([]);
    });
  });
});
