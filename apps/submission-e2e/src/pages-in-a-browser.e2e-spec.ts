import { randomUUID } from 'node:crypto';
import { sharedStack } from '@shipyard/testing';
import { findingsInLook, LOOKS, ringlessOn, sidewaysInChinese, startBrowser, visit } from '@shipyard/testing/browser';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { AccountHolder } from './account-holder';
import { openSession, PASSWORD, register } from './newcomer';
import { Participant } from './participant';

interface SeenPage {
  name: string;
  /** Without one, it is the page before. */
  path?: string;
  /** What is typed and pressed before the page is looked at. */
  act?: (page: Page) => Promise<void>;
}

/** Waits for the page that a click or a key leads to. */
async function follow(page: Page, act: () => Promise<void>): Promise<void> {
  const loaded = page.waitForEvent('load');
  await act();
  await loaded;
}

/** The script of a form shows what was refused without another page. */
async function sendInVain(page: Page): Promise<void> {
  await page.click('main button[type=submit]');
  await page.locator('.ui-summary:focus').waitFor();
}

const send = (page: Page) => follow(page, () => page.click('main button[type=submit]'));

const PAGES: SeenPage[] = [
  { name: 'styleguide', path: '/styleguide' },
  { name: 'assistants', path: '/assistants' },
  { name: 'privacy', path: '/privacy' },
  { name: 'not-found', path: '/nothing-here' },
  { name: 'reset', path: '/reset' },
  {
    name: 'reset-refused',
    act: async (page) => {
      await page.fill('#email', 'noor@');
      await sendInVain(page);
    },
  },
  { name: 'reset-sent', path: '/reset/sent' },
  { name: 'choose-password', path: '/reset?token=TOKEN' },
  { name: 'choose-password-refused', act: sendInVain },
  { name: 'password-changed', path: '/reset/done' },
  { name: 'confirm', path: '/confirm?token=any' },
  { name: 'confirm-too-old', act: send },
  { name: 'unsubscribe', path: '/unsubscribe?token=any' },
  { name: 'link-used', path: '/reset?token=prt_used' },
];

