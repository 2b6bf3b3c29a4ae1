import { sharedStack } from '@shipyard/testing';
import { findingsInLook, LOOKS, sidewaysOf, startBrowser, visit } from '@shipyard/testing/browser';
import type { Browser, Page } from 'playwright-core';
import { OauthClient, sendForm } from './oauth-client';
import { StudioVisitor } from './studio-visitor';

describe('the pages that connect programs, in a browser', () => {
  const stack = sharedStack();
  const { submissionUrl: url } = stack;
  let browser: Browser;
  let visitor: StudioVisitor;

  beforeAll(async () => {
    browser = await startBrowser();
    ({ visitor } = await StudioVisitor.newcomer(url, stack.credentials.submission_url));
  }, 120_000);

  afterAll(() => browser.close());

  const signIn = async (page: Page) => {
    const [name = '', value = ''] = visitor.cookie.split('=', 2);
    await page.context().addCookies([{ name, value, url }]);
  };
  const askForDevice = async (deviceName: string) => {
    const { body } = await sendForm<{ user_code: string }>(url, '/oauth/device_authorization', {
      client_id: 'shipyard-cli',
      device_name: deviceName,
    });
    return body.user_code;
  };

  const HEADINGS = {
    en: { device: 'Allow the command line', consent: 'Connect an app', refused: 'This app cannot be connected' },
    'zh-CN': { device: '授权命令行', consent: '连接应用', refused: '无法连接这个应用' },
  };

  it.each(LOOKS)('look right in $locale and $colorScheme', async (look) => {
    const client = await OauthClient.register(url, { client_name: '水滴助手 · an assistant with rather a long name' });
    const userCode = await askForDevice('noor-and-a-very-long-name-of-a-laptop-without-space.local');
    const findings: Record<string, string[]> = {};
    const { device, consent, refused } = HEADINGS[look.locale];
    await visit(browser, url, look, async (page) => {
      await signIn(page);
      const see = async (path: string, name: string, heading: string) => {
        await page.goto(`${url}${path}${path.includes('?') ? '&' : '?'}lang=${look.locale}`);
        expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(heading);
        Object.assign(findings, await findingsInLook(page, `${name}-${look.colorScheme}-${look.locale}`));
      };
      await see('/device', 'device-code', device);
      await see('/device?user_code=BBBB-BBBB', 'device-unknown', device);
      await see(`/device?user_code=${userCode}`, 'device', device);
      await see(client.authorizePath(), 'consent', consent);
      await see(client.authorizePath({ redirect_uri: 'https://evil.example' }), 'consent-refused', refused);
      await see(client.authorizePath({ scope: 'everything' }), 'consent-wrong-request', refused);
    });
    expect(Object.entries(findings).filter(([, found]) => found.length > 0)).toEqual([]);
    expect(Object.keys(findings).length).toBeGreaterThanOrEqual(6);
  });

  it('speak Chinese, and nothing scrolls sideways at 320 px', async () => {
    const client = await OauthClient.register(url, { client_name: '水滴助手' });
    const { device, consent } = HEADINGS['zh-CN'];
    await visit(browser, url, { locale: 'zh-CN' }, async (page) => {
      await signIn(page);
      for (const [path, heading] of [
        ['/device?user_code=BBBB-BBBB', device],
        [client.authorizePath(), consent],
      ] as const) {
        await page.goto(`${url}${path}&lang=zh-CN`);
        expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(heading);
        expect(await sidewaysOf(page, 320)).toEqual([]);
      }
    });
  });

  it('let a person allow a device with the keyboard', async () => {
    const userCode = await askForDevice('noor-laptop');
    await visit(browser, url, { locale: 'en' }, async (page) => {
      await signIn(page);
      await page.goto(`${url}/device`);
      await page.getByLabel('Code').fill(userCode.toLowerCase());
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Allow', exact: true }).press('Enter');
      await page.waitForURL(`${url}/device/allowed`);
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('You are logged in there');
    });
  });

  it('lead back to a program on this computer, although our policy allows forms only where they should go', async () => {
    const client = await OauthClient.register(url, { redirect_uris: ['http://localhost/programs'] });
    const back = `http://localhost:${new URL(url).port}/programs`;
    const context = await browser.newContext({ locale: 'en' });
    try {
      const page = await context.newPage();
      await signIn(page);
      await page.goto(url + client.authorizePath({ redirect_uri: back }));
      await page.getByRole('button', { name: 'Allow', exact: true }).click();
      await page.waitForURL((to) => to.hostname === 'localhost');
      const answer = new URL(page.url()).searchParams;
      expect([answer.get('code'), answer.get('state')]).toEqual([expect.stringMatching(/^poc_/), 'its own state']);
    } finally {
      await context.close();
    }
  });
});
