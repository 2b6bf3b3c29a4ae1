import { randomUUID } from 'node:crypto';
import { callApi, codeOf, sharedStack, waitUntil } from '@shipyard/testing';
import { findingsInLook, LOOKS, startBrowser, visit } from '@shipyard/testing/browser';
import type { Browser, Page } from 'playwright-core';
import { Admin } from './admin-client';
import { terms, units } from './catalog-rows';

const HOME = '/admin/console';

/** What a form of the page would send. */
const fieldsOn = (page: Page) =>
  page.evaluate<Record<string, string>>(`Object.fromEntries(
    [...document.querySelectorAll('main :is(input, textarea, select):not([type=checkbox]:not(:checked))')]
      .map(({ name, value }) => [name, value]))`);

describe('the console of operators', () => {
  const stack = sharedStack();
  const { gatewayUrl: url, credentials } = stack;
  const owner = new Admin(url, credentials.gateway_admin_key);
  const viewer = { email: `viewer-${randomUUID().slice(0, 8)}@example.com`, password: 'correct horse battery' };
  let browser: Browser;
  let customerId: string;
  let keyId: string;
  let requestId: string;

  beforeAll(async () => {
    browser = await startBrowser();
    await owner.do('POST', '/users', { ...viewer, role: 'viewer' });
    const customer = await owner.customer('100');
    ({ customerId, keyId } = customer);
    const answer = await callApi(url, 'POST', '/v1/chat/completions', {
      token: customer.secret,
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

  it('puts a customer on a discount from a day on, and sets what it may do', async () => {
    const { customerId: id } = await owner.customer('10');
    const read = async () => {
      const answer = await owner.do<{ customer: Record<string, unknown> }>('GET', `/customers/${id}`);
      return answer.customer;
    };
    await visit(browser, url, { javaScriptEnabled: false, locale: 'en' }, async (page) => {
      await logIn(page, credentials.gateway_console, `${HOME}/customers/${id}`);
      await page.getByRole('link', { name: 'Prices, limits and alerts' }).click();
      await page.fill('#percent', '101');
      await page.getByRole('button', { name: 'Set the price list' }).click();
      await page.locator('#percent-error').waitFor();
      await page.fill('#percent', '12.5');
      await page.getByRole('button', { name: 'Set the price list' }).click();
      await page.getByText('inherited prices times 0.87500').waitFor();

      await page.fill('#rpm', '0');
      await page.fill('#credit_line', '');
      await page.fill('#mail_to', 'nobody');
      await page.getByRole('button', { name: 'Save limits and alerts' }).click();
      for (const field of ['rpm', 'credit_line', 'mail_to']) await page.locator(`#${field}-error`).waitFor();
      await page.fill('#rpm', '60');
      await page.fill('#credit_line', '5');
      await page.fill('#spend_day', '1.000000001');
      await page.fill('#models', 'sandbox-chat\nsandbox-image');
      await page.fill('#mail_to', 'a@example.com b@example.com');
      await page.getByRole('button', { name: 'Save limits and alerts' }).click();
      await page.getByText('The limits and alerts are saved').waitFor();
      expect(await read()).toMatchObject({
        credit_line_cny: '5.00',
        limits: { rpm: 60, tpm: null, spend_day_cny: '1.000000001', models: ['sandbox-chat', 'sandbox-image'] },
        alerts: { mail_to: ['a@example.com', 'b@example.com'] },
      });
      await page.goto(`${url}${HOME}/customers/${id}/statements`);
      await page.getByText('There is no statement yet.').waitFor();
    });
    const { body } = await owner.call<{ price_list: { multiplier: string } }>('GET', `/customers/${id}/price-list`);
    expect(body.data.price_list.multiplier).toBe('0.87500');
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

  it('sets a price from a day on, and switches a route off', async () => {
    const model = `console-${randomUUID().slice(0, 8)}`;
    await owner.do('PUT', `/models/${model}`, { ...terms, active: false });
    const { route } = await owner.do<{ route: { id: string } }>('POST', `/models/${model}/routes`, {
      supplier_id: 'sandbox',
      upstream_model: 'sandbox',
      supplier_prices: [{ unit_type: 'output_1k_tokens', price_cny: '0.03' }],
    });
    await owner.do('POST', `/models/${model}/prices`, { units: units('0.02') });
    await visit(browser, url, { javaScriptEnabled: false, locale: 'en' }, async (page) => {
      await logIn(page, credentials.gateway_console, `${HOME}/models/${model}`);
      await page.getByText('The dearest route costs more than customers pay for: 1K output tokens.').waitFor();
      await page.getByRole('cell', { name: '−50.0 %' }).waitFor();
      await page.fill('#price_1', '');
      await page.fill('#day', '2020-01-01');
      await page.getByRole('button', { name: 'Set this price' }).click();
      for (const field of ['price_1', 'day']) await page.locator(`#${field}-error`).waitFor();
      const day = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10);
      await page.fill('#price_1', '0.045');
      await page.fill('#day', day);
      await page.fill('#time', '06:30');
      await page.getByRole('button', { name: 'Set this price' }).click();
      await page.getByText('The price is set').waitFor();
      const { items } = await owner.do<{ items: { effective_from: string; units: { price_cny: string }[] }[] }>(
        'GET',
        `/models/${model}/prices`,
      );
      expect([items[0]?.effective_from, items[0]?.units.map(({ price_cny }) => price_cny)]).toEqual([
        `${day}T06:30:00.000Z`,
        ['0.02', '0.045'],
      ]);
      await page.getByRole('button', { name: `Switch off ${model}, sandbox` }).click();
      await page.getByRole('button', { name: `Switch on ${model}, sandbox` }).waitFor();
    });
    const { body } = await owner.call<{ route: { enabled: boolean } }>('GET', `/routes/${route.id}`);
    expect(body.data.route.enabled).toBe(false);
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
      const csv = await page.request.get(`${url}/admin/ledger?customer_id=${customerId}&format=csv`);
      expect((await csv.text()).trim().split('\n')).toHaveLength(rows.items.length + 1);
      await page.getByRole('link', { name: 'Losses' }).click();
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.getByRole('link', { name: 'Audit' }).click();
      await page.getByRole('row', { name: 'customer.create' }).first().waitFor();
    });
  });

  it('tests a supplier, and moves, weighs and switches the routes that use it', async () => {
    const supplier = `console-${randomUUID().slice(0, 8)}`;
    const refused = { base_url: 'http://127.0.0.1:1/v1', internal: true };
    await owner.do('POST', '/suppliers', { id: supplier, kind: 'openai', api_keys: ['sk-first-0001'], ...refused });
    await owner.do('PUT', `/models/${supplier}`, terms);
    const ids: string[] = [];
    for (const supplier_id of [supplier, 'sandbox']) {
      const { route } = await owner.do<{ route: { id: string } }>('POST', `/models/${supplier}/routes`, {
        supplier_id,
        upstream_model: 'sandbox',
      });
      ids.push(route.id);
    }
    await stack.query(
      'gateway',
      `UPDATE supplier_keys SET rests_until = now() + interval '1 hour' WHERE supplier_id = $1`,
      [supplier],
    );
    const route = async () => {
      const answer = await owner.do<{ route: Record<string, unknown> }>('GET', `/routes/${ids[0]}`);
      return [answer.route.priority, answer.route.weight, answer.route.enabled];
    };
    await visit(browser, url, { javaScriptEnabled: false, locale: 'en' }, async (page) => {
      await logIn(page, credentials.gateway_console, `${HOME}/suppliers`);
      const row = page.getByRole('row', { name: supplier });
      await row.getByText('1 of 1 rest').waitFor();
      await row.getByRole('link', { name: supplier }).click();
      await page.getByText('Rests until').waitFor();
      await page.getByRole('button', { name: 'Test it' }).click();
      await page.getByText('Not every key works').waitFor();
      expect(await page.getByRole('row', { name: '0001' }).first().innerText()).toContain('Does not work');

      await page.getByRole('link', { name: 'Routes' }).click();
      const press = (name: string) => page.getByRole('button', { name: `${name} ${supplier}, ${supplier}` }).click();
      await press('More');
      await press('Later');
      expect(await route()).toEqual([1, 2, true]);
      await press('Earlier');
      await press('Switch off');
      await page
        .getByRole('row', { name: `${supplier} by ${supplier}` })
        .getByText('Switched off')
        .waitFor();
      await page.getByText('Nobody else answers for this model.').first().waitFor();
      expect(await route()).toEqual([0, 2, false]);
    });
    await owner.do('PUT', `/models/${supplier}`, { ...terms, active: false });
  });

  it('makes a key once, changes it, rotates it and revokes it', async () => {
    const { customerId: id } = await owner.customer('10');
    const chat = async (token: string) => {
      const json = { model: 'sandbox-chat', messages: [{ role: 'user', content: 'Hi' }] };
      return (await callApi(url, 'POST', '/v1/chat/completions', { token, json })).status;
    };
    await visit(browser, url, { javaScriptEnabled: false, locale: 'en' }, async (page) => {
      await logIn(page, credentials.gateway_console, `${HOME}/keys/new?customer_id=${id}`);
      await page.fill('#rpm', 'many');
      await page.uncheck('#scope_text');
      await page.getByRole('button', { name: 'Make a key' }).click();
      for (const field of ['name', 'rpm', 'scope_keys']) await page.locator(`[id^=${field}]`).first().waitFor();
      expect([await page.inputValue('#rpm'), await page.locator('.ui-summary li').count()]).toEqual(['many', 3]);
      await page.fill('#name', '<i>Shop</i>');
      await page.check('#scope_text');
      await page.fill('#rpm', '');
      await page.fill('#budget_amount', '5');
      const form = await fieldsOn(page);
      await page.getByRole('button', { name: 'Make a key' }).click();
      const secret = (await page.locator('.ui-shown-secret').textContent()) ?? '';
      expect([secret.slice(0, 4), await chat(secret)]).toEqual(['gwk_', 200]);
      const again = await page.request.post(`${url}${HOME}/keys`, { form });
      expect(await again.text()).toContain('This key is made already');

      await page.getByRole('link', { name: 'I have kept it' }).click();
      await page.getByRole('heading', { level: 1, name: '<i>Shop</i>' }).waitFor();
      await page.getByText('of 5.00 CNY this month').waitFor();
      await page.fill('#models', 'sandbox-image');
      await page.getByRole('button', { name: 'Save the key' }).click();
      await page.getByText('The key is changed').waitFor();
      await waitUntil(
        () => chat(secret),
        (status) => status === 404 || status === 403,
      );
      await page.fill('#models', '');
      await page.getByRole('button', { name: 'Save the key' }).click();
      await page.selectOption('#grace', '0');
      await page.getByRole('button', { name: 'Rotate the key' }).click();
      const second = (await page.locator('.ui-shown-secret').textContent()) ?? '';
      await page.getByText('has ended.').waitFor();
      await waitUntil(
        () => Promise.all([chat(secret), chat(second)]),
        ([old, now]) => old === 401 && now === 200,
      );
      await page.getByRole('link', { name: 'I have kept it' }).click();
      await page.getByText('Every call with “<i>Shop</i>” is refused within a second, and Suite cannot').waitFor();
      await page.getByRole('button', { name: 'Revoke <i>Shop</i>' }).click();
      await page.getByText('The key is revoked').waitFor();
      expect(await page.getByRole('button', { name: 'Rotate the key' }).count()).toBe(0);
      await waitUntil(
        () => chat(second),
        (status) => status === 401,
      );
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
          ['audit', 'audit'],
          ['requests', 'requests'],
          ['request', `requests/${requestId}`],
          ['no-request', 'requests/x'],
          ['suppliers', 'suppliers'],
          ['supplier', 'suppliers/sandbox'],
          ['routes', 'routes'],
          ['second-factor', 'second-factor'],
        ] as const) {
          await page.goto(`${url}${HOME}/${path}`);
          await see(name);
        }
        await page.goto(`${url}${HOME}/routes/dry-run`);
        await page.fill('#request', '{ "model": "sandbox-chat", "messages": [{ "role": "user", "content": "Hi" }] }');
        await page.locator('form .ui-button-primary').click();
        await page.locator('#result').waitFor();
        await see('dry-run');
      });
      expect(Object.entries(findings).filter(([, found]) => found.length > 0)).toEqual([]);
    },
  );
});
