import { randomUUID } from 'node:crypto';
import { callApi, sharedStack, waitUntil } from '@shipyard/testing';
import { startBrowser, visit } from '@shipyard/testing/browser';
import type { Browser } from 'playwright-core';
import { Admin } from './admin-client';
import { terms, units } from './catalog-rows';
import { CONSOLE_HOME as HOME, fieldsIn, logInAt } from './operator-console';

describe('what operators change in the console', () => {
  const stack = sharedStack();
  const { gatewayUrl: url, credentials } = stack;
  const owner = new Admin(url, credentials.gateway_admin_key);
  const logIn = logInAt(url);
  let browser: Browser;

  beforeAll(async () => {
    browser = await startBrowser();
  });

  afterAll(() => browser.close());

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

  it('imports prices as the plan showed them, and says what customers would have paid', async () => {
    const model = `console-${randomUUID().slice(0, 8)}`;
    await owner.do('PUT', `/models/${model}`, terms);
    await owner.do('POST', `/models/${model}/prices`, { units: units('0.02') });
    await owner.do('POST', `/models/${model}/routes`, { supplier_id: 'sandbox', upstream_model: 'sandbox' });
    const { customerId, secret } = await owner.customer('10');
    const json = { model, messages: [{ role: 'user', content: 'Hi' }] };
    await waitUntil(
      () => callApi(url, 'POST', '/v1/chat/completions', { token: secret, json }),
      ({ status }) => status === 200,
    );
    const csv = `model,unit_type,price_cny\n${model},output_1k_tokens,0.030000007`;
    const planned = await waitUntil(
      async () => {
        const { effect } = await owner.do<{ effect: Record<string, string>[] }>('POST', '/prices/plan', { csv });
        return effect.find((each) => each.customer_id === customerId);
      },
      (found) => found !== undefined,
    );
    const priceOf = async () => {
      const answer = await owner.do<{ items: { units: { price_cny: string }[] }[] }>('GET', `/models/${model}/prices`);
      return answer.items[0]?.units.map(({ price_cny }) => price_cny);
    };
    await visit(browser, url, { javaScriptEnabled: false, locale: 'en' }, async (page) => {
      await logIn(page, credentials.gateway_console, `${HOME}/models`);
      await page.getByRole('link', { name: 'Import a price list' }).click();
      const show = () => page.getByRole('button', { name: 'Show what would change' }).click();
      await page.fill('#text', `${csv}\n${model},image,1`);
      await show();
      await page.locator('#text-error').getByText('row 3: unit_type must be one of').waitFor();
      await page.fill('#text', csv);
      await show();
      const row = page.getByRole('row', { name: `base/${model}/output_1k_tokens` });
      expect((await row.innerText()).replaceAll(/\s/g, '')).toContain('0.0200000000.030000007+50.0%whenapplied');
      const effect = await page.locator(`tr:has(a[href$="${customerId}"])`).innerText();
      for (const amount of [planned?.was_cny ?? '-', planned?.would_be_cny ?? '-'])
        expect(effect.replaceAll(/\s/g, '')).toContain(amount);

      await owner.do('POST', `/models/${model}/prices`, { units: units('0.025') });
      await page.getByRole('button', { name: 'Apply these prices' }).click();
      await page.getByText('This plan is no longer true').waitFor();
      expect([(await row.innerText()).includes('+20.0 %'), await priceOf()]).toEqual([true, ['0.025', '0.025']]);
      const form = await fieldsIn(page, 'form[action$="/apply"]');
      await page.getByRole('button', { name: 'Apply these prices' }).click();
      await page.getByText('The prices are set').waitFor();
      expect(await priceOf()).toEqual(['0.025', '0.030000007']);
      const again = await page.request.post(`${url}${HOME}/prices/apply`, { form });
      expect([again.status(), (await again.text()).includes('the prices are like this already')]).toEqual([409, true]);
    });
    await owner.do('PUT', `/models/${model}`, { ...terms, active: false });
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
      const form = await fieldsIn(page, 'main');
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
});
