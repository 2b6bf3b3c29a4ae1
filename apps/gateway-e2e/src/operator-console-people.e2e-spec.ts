import { callApi, codeOf, sharedStack } from '@shipyard/testing';
import { startBrowser, visit } from '@shipyard/testing/browser';
import type { Browser } from 'playwright-core';
import { Admin } from './admin-client';
import {
  addUser,
  CONSOLE_HOME as HOME,
  type ConsoleUser,
  csrfTokenIn,
  logInAt,
  newUser,
  visitConsole,
} from './operator-console';

describe('people at the console of operators', () => {
  const stack = sharedStack();
  const { gatewayUrl: url, credentials } = stack;
  const owner = new Admin(url, credentials.gateway_admin_key);
  const logIn = logInAt(url);
  let browser: Browser;
  let viewer: ConsoleUser;
  let customerId: string;
  let keyId: string;

  beforeAll(async () => {
    browser = await startBrowser();
    viewer = await addUser(owner, 'viewer');
    ({ customerId, keyId } = await owner.customer('100'));
  });

  afterAll(() => browser.close());

  it('shows who would get a call, and keeps what was typed', async () => {
    await visit(browser, url, { locale: 'en' }, async (page) => {
      await logIn(page, credentials.gateway_console, `${HOME}/routes/dry-run`);
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

  it('adds credit once, however often the form is sent', async () => {
    const { customerId: id } = await owner.customer('10');
    await visit(browser, url, { javaScriptEnabled: false, locale: 'zh-CN' }, async (page) => {
      await logIn(page, credentials.gateway_console, `${HOME}/customers/${id}`);
      await page.fill('#amount_cny', '0');
      await page.getByRole('button', { name: '充值' }).click();
      for (const field of ['amount_cny', 'reason']) await page.locator(`#${field}-error`).waitFor();
      await page.fill('#amount_cny', '-11');
      await page.fill('#reason', '<b>Correction</b>');
      await page.getByRole('button', { name: '充值' }).click();
      await page.locator('#amount_cny-error').getByText('余额会低于').waitFor();
      await page.fill('#amount_cny', '2.000000001');
      const form: Record<string, string> = {};
      for (const name of ['csrf_token', 'credit_key', 'amount_cny', 'reason'])
        form[name] = await page.locator(`main [name=${name}]`).inputValue();
      await page.getByRole('button', { name: '充值' }).click();
      await page.getByText('现在余额 12.000000001 元。').waitFor();
      const again = await page.request.post(`${url}${HOME}/customers/${id}/credits`, { form });
      expect([again.status(), again.url()]).toEqual([200, `${url}${HOME}/customers/${id}?credited=yes`]);
    });
    const { body } = await owner.call<{ balance_cny: string }>('GET', `/customers/${id}/balance`);
    expect(body.data.balance_cny).toBe('12.000000001');
  });

  it('asks for the second factor before money, and keeps what was typed', async () => {
    const operator = await addUser(owner, 'operator');
    await visit(browser, url, { locale: 'en' }, async (page) => {
      await logIn(page, operator, `${HOME}/second-factor`);
      await page.fill('#password', operator.password);
      await page.getByRole('button', { name: 'Begin' }).click();
      await page.getByRole('img', { name: /^The secret for your app/ }).waitFor();
      await page.fill('#code', codeOf(await page.locator('input[name=secret]').inputValue()));
      await page.getByRole('button', { name: 'Turn it on' }).click();
      const recoveryCode = (await page.locator('.ui-recovery-codes code').first().textContent()) ?? '';
      for (const [column, table, of] of [
        ['second_factor_at', 'console_sessions', 'user_id'],
        ['confirmed_at', 'second_factors', 'owner_id'],
      ])
        await stack.query(
          'gateway',
          `UPDATE ${table} SET ${column} = ${column} - interval '16 minutes'
           WHERE ${of} = (SELECT id FROM console_users WHERE email = $1)`,
          [operator.email],
        );
      await page.goto(`${url}${HOME}/customers/${customerId}`);
      await page.fill('#amount_cny', '3');
      await page.fill('#reason', 'Bank transfer');
      await page.getByRole('button', { name: 'Add credit' }).click();
      await page.fill('#code', 'wrong');
      await page.getByRole('button', { name: 'Go on' }).click();
      await page.locator('#code-error').waitFor();
      await page.fill('#code', recoveryCode);
      await page.getByRole('button', { name: 'Go on' }).click();
      await page.getByRole('button', { name: 'Send it now' }).click();
      await page.getByText('The credit is in the ledger').waitFor();
    });
  });

  it('lets owners add and remove users, and decide how they get in', async () => {
    const added = newUser('added');
    const canLogIn = async () => (await callApi(url, 'POST', '/admin/login', { json: added })).status === 200;
    await visit(browser, url, { javaScriptEnabled: false, locale: 'en' }, async (page) => {
      await logIn(page, credentials.gateway_console, `${HOME}/users`);
      await page.fill('#email', 'nobody');
      await page.fill('#password', '1234567890');
      await page.getByRole('button', { name: 'Add this user' }).click();
      for (const field of ['email', 'password']) await page.locator(`#${field}-error`).waitFor();
      expect([await page.inputValue('#email'), await page.inputValue('#password')]).toEqual(['nobody', '']);
      await page.fill('#email', viewer.email.toUpperCase());
      await page.fill('#password', added.password);
      await page.getByRole('button', { name: 'Add this user' }).click();
      await page.locator('#email-error').getByText('exists already').waitFor();
      await page.fill('#email', added.email);
      await page.fill('#password', added.password);
      await page.getByLabel('operator', { exact: true }).check();
      await page.getByRole('button', { name: 'Add this user' }).click();
      await page.getByText('The user may log in now').waitFor();
      expect(await page.getByRole('row', { name: added.email }).innerText()).toContain('operator');
      expect(await canLogIn()).toBe(true);
      await page.getByRole('link', { name: added.email }).click();
      await page.getByText(`${added.email} is logged out at once`).waitFor();
      await page.getByLabel('viewer', { exact: true }).check();
      await page.getByRole('button', { name: 'Change the role' }).click();
      await page.getByText('The user is viewer now.').waitFor();
      await stack.query(
        'gateway',
        `INSERT INTO second_factors (owner_id, key_id, sealed_secret, confirmed_at, last_step)
         SELECT id, 'suite', 'x', now(), 1 FROM console_users WHERE email = $1`,
        [added.email],
      );
      await page.getByRole('button', { name: `End the sessions of ${added.email}` }).click();
      await page.getByText('The sessions have ended').waitFor();
      await page.getByText('The user is not logged in.').waitFor();
      expect(await canLogIn()).toBe(false);
      await page.getByRole('button', { name: `Reset the second factor of ${added.email}` }).click();
      await page.getByText('The second factor is reset').waitFor();
      expect([await page.getByRole('button', { name: /^Reset/ }).count(), await canLogIn()]).toEqual([0, true]);
      await page.getByRole('button', { name: `Remove ${added.email}` }).click();
      await page.getByText('The user is removed').waitFor();
      expect([await canLogIn(), await page.getByRole('row', { name: added.email }).count()]).toEqual([false, 0]);
    });
  });

  it('lets a viewer read, and do nothing else by any means', async () => {
    const { open, send } = await visitConsole(url, viewer);
    const formsIn = (html: string) => html.split('<main')[1]?.match(/<form[^>]* method="post"/g)?.length ?? 0;
    expect(await open(HOME)).toMatchObject({ status: 303, location: `${HOME}/overview` });
    const overview = await open(`${HOME}/overview`);
    expect([overview.status, overview.html.includes(`href="${HOME}/users"`)]).toEqual([200, false]);
    const csrf_token = csrfTokenIn(overview.html);
    const [read, sent, stranger] = await Promise.all([
      open(`${HOME}/routes/dry-run`),
      send(`${HOME}/routes/dry-run`, { csrf_token, request: '{}' }),
      send(`${HOME}/logout`, { csrf_token: 'x' }),
    ]);
    expect([read.status, sent.status, stranger.status]).toEqual([403, 403, 403]);
    expect(read.html).toContain('It needs the role operator.');
    const { items } = await owner.do<{ items: { id: string }[] }>('GET', '/routes');
    for (const [path, status, forms] of [
      [`customers/${customerId}`, 200, ['credits', 'terms', 'price-list']],
      [`customers/${customerId}/terms`, 200, ['']],
      ['keys', 200, ['']],
      [`keys/${keyId}`, 200, ['', 'rotate', 'revoke']],
      ['models/sandbox-chat', 200, ['prices']],
      ['suppliers/sandbox', 200, ['test']],
      ['prices', 403, ['plan', 'apply']],
      ['ledger/files', 200, ['']],
      [
        'users',
        403,
        ['', ...['remove', 'role', 'end-sessions', 'reset-factor'].map((step) => `${customerId}/${step}`)],
      ],
      ['routes', 200, [items[0]?.id ?? '']],
    ] as const) {
      const target = `${HOME}/${path}`;
      const shown = await open(target);
      expect([path, shown.status, shown.html.includes('<main'), formsIn(shown.html)]).toEqual([path, status, true, 0]);
      for (const form of forms) {
        const action = form === '' ? target : `${target}/${form}`;
        expect([action, (await send(action, { csrf_token })).status]).toEqual([action, 403]);
      }
    }
    expect((await open(`${HOME}/overview`)).status).toBe(200);
    // What the viewer lacks is there for an owner.
    const { html } = await (
      await visitConsole(url, credentials.gateway_console)
    ).open(`${HOME}/customers/${customerId}`);
    expect(formsIn(html)).toBeGreaterThan(0);
  });
});