describe('pages in a browser', () => {
  const stack = sharedStack();
  const { submissionUrl: url, credentials } = stack;
  const admin = new Participant(credentials.submission_url, credentials.staff.admin, credentials.program_id);
  let browser: Browser;
  let resetToken: string;

  const newResetToken = async () => {
    const { id, email } = await register(credentials.submission_url);
    const { body } = await admin.call<{ reset_link: { url: string } }>('POST', `/admin/accounts/${id}/reset-link`);
    return { email, token: new URL(body.data.reset_link.url).searchParams.get('token') ?? '' };
  };

  beforeAll(async () => {
    browser = await startBrowser();
    resetToken = (await newResetToken()).token;
  });

  afterAll(() => browser.close());

  const visitSite = (options: BrowserContextOptions, see: (page: Page) => Promise<void>) =>
    visit(browser, url, options, see);

  const open = async (page: Page, { path: address, act }: SeenPage) => {
    if (address !== undefined) await page.goto(url + address.replace('TOKEN', resetToken));
    await act?.(page);
  };

  it.each(LOOKS)(
    'each page in $locale, $colorScheme: axe finds nothing, and nothing scrolls sideways at 320 px',
    async (look) => {
      const findings: Record<string, string[]> = {};
      await visitSite(look, async (page) => {
        for (const each of PAGES) {
          await open(page, each);
          Object.assign(findings, await findingsInLook(page, `${each.name}-${look.colorScheme}-${look.locale}`));
        }
      });
      expect(Object.entries(findings).filter(([, found]) => found.length > 0)).toEqual([]);
    },
  );

  it('nothing scrolls sideways in Chinese at 320 px', async () => {
    const paths = ['/styleguide', '/assistants', '/privacy', '/nothing-here', '/reset', '/confirm?token=any', '/'];
    await visitSite({ locale: 'zh-CN' }, async (page) => {
      expect(
        await sidewaysInChinese(
          page,
          paths.map((path) => url + path),
        ),
      ).toEqual([]);
    });
  });

  it('a keyboard is enough: skip link, form, what was refused, and the ring is always seen', async () => {
    await visitSite({}, async (page) => {
      const focused = <Result>(expression: string) => page.evaluate<Result>(`document.activeElement.${expression}`);
      await page.goto(`${url}/reset`);
      await page.keyboard.press('Tab');
      expect(await focused('textContent')).toBe('Skip to the content');
      expect(await page.locator('.ui-skip').boundingBox()).toMatchObject({ x: 8, y: 8 });
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      expect(await focused('id')).toBe('email');
      expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
      await page.keyboard.type('noor@');
      await page.keyboard.press('Enter');
      await page.locator('.ui-summary:focus').waitFor();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      expect(await focused('id')).toBe('email');
      expect(await focused('value')).toBe('noor@');
      await page.keyboard.press('End');
      await page.keyboard.type('example.com');
      await page.keyboard.press('Enter');
      await page.waitForURL(`${url}/reset/sent`);
    });
  });

  it('tells people how to connect an assistant, and copies the URL of its server', async () => {
    await visitSite({ locale: 'en', permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
      await page.goto(url);
      await follow(page, () => page.getByRole('link', { name: 'For AI assistants' }).click());
      expect(page.url()).toBe(`${url}/assistants`);
      await page.getByRole('button', { name: 'Copy URL' }).click();
      await page.getByText('Copied').waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await page.locator('#mcp-url').textContent());
      expect(await page.locator('#mcp-url').textContent()).toMatch(/\/mcp$/);
      const links = await page.locator('main a').evaluateAll((all) => all.map((each) => each.getAttribute('href')));
      const texts = ['/llms.txt', '/llms-full.txt', '/api/v1/openapi.json'];
      expect(links).toEqual(['/studio/settings#tokens', '/studio/settings#apps', ...texts]);
      for (const path of texts) expect((await page.request.get(`${url}${path}`)).status()).toBe(200);
    });
  });

  it('shows toasts in their places, and where the focus is on everything that can have it', async () => {
    await visitSite({}, async (page) => {
      await page.goto(`${url}/styleguide`);
      const outside = await page.evaluate<number>(`[...document.querySelectorAll('[data-toast]')].filter((toast) => {
        const [own, box] = [toast, toast.parentElement].map((each) => each.getBoundingClientRect());
        return own.top < box.top || own.bottom > box.bottom;
      }).length`);
      expect([await page.locator('[data-toast]').count(), outside]).toEqual([4, 0]);
      expect(await ringlessOn(page)).toEqual([]);
    });
  });

  it('a password is reset and the language is switched without JavaScript', async () => {
    const { email, token } = await newResetToken();
    await visitSite({ javaScriptEnabled: false, locale: 'en' }, async (page) => {
      await page.goto(`${url}/reset?token=${token}`);
      await send(page);
      await page.getByText('Enter a new password.').first().waitFor();
      await follow(page, () => page.getByRole('banner').getByRole('link', { name: '中文' }).click());
      await page.getByRole('heading', { name: '设置新密码' }).waitFor();
      await page.fill('#password', 'another good password');
      await page.check('#revoke_tokens');
      await send(page);
      await page.getByRole('heading', { name: '密码已经修改' }).waitFor();
      expect(page.url()).toBe(`${url}/reset/done`);
    });
    await openSession(credentials.submission_url, email, 'another good password');
  });

  it('forgets what somebody typed who is too young for an account', async () => {
    await visitSite({ locale: 'en' }, async (page) => {
      await page.goto(`${url}/join`);
      const typed = {
        ...{ '#display_name': 'Kim', '#handle': 'too-young', '#email': 'kim@example.com', '#password': PASSWORD },
        ...{ '#birth_date': `${new Date().getUTCFullYear() - 9}-01-01`, '#guardian_email': 'parent@example.com' },
      };
      for (const [field, text] of Object.entries(typed)) await page.fill(field, text);
      await page.click('main form button[type=submit]');
      await page.getByRole('heading', { name: 'You cannot have an account yet' }).waitFor();
      await page.goto(`${url}/join`);
      for (const field of Object.keys(typed)) expect([field, await page.inputValue(field)]).toEqual([field, '']);
    });
  });

  it('what a visitor types outlives a lost connection and a reload, but not the visit, and no password is kept', async () => {
    const slug = await admin.createProject();
    const handle = `v-${randomUUID().slice(0, 20)}`;
    const email = `${handle}@example.com`;
    const forms: { path: string; fields: Record<string, string>; hasPassword?: true; sent?: string }[] = [
      { path: '/login', fields: { '#email': email }, hasPassword: true },
      { path: '/reset', fields: { '#email': email } },
      { path: `/projects/${slug}/report`, fields: { '#reason': 'It is a copy\nof mine.' }, sent: '**/report/sent' },
      {
        path: '/join',
        fields: { '#display_name': 'Noor', '#handle': handle, '#email': email, '#birth_date': '2012-05-31' },
        hasPassword: true,
        sent: `${url}/studio`,
      },
    ];
    await visitSite({ locale: 'en' }, async (page) => {
      const kept = () => page.evaluate<string[]>('Object.keys(sessionStorage).filter((key) => key.includes("draft"))');
      const submit = () => page.click('main form button[type=submit]');
      const typed = async (fields: Record<string, string>) => {
        for (const [field, text] of Object.entries(fields))
          expect([field, await page.inputValue(field)]).toEqual([field, text]);
      };
      for (const { path, fields, hasPassword, sent } of forms) {
        await page.goto(url + path);
        for (const [field, text] of Object.entries(fields)) await page.fill(field, text);
        if (hasPassword) await page.fill('#password', PASSWORD);
        await page.route(url + path, (route) => route.abort('connectionreset'));
        await submit();
        await page.getByText('We could not reach the service.').waitFor();
        await page.unroute(url + path);
        await typed({ ...fields, ...(hasPassword && { '#password': PASSWORD }) });
        expect(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')).not.toContain(PASSWORD);
        await page.reload();
        await typed({ ...fields, ...(hasPassword && { '#password': '' }) });
        if (!sent) continue;
        if (hasPassword) await page.fill('#password', PASSWORD);
        const before = await kept();
        await submit();
        await page.waitForURL(sent);
        expect(await kept()).toHaveLength(before.length - 1);
      }
      expect(await kept()).toHaveLength(2);
      await page.locator('.ui-studio-account summary').click();
      await page.getByRole('button', { name: 'Log out' }).click();
      await page.waitForURL(`${url}/`);
      expect(await kept()).toEqual([]);
      expect(await page.evaluate('JSON.stringify({ ...localStorage })')).toBe('{}');
    });
  });

  it('keeps no code of a second factor', async () => {
    const holder = await AccountHolder.register(stack);
    await holder.setUpTotp();
    await visitSite({ locale: 'en' }, async (page) => {
      await page.goto(`${url}/login`);
      await page.fill('#email', holder.account.email);
      for (const code of ['', 'wrong-code-1']) {
        await page.fill('#password', holder.password);
        if (code !== '') await page.fill('#code', code);
        await sendInVain(page);
      }
      await page.getByText('The code is wrong or was used before.').first().waitFor();
      const kept = await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })');
      expect(kept).toContain(holder.account.email);
      expect(kept).not.toContain('wrong-code-1');
    });
  });

  it('a color scheme is chosen against the system, and stays', async () => {
    await visitSite({ colorScheme: 'light' }, async (page) => {
      const ground = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
      await page.goto(`${url}/reset`);
      const light = await ground();
      await follow(page, () => page.getByRole('link', { name: 'Dark' }).click());
      const dark = await ground();
      expect(dark).not.toBe(light);
      await page.goto(`${url}/reset/sent`);
      expect(await ground()).toBe(dark);
      await follow(page, () => page.getByRole('link', { name: 'System colors' }).click());
      expect(await ground()).toBe(light);
    });
  });
});
