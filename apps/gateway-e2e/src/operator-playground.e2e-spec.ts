import { callApi, sharedStack, waitUntil } from '@shipyard/testing';
import { findingsInLook, LOOKS, startBrowser, visit } from '@shipyard/testing/browser';
import type { Browser, Page } from 'playwright-core';
import { Admin } from './admin-client';
import { terms as TERMS } from './catalog-rows';
import { CONSOLE_HOME as HOME, logInAt } from './operator-console';

const PLAYGROUND = '00000000-0000-7000-8000-000000000001';
const PROMPT = 'A prompt that nobody keeps';

describe('calls and keys in a browser', () => {
  const stack = sharedStack();
  const { gatewayUrl: url, credentials } = stack;
  const owner = new Admin(url, credentials.gateway_admin_key);
  const logIn = logInAt(url);
  let browser: Browser;
  let customer: Awaited<ReturnType<Admin['customer']>>;

  beforeAll(async () => {
    browser = await startBrowser();
    customer = await owner.customer('10', { rpm: 60 });
  });

  afterAll(() => browser.close());

  const send = (page: Page) => page.getByRole('button', { name: 'Send the call' }).click();
  const plain = (text: string) => text.replaceAll(/[\s,]/g, '');
  const costOf = async (requestId: string) => {
    const { body } = await waitUntil(
      () =>
        owner.call<{ request: { cost_cny: string; customer_id: string; key_id: string; endpoint: string } }>(
          'GET',
          `/requests/${requestId}`,
        ),
      ({ status }) => status === 200,
    );
    return body.data.request;
  };

  it('plays a chat, an image and a search without JavaScript, at the cost of a key', async () => {
    await visit(browser, url, { javaScriptEnabled: false, locale: 'en' }, async (page) => {
      await logIn(page, credentials.gateway_console, `${HOME}/playground`);
      await page.fill('#key', 'gwk_wrong');
      await page.fill('#max_tokens', '0');
      await send(page);
      for (const field of ['prompt', 'max_tokens', 'key']) await page.locator(`#${field}-error`).waitFor();
      for (const [kind, model, endpoint] of [
        ['text', 'sandbox-chat', 'POST /v1/chat/completions'],
        ['image', 'sandbox-image', 'POST /v1/images/generations'],
        ['search', 'sandbox-search', 'POST /v1/searches'],
      ] as const) {
        await page.goto(`${url}${HOME}/playground?kind=${kind}&model=${model}`);
        await page.fill('#prompt', kind === 'search' ? 'Lanterns' : PROMPT);
        await page.fill('#key', customer.secret);
        await send(page);
        const requestId = (await page.locator('[data-request-link]').textContent()) ?? '';
        const request = await costOf(requestId);
        expect([request.customer_id, request.key_id, request.endpoint]).toEqual([
          customer.customerId,
          customer.keyId,
          endpoint,
        ]);
        expect(Number(plain(await page.locator('[data-cost]').innerText()))).toBe(Number(request.cost_cny));
        expect(await page.content()).not.toContain(customer.secret);
        expect(await page.locator('[data-code=curl]').textContent()).toContain(`"${model}"`);
        if (kind === 'image')
          await waitUntil(
            () => page.evaluate<number>(`document.querySelector('.ui-played-image').naturalWidth`),
            (width) => width > 0,
          );
        if (kind === 'search') expect(await page.locator('[data-answer] a').count()).toBeGreaterThan(0);
      }
    });
  });

  it('streams a chat as the operator, whom the customer Playground pays for, and keeps nothing of it', async () => {
    await visit(browser, url, { locale: 'en' }, async (page) => {
      await logIn(page, credentials.gateway_console, `${HOME}/playground?model=sandbox-chat`);
      await page.fill('#prompt', PROMPT);
      await page.locator('[data-code=python]', { hasText: PROMPT }).waitFor({ state: 'attached' });
      const answered = page.waitForResponse((response) => response.url().endsWith('/playground/stream'));
      await send(page);
      const first = await answered;
      // It is made when it is first needed, and has no money then.
      const isNew = first.status() === 429;
      if (isNew) {
        await page.getByText('insufficient_quota').waitFor();
        const headers = { 'idempotency-key': 'playground' };
        const credit = { amount_cny: '100', reason: 'Suite' };
        await owner.do('POST', `/customers/${PLAYGROUND}/credits`, credit, { headers });
        await send(page);
      }
      await page.locator('[data-usage]', { hasText: 'completion_tokens' }).waitFor();
      expect((await page.locator('[data-answer]').innerText()).length).toBeGreaterThan(20);
      const requestId = (await page.locator('[data-request-link]').textContent()) ?? '';
      const request = await costOf(requestId);
      expect(request.customer_id).toBe(PLAYGROUND);
      expect(Number(await page.locator('[data-cost]').innerText())).toBe(Number(request.cost_cny));
      await page.locator('[data-request-link]').click();
      await page.waitForURL(`${url}${HOME}/requests/${requestId}`);
      await page.getByRole('cell', { name: 'answered' }).waitFor();
    });
    const [{ kept } = {}] = await stack.query(
      'gateway',
      `SELECT count(*) AS kept FROM request_log log WHERE log::text LIKE '%' || $1 || '%'`,
      [PROMPT],
    );
    expect(Number(kept)).toBe(0);
  });

  it('shows the usage of a pasted key, which is kept in the memory of the tab alone', async () => {
    const json = { model: 'sandbox-chat', messages: [{ role: 'user', content: 'Hi' }] };
    await callApi(url, 'POST', '/v1/chat/completions', { token: customer.secret, json });
    const costOfKey = async () => {
      const { body } = await callApi<{ data: { cost_cny: string }[] }>(url, 'GET', '/v1/usage?group_by=key', {
        token: customer.secret,
      });
      return body.data[0]?.cost_cny ?? '0';
    };
    const cost = await waitUntil(costOfKey, (charged) => Number(charged) > 0);
    const { body: balance } = await callApi<{ available_cny: string }>(url, 'GET', '/v1/balance', {
      token: customer.secret,
    });
    await visit(browser, url, { locale: 'en' }, async (page) => {
      await page.goto(`${url}/usage/login`);
      await page.getByRole('link', { name: 'I have a key, and no log-in' }).click();
      await page.fill('#key', 'gwk_wrong');
      await page.getByRole('button', { name: 'Show its usage' }).click();
      await page.locator('#key-error').getByText('This key is not valid').waitFor();
      await page.fill('#key', customer.secret);
      await page.getByRole('button', { name: 'Show its usage' }).click();
      await page.getByText(`The key that ends with ${customer.secret.slice(-4)}`).waitFor();
      expect(plain(await page.locator('.ui-figures').innerText())).toContain(balance.available_cny);
      await page.getByText('The figures as a table').click();
      expect(plain(await page.locator('.ui-day-chart tbody tr').first().innerText())).toContain(cost);
      await page.getByText('This key lacks the scope').waitFor();
      await page.getByText('of 60 requests a minute are left').waitFor();
      const stored = await page.evaluate<string>(
        'JSON.stringify([location.href, document.cookie, { ...localStorage }, { ...sessionStorage }])',
      );
      expect(stored).not.toContain(customer.secret);
      await page.reload();
      await page.getByRole('button', { name: 'Show its usage' }).waitFor();
      expect(await page.inputValue('#key')).toBe('');
    });
    const { secret } = await owner.do<{ secret: string }>('POST', '/keys', {
      customer_id: customer.customerId,
      name: 'Manager',
      scopes: ['keys'],
    });
    await visit(browser, url, { locale: 'zh-CN' }, async (page) => {
      await page.goto(`${url}/usage/key`);
      await page.fill('#key', secret);
      await page.getByRole('button', { name: '显示用量' }).click();
      await page.getByRole('row', { name: 'Manager' }).waitFor();
      await page.getByRole('row', { name: 'Suite' }).waitFor();
    });
  });

  it('lets a route be dragged into the step of another, or into the next', async () => {
    const model = `drag-${customer.keyId.slice(-8)}`;
    await owner.do('PUT', `/models/${model}`, TERMS);
    const ids: string[] = [];
    for (const [priority, upstream_model] of [
      [0, 'one'],
      [1, 'two'],
    ] as const) {
      const terms = { supplier_id: 'sandbox', upstream_model, priority };
      const { route } = await owner.do<{ route: { id: string } }>('POST', `/models/${model}/routes`, terms);
      ids.push(route.id);
    }
    const steps = () =>
      Promise.all(
        ids.map(async (id) => (await owner.do<{ route: { priority: number } }>('GET', `/routes/${id}`)).route.priority),
      );
    await visit(browser, url, { locale: 'en' }, async (page) => {
      await logIn(page, credentials.gateway_console, `${HOME}/routes`);
      const rowOf = (at: number) => page.locator(`tr.ui-draggable:has([data-drag="${ids[at]}"])`);
      const drag = async (from: number, to: number, part: number) => {
        const { height = 0 } = (await rowOf(to).boundingBox()) ?? {};
        await page.evaluate('window.isOld = true');
        await rowOf(from).dragTo(rowOf(to), {
          sourcePosition: { x: 8, y: 8 },
          targetPosition: { x: 30, y: height * part },
        });
        await page.waitForFunction('window.isOld !== true');
      };
      await drag(1, 0, 0.2);
      expect(await steps()).toEqual([0, 0]);
      await drag(0, 1, 0.8);
      expect(await steps()).toEqual([1, 0]);
    });
    await owner.do('PUT', `/models/${model}`, { ...TERMS, active: false });
  });

  it.each(LOOKS)(
    'each page in $locale, $colorScheme: axe finds nothing, and nothing scrolls sideways',
    async (look) => {
      const findings: Record<string, string[]> = {};
      await visit(browser, url, look, async (page) => {
        const see = async (name: string) =>
          Object.assign(findings, await findingsInLook(page, `operators-${name}-${look.colorScheme}-${look.locale}`));
        await logIn(page, credentials.gateway_console, `${HOME}/playground?kind=search&model=sandbox-search`);
        await page.fill('#prompt', 'Lanterns');
        await page.fill('#key', customer.secret);
        await page.locator('form .ui-button-primary').click();
        await page.locator('[data-answer] a').first().waitFor();
        await page.locator('details').last().locator('summary').click();
        await see('playground');
        for (const [name, path] of [
          ['playground-chat', 'playground'],
          ['playground-image', 'playground?kind=image'],
          ['new-customer', 'new/customers'],
          ['new-supplier', 'new/suppliers'],
          ['new-model', 'new/models'],
          ['new-route', 'new/routes?model=sandbox-chat'],
          ['choose-customer', 'keys/new'],
          ['live-routes', 'routes'],
        ] as const) {
          await page.goto(`${url}${HOME}/${path}`);
          await see(name);
        }
        await page.goto(`${url}/usage/key`);
        await page.locator('#key').waitFor();
        await see('key-usage-form');
        await page.fill('#key', customer.secret);
        await page.locator('form .ui-button').click();
        await page.locator('.ui-figures').waitFor();
        await see('key-usage');
      });
      expect(Object.entries(findings).filter(([, found]) => found.length > 0)).toEqual([]);
    },
  );
});
