import { randomUUID } from 'node:crypto';
import { callApi, codeOf, sharedStack, waitUntil } from '@shipyard/testing';
import { findingsInLook, LOOKS, startBrowser, visit } from '@shipyard/testing/browser';
import type { Browser, Page } from 'playwright-core';
import { Admin } from './admin-client';
import { CONSOLE_HOME as HOME, fieldsIn, logInAt } from './operator-console';

describe('the console of operators', () => {
  const stack = sharedStack();
  const { gatewayUrl: url, credentials } = stack;
  const owner = new Admin(url, credentials.gateway_admin_key);
  const viewer = { email: `viewer-${randomUUID().slice(0, 8)}@example.com`, password: 'correct horse battery' };
  let browser: Browser;
  let customerId: string;
  let keyId: string;
  let requestId: string;
  let taskId: string;
  let searchId: string;
  let fileId: string;
  let secret: string;

  beforeAll(async () => {
    browser = await startBrowser();
    await owner.do('POST', '/users', { ...viewer, role: 'viewer' });
    const customer = await owner.customer('100');
    ({ customerId, keyId, secret } = customer);
    const answer = await callApi(url, 'POST', '/v1/chat/completions', {
      token: customer.secret,
      json: { model: 'sandbox-chat', messages: [{ role: 'user', content: 'A secret prompt' }] },
    });
    requestId = answer.headers.get('x-request-id') ?? '';
    const order = { model: 'sandbox-image', prompt: 'A secret prompt' };
    const task = await callApi<{ id: string }>(url, 'POST', '/v1/images/tasks', {
      token: customer.secret,
      json: order,
    });
    taskId = task.body.id;
    const found = await callApi<{ id: string }>(url, 'POST', '/v1/searches', {
      token: customer.secret,
      json: { query: 'A secret query' },
    });
    searchId = found.body.id;
    const asked = { customer_id: customerId };
    fileId = (await owner.do<{ ledger_file: { id: string } }>('POST', '/ledger-files', asked)).ledger_file.id;
    await waitUntil(
      () => owner.call('GET', `/requests/${requestId}`),
      ({ status }) => status === 200,
    );
    await waitUntil(
      () => owner.do<{ items: unknown[] }>('GET', `/tasks?customer_id=${customerId}&status=succeeded`),
      ({ items }) => items.length === 1,
    );
    // Until then, its page loads itself anew.
    await waitUntil(
      () => owner.do<{ ledger_file: { status: string } }>('GET', `/ledger-files/${fileId}`),
      ({ ledger_file: { status } }) => status === 'succeeded',
    );
  });

  afterAll(async () => {
    // A task that nobody fetches holds its money, and other suites look for holds.
    await callApi(url, 'GET', `/v1/images/tasks/${taskId}`, { token: secret });
    await browser.close();
  });

  const logIn = logInAt(url);
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
      // The chat, the image task and the search.
      expect(await page.locator('tbody tr').count()).toBe(3);

      await page.getByRole('link', { name: 'Overview' }).click();
      await page.getByRole('heading', { level: 1, name: /^The books agree\. / }).waitFor();
      expect(await page.locator('.ui-figures').innerText()).toMatch(/Requests\n[1-9]/);
      await page.fill('#key_id', keyId);
      await page.getByRole('search', { name: 'Filters' }).getByRole('button').click();
      await page.waitForURL(/key_id=/);
      const counted = async () => /Requests\n(\d+)/.exec(await page.locator('.ui-figures').innerText())?.[1];
      expect([await counted(), await page.inputValue('#key_id')]).toEqual(['3', keyId]);
      await page.getByText(/^95 of 100 answers took at most \d/).waitFor();
      for (const [query, count] of [
        ['model=sandbox-search', '1'],
        ['supplier_id=sandbox', '2'],
        ['supplier_id=nobody', '0'],
      ]) {
        await page.goto(`${url}${HOME}/overview?key_id=${keyId}&${query}`);
        expect([query, await counted()]).toEqual([query, count]);
      }
      await page.getByRole('link', { name: '7 days' }).click();
      await page.waitForURL(/range=week&key_id=.*&supplier_id=nobody/);

      await page.locator('summary').first().click();
      await page.getByRole('button', { name: 'Log out' }).click();
      await page.waitForURL(`${url}${HOME}/login`);
      await page.goto(`${url}${HOME}/overview`);
      expect(page.url()).toBe(`${url}${HOME}/login?next=%2Fadmin%2Fconsole%2Foverview`);
    });
  });

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
    const operator = { email: `operator-${randomUUID().slice(0, 8)}@example.com`, password: 'correct horse battery' };
    await owner.do('POST', '/users', { ...operator, role: 'operator' });
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

  it('shows the ledger by request, each summing to 0, as the API does, and who changed what', async () => {
    const rows = await owner.do<{ items: { request_id: string; amount_cny: string }[] }>(
      'GET',
      `/ledger?customer_id=${customerId}`,
    );
    await visit(browser, url, { javaScriptEnabled: false, locale: 'en' }, async (page) => {
      await logIn(page, viewer, `${HOME}/ledger?customer_id=${customerId}`);
      await page.getByRole('columnheader', { name: 'Sum' }).waitFor();
      const shown = (await page.locator('tbody').innerText()).replaceAll(/\s/g, '').replaceAll('−', '-');
      for (const { amount_cny: amount, request_id: id } of rows.items) {
        expect(shown).toContain(id);
        expect(shown).toContain(amount.replace(/\s/g, ''));
      }
      expect(await page.locator('tbody tr').count()).toBe(new Set(rows.items.map(({ request_id: id }) => id)).size);
      await page.getByRole('link', { name: requestId }).click();
      expect(await page.locator('tbody tr').count()).toBe(1);
      expect(await page.locator('tbody tr').innerText()).toContain(' × ');
      await page.getByRole('link', { name: 'CSV files' }).click();
      await page.waitForURL(/ledger\/files/);
      expect(await page.locator('main form').count()).toBe(0);
      await page.goBack();
      const csv = await page.request.get(`${url}/admin/ledger?customer_id=${customerId}&format=csv`);
      expect((await csv.text()).trim().split('\n')).toHaveLength(rows.items.length + 1);
      await page.getByRole('link', { name: 'Losses' }).click();
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.getByRole('link', { name: 'Audit' }).click();
      await page.getByRole('row', { name: 'customer.create' }).first().waitFor();
    });
  });

  it('shows how far an image task is and what was ordered for it, and never the prompt', async () => {
    await visit(browser, url, { javaScriptEnabled: false, locale: 'en' }, async (page) => {
      await logIn(page, viewer, `${HOME}/tasks`);
      await page.fill('#customer_id', customerId);
      await page.selectOption('#status', 'failed');
      await page.getByRole('search', { name: 'Filters' }).getByRole('button').click();
      await page.getByText('No task is like that.').waitFor();
      await page.selectOption('#status', 'succeeded');
      await page.getByRole('search', { name: 'Filters' }).getByRole('button').click();
      await page.getByRole('columnheader', { name: 'Took' }).waitFor();
      expect(await page.locator('tbody tr').count()).toBe(1);
      await page.fill('#id', 'imgtask_x');
      await page.getByRole('search', { name: 'Task ID' }).getByRole('button').click();
      await page.getByText('There is no task with this ID.').waitFor();
      await page.fill('#id', taskId);
      await page.getByRole('search', { name: 'Task ID' }).getByRole('button').click();
      await page.getByRole('row', { name: 'sandbox' }).getByText('images are here').waitFor();
      expect(await page.content()).not.toContain('A secret prompt');
      await page.locator('dd a[href*="/requests/"]').click();
      await page.getByText('POST /v1/images/tasks').waitFor();
    });
  });

  it('writes rows of the ledger into a file that can be downloaded, and asks once for a form sent twice', async () => {
    await visit(browser, url, { javaScriptEnabled: false, locale: 'en' }, async (page) => {
      await logIn(page, credentials.gateway_console, `${HOME}/ledger?customer_id=${customerId}`);
      await page.getByRole('link', { name: 'CSV files' }).click();
      await page.waitForURL(/ledger\/files/);
      expect(await page.inputValue('#customer_id')).toBe(customerId);
      const form = await fieldsIn(page, 'main form');
      await page.getByRole('button', { name: 'Write a file' }).click();
      // Until then, the page loads itself anew.
      const link = page.getByRole('link', { name: 'Download the CSV file' });
      await link.waitFor();
      const file = page.url();
      const [again, written, sent] = await Promise.all([
        page.request.post(`${url}${HOME}/ledger/files`, { form, maxRedirects: 0 }),
        page.request.get(url + ((await link.getAttribute('href')) ?? '')),
        page.request.get(`${url}/admin/ledger?format=csv&customer_id=${customerId}`),
      ]);
      expect([again.status(), url + (again.headers().location ?? '')]).toEqual([303, file]);
      expect(await written.text()).toBe(await sent.text());
      expect(written.headers()['content-disposition']).toContain('attachment');
    });
  });

  it('lists web searches and what they cost, and never what was searched for', async () => {
    await callApi(url, 'POST', '/v1/searches', { token: secret, json: { query: 'A secret query', model: 'nothing' } });
    const list = (query = '') =>
      owner.do<{ items: Record<string, unknown>[] }>('GET', `/searches?customer_id=${customerId}${query}`);
    const { items } = await waitUntil(
      () => list(),
      (found) => found.items.length === 2,
    );
    expect(items).toMatchObject([
      { status: 404, code: 'model_not_found', supplier_id: null, cost_cny: null },
      { id: searchId, key_id: keyId, model: 'sandbox-search', status: 200, supplier_id: 'sandbox', cost_cny: '0.01' },
    ]);
    const day = new Date().toISOString().slice(0, 10);
    const counts = ['&status=200', '&code=model_not_found', `&key_id=${keyId}`, `&key_id=${customerId}`, `&to=${day}`];
    expect(await Promise.all(counts.map(async (query) => (await list(query)).items.length))).toEqual([1, 1, 2, 0, 0]);
    expect(await owner.do('GET', `/searches/${searchId}`)).toEqual({ search: items[1] });
    const ofChat = await owner.call('GET', `/searches/search_${requestId.replaceAll('-', '')}`);
    expect([ofChat.status, JSON.stringify(items).includes('secret query')]).toEqual([404, false]);
    await visit(browser, url, { javaScriptEnabled: false, locale: 'en' }, async (page) => {
      await logIn(page, credentials.gateway_console, `${HOME}/searches?customer_id=${customerId}`);
      await page.fill('#code', 'model_not_found');
      await page.getByRole('search', { name: 'Filters' }).getByRole('button').click();
      await page.waitForURL(/code=model_not_found/);
      expect(await page.locator('tbody tr').count()).toBe(1);
      await page.fill('#id', searchId);
      await page.getByRole('search', { name: 'Search ID' }).getByRole('button').click();
      await page.getByRole('heading', { level: 1, name: searchId }).waitFor();
      await page.getByRole('link', { name: 'Rows in the ledger' }).click();
      expect((await page.locator('tbody').innerText()).replaceAll(/\s/g, '')).toContain('−0.01');
      await page.goBack();
      await page.locator('dd a[href*="/requests/"]').click();
      await page.getByText('POST /v1/searches').waitFor();
    });
  });

  it('lets owners add and remove users, and decide how they get in', async () => {
    const added = { email: `added-${randomUUID().slice(0, 8)}@example.com`, password: 'correct horse battery' };
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
    await visit(browser, url, { locale: 'en' }, async (page) => {
      await logIn(page, viewer);
      await page.waitForURL(`${url}${HOME}/overview`);
      const csrf_token = await csrfOf(page);
      const [read, sent, stranger] = await Promise.all([
        page.request.get(`${url}${HOME}/routes/dry-run`),
        page.request.post(`${url}${HOME}/routes/dry-run`, { form: { csrf_token, request: '{}' } }),
        page.request.post(`${url}${HOME}/logout`, { form: { csrf_token: 'x' } }),
      ]);
      expect([read.status(), sent.status(), stranger.status()]).toEqual([403, 403, 403]);
      expect(await read.text()).toContain('It needs the role operator.');
      expect(await page.getByRole('link', { name: 'Users' }).count()).toBe(0);
      const { items } = await owner.do<{ items: { id: string }[] }>('GET', '/routes');
      for (const [path, forms] of [
        [`customers/${customerId}`, ['credits', 'terms', 'price-list']],
        [`customers/${customerId}/terms`, ['']],
        ['keys', ['']],
        [`keys/${keyId}`, ['', 'rotate', 'revoke']],
        ['models/sandbox-chat', ['prices']],
        ['suppliers/sandbox', ['test']],
        ['prices', ['plan', 'apply']],
        ['ledger/files', ['']],
        ['users', ['', ...['remove', 'role', 'end-sessions', 'reset-factor'].map((step) => `${customerId}/${step}`)]],
        ['routes', [items[0]?.id ?? '']],
      ] as const) {
        await page.goto(`${url}${HOME}/${path}`);
        expect([path, await page.locator('main form[method=post]').count()]).toEqual([path, 0]);
        for (const form of forms) {
          const target = `${url}${HOME}/${path}${form === '' ? '' : '/'}${form}`;
          const answer = await page.request.post(target, { form: { csrf_token } });
          expect([target, answer.status()]).toEqual([target, 403]);
        }
      }
      await page.goto(`${url}${HOME}/overview`);
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
          ['overview', `overview?range=month&customer_id=${customerId}`],
          ['customers', 'customers'],
          ['customer', `customers/${customerId}`],
          ['customer-terms', `customers/${customerId}/terms`],
          ['statements', `customers/${customerId}/statements`],
          ['keys', 'keys'],
          ['new-key', 'keys/new'],
          ['key', `keys/${keyId}`],
          ['models', 'models'],
          ['model', 'models/sandbox-chat'],
          ['ledger', 'ledger'],
          ['losses', 'ledger/losses'],
          ['ledger-files', 'ledger/files'],
          ['ledger-file', `ledger/files/${fileId}`],
          ['audit', 'audit'],
          ['requests', 'requests'],
          ['request', `requests/${requestId}`],
          ['no-request', 'requests/x'],
          ['suppliers', 'suppliers'],
          ['supplier', 'suppliers/sandbox'],
          ['routes', 'routes'],
          ['second-factor', 'second-factor'],
          ['tasks', 'tasks'],
          ['task', `tasks/${taskId}`],
          ['searches', 'searches'],
          ['search', `searches/${searchId}`],
          ['users', 'users'],
        ] as const) {
          await page.goto(`${url}${HOME}/${path}`);
          await see(name);
        }
        await page.goto(`${url}${HOME}/routes/dry-run`);
        await page.fill('#request', '{ "model": "sandbox-chat", "messages": [{ "role": "user", "content": "Hi" }] }');
        await page.locator('form .ui-button-primary').click();
        await page.locator('#result').waitFor();
        await see('dry-run');
        await page.goto(`${url}${HOME}/users`);
        await page.locator('tbody a').first().click();
        await see('user');
        await page.goto(`${url}${HOME}/prices`);
        await page.fill('#text', 'model,unit_type,price_cny\nsandbox-chat,output_1k_tokens,9.000000001');
        await page.locator('form .ui-button-primary').click();
        await page.locator('#plan').waitFor();
        await see('price-import');
      });
      expect(Object.entries(findings).filter(([, found]) => found.length > 0)).toEqual([]);
    },
  );
});
