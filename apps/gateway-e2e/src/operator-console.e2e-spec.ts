import { callApi, sharedStack, waitUntil } from '@shipyard/testing';
import { findingsInLook, LOOKS, sidewaysInChinese, startBrowser, visit } from '@shipyard/testing/browser';
import type { Browser } from 'playwright-core';
import { Admin } from './admin-client';
import { addUser, CONSOLE_HOME as HOME, type ConsoleUser, fieldsIn, logInAt } from './operator-console';

describe('the records in the console of operators', () => {
  const stack = sharedStack();
  const { gatewayUrl: url, credentials } = stack;
  const owner = new Admin(url, credentials.gateway_admin_key);
  let browser: Browser;
  let viewer: ConsoleUser;
  let customerId: string;
  let keyId: string;
  let requestId: string;
  let taskId: string;
  let searchId: string;
  let fileId: string;
  let secret: string;

  beforeAll(async () => {
    browser = await startBrowser();
    viewer = await addUser(owner, 'viewer');
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

  it('leads from the log-in to a call, what was decided and what it cost', async () => {
    await visit(browser, url, { javaScriptEnabled: false, locale: 'en' }, async (page) => {
      const { email } = credentials.gateway_console;
      await page.goto(`${url}${HOME}/requests`);
      await page.fill('#email', email);
      await page.fill('#password', 'not the password');
      await page.click('main button');
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
        // A few rows show what a page has, and axe takes seconds for the rows of all suites.
        const mine = `customer_id=${customerId}`;
        for (const [name, path] of [
          ['overview', `overview?range=week&${mine}`],
          ['customers', 'customers'],
          ['customer', `customers/${customerId}`],
          ['customer-terms', `customers/${customerId}/terms`],
          ['statements', `customers/${customerId}/statements`],
          ['keys', `keys?${mine}`],
          ['new-key', 'keys/new'],
          ['key', `keys/${keyId}`],
          ['models', 'models'],
          ['model', 'models/sandbox-chat'],
          ['ledger', `ledger?${mine}`],
          ['losses', 'ledger/losses'],
          ['ledger-files', `ledger/files?${mine}`],
          ['ledger-file', `ledger/files/${fileId}`],
          ['audit', 'audit'],
          ['requests', `requests?${mine}`],
          ['request', `requests/${requestId}`],
          ['no-request', 'requests/x'],
          ['suppliers', 'suppliers'],
          ['supplier', 'suppliers/sandbox'],
          ['routes', 'routes'],
          ['second-factor', 'second-factor'],
          ['tasks', `tasks?${mine}`],
          ['task', `tasks/${taskId}`],
          ['searches', `searches?${mine}`],
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
        await page.context().addCookies([{ name: 'lang', value: 'zh-CN', url }]);
        const customer = `customers/${customerId}`;
        const sample = ['overview', customer, `${customer}/terms`, `keys/${keyId}`, 'models/sandbox-chat'];
        const urls = [...sample, `ledger?${mine}`, `requests/${requestId}`, 'routes/dry-run', 'users', 'prices'].map(
          (path) => `${url}${HOME}/${path}`,
        );
        expect(await sidewaysInChinese(page, urls)).toEqual([]);
      });
      expect(Object.entries(findings).filter(([, found]) => found.length > 0)).toEqual([]);
    },
  );
});
