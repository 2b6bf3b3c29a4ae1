import { randomUUID } from 'node:crypto';
import { type FakeSupplier, startFakeSupplier, type TestStack, waitUntil } from '@shipyard/testing';
import { startBrowser, visit } from '@shipyard/testing/browser';
import type { Browser, Page } from 'playwright-core';
import { Admin, type Listed } from './admin-client';
import { officialClient } from './gateway-client';
import { GatewayReplica } from './gateway-replica';
import { startGatewayStack } from './gateway-stack';
import { sealLedgerDays } from './ledger-days';
import { CONSOLE_HOME as HOME, logInAt } from './operator-console';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'en' };
const DAY = 'day-chat';
const SUPPLIER = 'day-supplier';

/** On servers of its own, so that the sums are its own, routes are cut off after few calls, and a charge can move to the last month. */
describe('the day of an operator, on a phone', () => {
  let stack: TestStack;
  let owner: Admin;
  let fake: FakeSupplier;
  let browser: Browser;
  let logIn: ReturnType<typeof logInAt>;
  let customerId = '';
  let secret = '';
  let requestId = '';
  let cost = '';

  beforeAll(async () => {
    stack = await startGatewayStack({ environment: { BREAKER_MIN_CALLS: '3', BREAKER_OPEN_SECONDS: '3600' } });
    owner = new Admin(stack.gatewayUrl, stack.credentials.gateway_admin_key);
    fake = await startFakeSupplier();
    browser = await startBrowser();
    logIn = logInAt(stack.gatewayUrl);
  });

  afterAll(async () => {
    await browser.close();
    await fake.close();
    await stack.stop();
  });

  const see = (what: (page: Page) => Promise<void>, path = HOME) =>
    visit(browser, stack.gatewayUrl, PHONE, async (page) => {
      await logIn(page, stack.credentials.gateway_console, path);
      await what(page);
    });
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click();
  const call = () =>
    officialClient(stack.gatewayUrl, secret)
      .chat.completions.create({ model: DAY, messages: [{ role: 'user', content: 'Hello' }] })
      .withResponse();
  const plain = (text: string) => text.replaceAll(/[\s,]/g, '').replaceAll('−', '-');

  it('begins with a customer, its credit and its key', async () => {
    await see(async (page) => {
      await follow(page, 'Add a customer');
      await press(page, 'Add this customer');
      await page.locator('#name-error').waitFor();
      await page.fill('#name', 'Lanterns <Ltd>');
      await page.fill('#time_zone', 'UTC');
      await press(page, 'Add this customer');
      await page.getByRole('heading', { level: 1, name: 'Lanterns <Ltd>' }).waitFor();
      customerId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
      await page.fill('#amount_cny', '20');
      await page.fill('#reason', 'Bank transfer 17');
      await press(page, 'Add credit');
      await page.getByText('The balance is 20.00 CNY now.').waitFor();

      await page.goto(`${stack.gatewayUrl}${HOME}/keys`);
      await follow(page, 'Make a key');
      await page.fill('#name', 'nobody is called so');
      await press(page, 'Show');
      await page.getByText('No customer is called like that.').waitFor();
      await page.fill('#name', 'lanterns');
      await press(page, 'Show');
      await follow(page, 'Lanterns <Ltd>');
      await page.fill('#name', 'Shop');
      await press(page, 'Make a key');
      secret = (await page.locator('.ui-shown-secret').textContent()) ?? '';
      expect(secret).toMatch(/^gwk_/);
    }, `${HOME}/customers`);
  });

  it('goes on with a supplier, a model, its price and a route', async () => {
    await see(async (page) => {
      await follow(page, 'Add a supplier');
      await page.fill('#id', 'Not An Id');
      await press(page, 'Add this supplier');
      for (const field of ['id', 'base_url']) await page.locator(`#${field}-error`).waitFor();
      await page.fill('#id', SUPPLIER);
      await page.fill('#base_url', fake.baseUrl);
      await page.fill('#api_keys', fake.apiKey);
      await page.check('#internal');
      await press(page, 'Add this supplier');
      await page.getByRole('heading', { level: 1, name: SUPPLIER }).waitFor();
      expect(await page.content()).not.toContain(fake.apiKey);

      await page.goto(`${stack.gatewayUrl}${HOME}/models`);
      await follow(page, 'Add a model');
      await page.fill('#id', 'sandbox-chat');
      await page.fill('#max_input_tokens', 'many');
      await press(page, 'Add this model');
      for (const field of ['id', 'display_name', 'max_input_tokens']) await page.locator(`#${field}-error`).waitFor();
      await page.fill('#id', DAY);
      await page.fill('#display_name', 'Day');
      await page.fill('#owned_by', 'us');
      await page.fill('#max_input_tokens', '8000');
      await press(page, 'Add this model');
      await page.getByText('It has no price: customers see it, and cannot use it.').waitFor();
      await page.fill('#price_0', '0.001000001');
      await page.fill('#price_1', '0.002');
      await press(page, 'Set this price');
      await page.getByText('The price is set').waitFor();

      await follow(page, 'Add a route');
      await page.selectOption('#supplier_id', SUPPLIER);
      await page.fill('#upstream_model', 'up');
      await page.fill('#supplier_prices', 'image 1');
      await press(page, 'Add this route');
      await page.locator('#supplier_prices-error').waitFor();
      await page.fill('#supplier_prices', 'input_1k_tokens 0.0005\noutput_1k_tokens 0.001');
      await press(page, 'Add this route');
      await page.getByRole('row', { name: SUPPLIER }).waitFor();
      // Each process knows it within a second.
      await waitUntil(
        () => owner.do<Listed<{ model: string }>>('GET', '/health/routes'),
        ({ items }) => items.some(({ model }) => model === DAY),
      );
      await page.reload();
      await page.getByRole('row', { name: SUPPLIER }).getByText('Healthy').waitFor();
    }, `${HOME}/suppliers`);
  });

  it('sees what a call of the official client cost: on the chart, in the request and in the ledger', async () => {
    const { data, response } = await call();
    expect(data.choices[0]?.message.content).toBe('Hello from afar.');
    requestId = response.headers.get('x-request-id') ?? '';
    cost = response.headers.get('x-gateway-cost-cny') ?? '';
    expect(Number(cost)).toBeGreaterThan(0);
    await waitUntil(
      () => owner.call('GET', `/requests/${requestId}`),
      ({ status }) => status === 200,
    );
    await see(async (page) => {
      expect(plain(await page.locator('.ui-figures').innerText())).toContain(`Requests1`);
      expect(plain(await page.locator('.ui-figures').innerText())).toContain(cost);
      await page.getByText('The figures as a table').first().click();
      expect(plain(await page.locator('.ui-day-chart tbody tr').first().innerText())).toContain(cost);
      await page.goto(`${stack.gatewayUrl}${HOME}/requests/${requestId}`);
      expect(plain(await page.locator('.ui-console-facts').innerText())).toContain(
        `Cost,CNY${cost}`.replaceAll(',', ''),
      );
      await page.getByRole('row', { name: SUPPLIER }).getByText('answered').waitFor();
      await page.goto(`${stack.gatewayUrl}${HOME}/ledger?request_id=${requestId}`);
      expect(plain(await page.locator('tbody').innerText())).toContain(`-${cost}`);
      expect(plain(await page.locator('td[data-label="Sum"]').innerText())).toBe('0');
    });
  });

  it('sees the same in the statement of the month', async () => {
    const query = (statement: string, values: unknown[]) => stack.query('gateway', statement, values);
    await query(`UPDATE customers SET created_at = created_at - interval '2 months' WHERE id = $1`, [customerId]);
    await stack.query('gateway', 'ALTER TABLE ledger_entries DISABLE TRIGGER USER');
    await query(
      `UPDATE ledger_entries SET created_at = date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' - interval '9 days' WHERE request_id = $1`,
      [requestId],
    );
    await stack.query('gateway', 'ALTER TABLE ledger_entries ENABLE TRIGGER USER');
    await sealLedgerDays(stack);
    const worker = await GatewayReplica.start(stack, {}, 'worker');
    const statements = await waitUntil(
      () => owner.do<Listed<{ number: string; total_cny: string }>>('GET', `/customers/${customerId}/statements`),
      ({ items }) => items.some(({ total_cny }) => Number(total_cny) > 0),
    );
    await worker.end('SIGTERM');
    const statement = statements.items.find(({ total_cny }) => Number(total_cny) > 0);
    expect(statement?.total_cny).toBe(cost);
    await see(async (page) => {
      const row = page.getByRole('row', { name: statement?.number ?? '-' });
      expect(plain(await row.innerText())).toContain(cost);
    }, `${HOME}/customers/${customerId}/statements`);
  });

  it('sees that a supplier fails, switches it off, and takes it back', async () => {
    const states = async () => {
      const { items } = await owner.do<Listed<{ model: string; state: string }>>('GET', '/health/routes');
      return items.filter(({ model }) => model === DAY).map(({ state }) => state);
    };
    await see(async (page) => {
      const row = page.getByRole('row', { name: `${DAY} by ${SUPPLIER}` });
      await row.getByText('Healthy').waitFor();
      fake.script(...Array.from({ length: 3 }, () => ({ kind: 'status', status: 500 }) as const));
      for (let failed = 0; failed < 3; failed += 1) await expect(call()).rejects.toMatchObject({ status: 502 });
      // The page follows, and nobody loads it again.
      await row.getByText('Cut off').waitFor();
      await page.goto(`${stack.gatewayUrl}${HOME}/overview`);
      await page.getByRole('heading', { level: 1, name: /1 route is cut off\./ }).waitFor();
      await page.goto(`${stack.gatewayUrl}${HOME}/routes`);
      await page.getByRole('button', { name: `Switch off ${DAY}, ${SUPPLIER}` }).click();
      await row.getByText('Switched off').waitFor();
      await waitUntil(states, (seen) => seen.length === 0);
      await expect(call()).rejects.toMatchObject({ status: 503 });
      await page.getByRole('button', { name: `Switch on ${DAY}, ${SUPPLIER}` }).click();
      await waitUntil(states, (seen) => seen.length === 1);
      // The least bad of those that are cut off is tried all the same.
      const { response } = await call();
      expect(response.status).toBe(200);
    }, `${HOME}/routes`);
  });

  it('is shared by two: what one has changed meanwhile is not undone by the other', async () => {
    const other = { email: `other-${randomUUID().slice(0, 8)}@example.com`, password: 'correct horse battery' };
    await owner.do('POST', '/users', { ...other, role: 'operator' });
    const { items } = await owner.do<Listed<{ id: string }>>('GET', `/keys?customer_id=${customerId}`);
    const path = `${HOME}/keys/${items[0]?.id}`;
    await see(async (first) => {
      await visit(browser, stack.gatewayUrl, PHONE, async (second) => {
        await logIn(second, other, path);
        await second.getByRole('button', { name: 'Rotate the key' }).waitFor();
        await press(first, 'Rotate the key');
        secret = (await first.locator('.ui-shown-secret').textContent()) ?? '';
        await press(second, 'Rotate the key');
        await second.getByText('The key has changed meanwhile').waitFor();
        await second.goto(`${stack.gatewayUrl}${HOME}/audit`);
        await second.getByRole('row', { name: 'key.rotate' }).first().waitFor();
      });
    }, path);
    expect((await call()).response.status).toBe(200);
  });

  it('ends with the key: it is revoked, and the next call fails', async () => {
    const { items } = await owner.do<Listed<{ id: string }>>('GET', `/keys?customer_id=${customerId}`);
    await see(async (page) => {
      await press(page, 'Revoke Shop');
      await page.getByText('The key is revoked').waitFor();
    }, `${HOME}/keys/${items[0]?.id}`);
    await waitUntil(
      () =>
        call().then(
          ({ response }) => response.status,
          (error: { status: number }) => error.status,
        ),
      (status) => status === 401,
    );
  });
});
