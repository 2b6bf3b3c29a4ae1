import { randomUUID } from 'node:crypto';
import { callApi, sharedStack, waitUntil } from '@shipyard/testing';
import { findingsInLook, LOOKS, startBrowser, visit } from '@shipyard/testing/browser';
import type { Browser, Page } from 'playwright-core';
import { Admin } from './admin-client';

const HOME = '/admin/console';

describe('the console of operators', () => {
  const { gatewayUrl: url, credentials } = sharedStack();
  const owner = new Admin(url, credentials.gateway_admin_key);
  const viewer = { email: `viewer-${randomUUID().slice(0, 8)}@example.com`, password: 'correct horse battery' };
  let browser: Browser;
  let secret: string;
  let requestId: string;

  beforeAll(async () => {
    browser = await startBrowser();
    await owner.do('POST', '/users', { ...viewer, role: 'viewer' });
    ({ secret } = await owner.customer('100'));
    const answer = await callApi(url, 'POST', '/v1/chat/completions', {
      token: secret,
      json: { model: 'sandbox-chat', messages: [{ role: 'user', content: 'A secret prompt' }] },
    });
    requestId = answer.headers.get('x-request-id') ?? '';
    await waitUntil(
      () => owner.call('GET', `/requests/${requestId}`),
      ({ status }) => status === 200,
    );
  });

  afterAll(() => browser.close());

  async function logIn(page: Page, { email, password }: { email: string; password: string }, path = HOME) {
    await page.goto(url + path);
    await page.fill('#email', email);
    await page.fill('#password', password);
    await page.click('main button');
  }

  const csrfOf = (page: Page) => page.locator('input[name=csrf_token]').first().inputValue();

  it('leads from the log-in to a call, what was decided and what it cost', async () => {
    await visit(browser, url, { javaScriptEnabled: false, locale: 'en' }, async (page) => {
      const { email } = credentials.gateway_console;
      await logIn(page, { email, password: 'not the password' }, `${HOME}/requests`);
      await page.locator('#password-error').getByText('The email or the password is wrong.').waitFor();
      expect(await page.inputValue('#email')).toBe(email);
      await page.fill('#password', credentials.gateway_console.password);
      await page.click('main button');
      await page.waitForURL(`${url}${HOME}/requests`);

      await page.fill('#id', requestId);
      await page.getByRole('button', { name: 'Show' }).first().click();
      await page.waitForURL(`${url}${HOME}/requests/${requestId}`);
      const { body } = await owner.call<{ request: { cost_cny: string; key_id: string } }>(
        'GET',
        `/requests/${requestId}`,
      );
      const { cost_cny: cost, key_id: keyId } = body.data.request;
      const shown = await page.locator('.ui-console-facts').innerText();
      expect(shown.replaceAll(/\s/g, '')).toContain(cost.replaceAll(/\s/g, ''));
      expect(await page.getByRole('cell', { name: 'answered' }).count()).toBe(1);
      expect(await page.content()).not.toContain('A secret prompt');

      await page.getByRole('link', { name: keyId }).click();
      await page.waitForURL(`${url}${HOME}/requests?key_id=${keyId}`);
      expect(await page.locator('tbody tr').count()).toBe(1);

      await page.getByRole('link', { name: 'Overview' }).click();
      await page.getByRole('heading', { level: 1, name: /^The books agree\. / }).waitFor();
      expect(await page.locator('.ui-figures').innerText()).toMatch(/Requests\n[1-9]/);

      await page.locator('summary').first().click();
      await page.getByRole('button', { name: 'Log out' }).click();
      await page.waitForURL(`${url}${HOME}/login`);
      await page.goto(`${url}${HOME}/overview`);
      expect(page.url()).toBe(`${url}${HOME}/login?next=%2Fadmin%2Fconsole%2Foverview`);
    });
  });

  it('shows who would get a call, and keeps what was typed', async () => {
    await visit(browser, url, { locale: 'en' }, async (page) => {
      await logIn(page, credentials.gateway_console, `${HOME}/routes`);
      await page.fill('#request', '{ "model": ');
      await page.getByRole('button', { name: 'Show who would answer' }).click();
      await page.locator('#request-error').getByText('This is not a JSON object.').waitFor();
      expect(await page.inputValue('#request')).toBe('{ "model": ');
      const request = JSON.stringify({ model: 'sandbox-chat', messages: [{ role: 'user', content: '你好' }] });
      await page.fill('#request', request);
      await page.context().clearCookies();
      await page.getByRole('button', { name: 'Show who would answer' }).click();
      await page.getByText('what you entered is shown again').waitFor();
      await page.fill('#email', credentials.gateway_console.email);
      await page.fill('#password', credentials.gateway_console.password);
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.getByRole('button', { name: 'Send it now' }).click();
      await page.getByRole('cell', { name: 'Answers' }).waitFor();
      expect(await page.inputValue('#request')).toBe(request);
    });
  });

  it('lets a viewer read, and do nothing else by any means', async () => {
    await visit(browser, url, { locale: 'en' }, async (page) => {
      await logIn(page, viewer);
      await page.waitForURL(`${url}${HOME}/overview`);
      const csrf_token = await csrfOf(page);
      const [read, sent, stranger] = await Promise.all([
        page.request.get(`${url}${HOME}/routes`),
        page.request.post(`${url}${HOME}/routes`, { form: { csrf_token, request: '{}' } }),
        page.request.post(`${url}${HOME}/logout`, { form: { csrf_token: 'x' } }),
      ]);
      expect([read.status(), sent.status(), stranger.status()]).toEqual([403, 403, 403]);
      expect(await read.text()).toContain('It needs the role operator.');
      await page.reload();
      expect(page.url()).toBe(`${url}${HOME}/overview`);
    });
  });

  it.each(LOOKS)(
    'each page in $locale, $colorScheme: axe finds nothing, and nothing scrolls sideways',
    async (look) => {
      const findings: Record<string, string[]> = {};
      await visit(browser, url, look, async (page) => {
        const see = async (name: string) =>
          Object.assign(findings, await findingsInLook(page, `operators-${name}-${look.colorScheme}-${look.locale}`));
        await page.goto(`${url}${HOME}`);
        await see('login');
        await logIn(page, credentials.gateway_console);
        for (const [name, path] of [
          ['overview', 'overview?range=month'],
          ['requests', 'requests'],
          ['request', `requests/${requestId}`],
          ['no-request', 'requests/x'],
          ['routes', 'routes'],
          ['second-factor', 'second-factor'],
        ] as const) {
          await page.goto(`${url}${HOME}/${path}`);
          await see(name);
        }
        await page.goto(`${url}${HOME}/routes`);
        await page.fill('#request', '{ "model": "sandbox-chat", "messages": [{ "role": "user", "content": "Hi" }] }');
        await page.locator('form .ui-button-primary').click();
        await page.locator('#result').waitFor();
        await see('dry-run');
      });
      expect(Object.entries(findings).filter(([, found]) => found.length > 0)).toEqual([]);
    },
  );
});
