import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { callApi, codeOf, PRODUCT_SCOPES, sharedStack, waitUntil } from '@shipyard/testing';
import { findingsInLook, LOOKS, sidewaysInChinese, startBrowser, visit } from '@shipyard/testing/browser';
import { simpleParser } from 'mailparser';
import type { Browser, Page } from 'playwright-core';
import { Admin, type Listed } from './admin-client';

interface Member {
  id: string;
  email: string;
  role: string;
  status: string;
}

const HOME = '/usage';
const PASSWORD = 'correct horse battery';

describe('the pages of members', () => {
  const stack = sharedStack();
  const { gatewayUrl: url, credentials } = stack;
  const admin = new Admin(url, credentials.gateway_admin_key);
  let browser: Browser;
  let customer: { customerId: string; keyId: string; secret: string };
  let owner: string;

  const newEmail = () => `member-${randomUUID().slice(0, 8)}@example.com`;
  const invite = (customerId: string, email: string, role: string) =>
    admin.do<{ member: Member }>('POST', `/customers/${customerId}/members`, { email: email.toUpperCase(), role });
  const membersOf = async (customerId: string) =>
    (await admin.do<Listed<Member>>('GET', `/customers/${customerId}/members`)).items;

  /** The link of the newest mail of this kind. Without a mail server, mails are files. */
  async function linkFor(email: string, kind: string, count = 1): Promise<string> {
    const rows = await waitUntil(
      () =>
        stack.query(
          'gateway',
          'SELECT id FROM mail_outbox WHERE address = $1 AND kind = $2 AND outcome IS NOT NULL ORDER BY id',
          [email, kind],
        ),
      (ended) => ended.length >= count,
    );
    const file = path.join(stack.view.dataDir, 'gateway-mail', `${String(rows.at(-1)?.id)}.eml`);
    const { text = '' } = await simpleParser(await readFile(file));
    const link = new URL(/https?:\/\/\S+\?token=\S+/.exec(text)?.[0] ?? '');
    return url + link.pathname + link.search;
  }

  async function logIn(page: Page, email: string, at = HOME) {
    await page.goto(url + at);
    await page.fill('#email', email);
    await page.fill('#password', PASSWORD);
    await page.click('main button');
  }

  async function setPassword(page: Page, link: string) {
    await page.goto(link);
    await page.fill('#password', PASSWORD);
    await page.click('main button');
    await page.waitForURL(`${url}${HOME}/login?set=yes`);
  }

  beforeAll(async () => {
    browser = await startBrowser();
    customer = await admin.customer('100', { scopes: ['text', 'keys'], budget: { amount_cny: '50', period: 'month' } });
    owner = newEmail();
    const { member } = await invite(customer.customerId, owner, 'owner');
    expect(member).toMatchObject({ email: owner, role: 'owner', status: 'invited' });
    const ask = (model: string) =>
      callApi(url, 'POST', '/v1/chat/completions', {
        token: customer.secret,
        json: { model, messages: [{ role: 'user', content: 'A secret prompt' }] },
      });
    await ask('sandbox-chat');
    await ask('no-such-model');
    await stack.query(
      'gateway',
      `INSERT INTO statements (id, number, customer_id, customer_name, month, time_zone, starts_at, ends_at, lines, total_nano)
       SELECT gen_random_uuid(), COALESCE((SELECT max(number) FROM statements), 0) + 1, $1, 'Suite', '2026-01-01', 'UTC', '2026-01-01', '2026-02-01', '[]', 7`,
      [customer.customerId],
    );
    await visit(browser, url, { javaScriptEnabled: false, locale: 'en' }, async (page) => {
      const link = await linkFor(owner, 'member_invited');
      await page.goto(link);
      await page.fill('#password', 'password123');
      await page.click('main button');
      await page.locator('#password-error').waitFor();
      await setPassword(page, link);
      await page.goto(link);
      await page.getByRole('heading', { name: 'This link works no more' }).waitFor();
    });
  });

  afterAll(() => browser.close());

  it('show what was spent and what failed, and lead to the files of a statement', async () => {
    await visit(browser, url, { javaScriptEnabled: false, locale: 'en' }, async (page) => {
      await page.goto(`${url}${HOME}/statements`);
      await page.fill('#email', owner);
      await page.fill('#password', 'not the password');
      await page.click('main button');
      await page.locator('#password-error').waitFor();
      await page.fill('#password', PASSWORD);
      await page.click('main button');
      await page.waitForURL(`${url}${HOME}/statements`);
      const href = await page.getByRole('link', { name: /^PDF/ }).getAttribute('href');
      const [pdf, csv] = await Promise.all([
        page.request.get(url + String(href)),
        page.request.get(url + String(href).replace('.pdf', '.csv')),
      ]);
      expect([pdf.status(), pdf.headers()['content-type'], csv.status()]).toEqual([200, 'application/pdf', 200]);

      const shown = await waitUntil(
        async () => {
          await page.goto(url + HOME);
          return page.locator('main').innerText();
        },
        (text) => text.includes('model_not_found'),
      );
      const { body } = await callApi<{ balance_cny: string }>(url, 'GET', '/v1/balance', { token: customer.secret });
      expect(shown.replaceAll(/\s/g, '')).toContain(body.balance_cny.replaceAll(/\s/g, ''));
      expect(shown).toContain('sandbox-chat');
      expect(shown).toContain('Check the name of the model.');
      expect(await page.content()).not.toContain('A secret prompt');
      await page.locator('summary').first().click();
      await page.getByRole('button', { name: 'Log out' }).click();
      await page.goto(url + HOME);
      expect(page.url()).toBe(`${url}${HOME}/login?next=%2Fusage`);
    });
  });

  it('let an owner make, limit, renew and revoke keys, within what the operator allowed', async () => {
    await visit(browser, url, { javaScriptEnabled: false, locale: 'zh-CN' }, async (page) => {
      await logIn(page, owner, `${HOME}/keys`);
      await page.fill('#name', 'Page');
      await page.getByRole('button', { name: '创建密钥' }).click();
      await page.locator('#scope_text-error').getByText('超出运营者允许的范围').waitFor();
      for (const scope of PRODUCT_SCOPES.filter((each) => each !== 'text')) await page.uncheck(`#scope_${scope}`);
      await page.fill('#budget', '51');
      await page.getByRole('button', { name: '创建密钥' }).click();
      await page.locator('#budget-error').getByText('超出运营者允许的范围').waitFor();
      await page.fill('#budget', '5');
      await page.fill('#rpm', 'many');
      await page.getByRole('button', { name: '创建密钥' }).click();
      await page.locator('#rpm-error').waitFor();
      await page.fill('#rpm', '7');
      await page.getByRole('button', { name: '创建密钥' }).click();
      const secret = await page.locator('.ui-secret').innerText();
      const balance = (token: string) => callApi<{ budget: object }>(url, 'GET', '/v1/balance', { token });
      expect((await balance(secret)).body.budget).toMatchObject({ amount_cny: '5.00', period: 'month' });

      await page.goto(`${url}${HOME}/keys`);
      await page.getByRole('link', { name: 'Page', exact: true }).click();
      await page.fill('#budget', '60');
      await page.getByRole('button', { name: '保存' }).click();
      await page.locator('#budget-error').waitFor();
      await page.fill('#budget', '6');
      await page.getByRole('button', { name: '保存' }).click();
      await page.waitForURL(`${url}${HOME}/keys?done=yes`);
      await page.getByRole('link', { name: 'Page', exact: true }).click();
      await page.getByRole('button', { name: '生成新值' }).click();
      const renewed = await page.locator('.ui-secret').innerText();
      await page.goto(`${url}${HOME}/keys`);
      await page.getByRole('link', { name: 'Page', exact: true }).click();
      await page.getByRole('button', { name: '撤销' }).click();
      await page.waitForURL(`${url}${HOME}/keys?done=yes`);
      await waitUntil(
        () => balance(renewed),
        ({ status }) => status === 401,
      );
    });
    const { items } = await admin.do<Listed<{ action: string; actor: { kind: string; name: string } }>>(
      'GET',
      '/audit?limit=200',
    );
    const own = items.filter(({ actor }) => actor.name === owner).map(({ action }) => action);
    for (const action of ['member.set_password', 'key.create', 'key.update', 'key.rotate', 'key.revoke'])
      expect(own).toContain(action);
  });

  it('let an owner invite and remove, and a member read only what is of its customer', async () => {
    const email = newEmail();
    const other = await admin.customer('1');
    await visit(browser, url, { javaScriptEnabled: false, locale: 'en' }, async (page) => {
      await logIn(page, owner, `${HOME}/members`);
      await page.fill('#email', owner);
      await page.getByRole('button', { name: 'Send the invitation' }).click();
      await page.locator('#email-error').waitFor();
      await page.fill('#email', email);
      await page.getByRole('button', { name: 'Send the invitation' }).click();
      await page.waitForURL(`${url}${HOME}/members?done=yes`);
    });
    const link = await linkFor(email, 'member_invited');
    await visit(browser, url, { javaScriptEnabled: false, locale: 'en' }, async (page) => {
      await setPassword(page, link);
      await logIn(page, email, `${HOME}/keys`);
      await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor();
      expect(await page.getByRole('button', { name: 'Make a key' }).count()).toBe(0);
      const csrf_token = await page.locator('input[name=csrf_token]').first().inputValue();
      const send = (at: string) => page.request.post(`${url}${HOME}/${at}`, { form: { csrf_token, name: 'x' } });
      const refused = await Promise.all([
        send('keys'),
        send(`keys/${customer.keyId}/revoke`),
        send('members'),
        page.request.get(`${url}${HOME}/members`),
        page.request.post(`${url}${HOME}/logout`, { form: { csrf_token: 'x' } }),
      ]);
      expect(refused.map((answer) => answer.status())).toEqual([403, 403, 403, 403, 403]);
      await stack.query('gateway', 'UPDATE customer_members SET customer_id = $2 WHERE email = $1', [
        email,
        other.customerId,
      ]);
      const [{ number } = {}] = await stack.query(
        'gateway',
        `SELECT 'S-' || lpad(number::text, 6, '0') AS number FROM statements WHERE customer_id = $1`,
        [customer.customerId],
      );
      const foreign = await page.request.get(`${url}${HOME}/statements/${String(number)}.csv`);
      expect(foreign.status()).toBe(404);
      const [member] = await membersOf(other.customerId);
      expect(member).toMatchObject({ email, status: 'active', role: 'member' });
      const elsewhere = await admin.call('DELETE', `/customers/${customer.customerId}/members/${member?.id ?? ''}`);
      expect([elsewhere.status, elsewhere.body.error]).toEqual([404, 'NOT_FOUND']);
      await admin.do('DELETE', `/customers/${other.customerId}/members/${member?.id ?? ''}`);
      await page.goto(`${url}${HOME}/keys`);
      expect(page.url()).toContain(`${HOME}/login`);
    });
    const twice = await admin.call('POST', `/customers/${other.customerId}/members`, { email: owner, role: 'owner' });
    expect([twice.status, twice.body.error]).toEqual([409, 'CONFLICT']);
    const nobody = await admin.call('GET', `/customers/${randomUUID()}/members`);
    expect(nobody.status).toBe(404);
  });

  it('take a second factor, list and end sessions, and give a new password by mail', async () => {
    const email = newEmail();
    await invite(customer.customerId, email, 'member');
    const link = await linkFor(email, 'member_invited');
    await visit(browser, url, { javaScriptEnabled: false, locale: 'en' }, async (page) => {
      await setPassword(page, link);
      await logIn(page, email, `${HOME}/account`);
      await page.fill('#password', PASSWORD);
      await page.getByRole('button', { name: 'Begin' }).click();
      await page.fill('#code', codeOf(await page.locator('input[name=secret]').inputValue()));
      await page.getByRole('button', { name: 'Turn it on' }).click();
      const [first = '', second = ''] = await page.locator('.ui-recovery-codes code').allTextContents();
      await page.context().clearCookies();
      await logIn(page, email, `${HOME}/account`);
      await page.fill('#password', PASSWORD);
      await page.fill('#code', first);
      await page.click('main button');
      await page.waitForURL(`${url}${HOME}/account`);
      expect(await page.locator('#sessions + * tbody tr').count()).toBe(2);
      await page.getByRole('button', { name: 'End all others' }).click();
      await page.waitForURL(`${url}${HOME}/account?done=yes`);
      expect(await page.locator('#sessions + * tbody tr').count()).toBe(1);
      await page.fill('#password', PASSWORD);
      await page.fill('#code', second);
      await page.getByRole('button', { name: 'Turn it off' }).click();
      await page.waitForURL(`${url}${HOME}/account?done=yes`);

      // Somebody else asks for a link, and an address that nobody has gets the same answer.
      await page.goto(`${url}${HOME}/recover`);
      for (const asked of [newEmail(), email]) {
        await page.goto(`${url}${HOME}/recover`);
        await page.fill('#email', asked);
        await page.click('main button');
        await page.waitForURL(`${url}${HOME}/recover?sent=yes`);
      }
      await setPassword(page, await linkFor(email, 'member_reset'));
      await page.goto(`${url}${HOME}/account`);
      expect(page.url()).toContain(`${HOME}/login`);
    });
  });

  it.each(LOOKS)(
    'each page in $locale, $colorScheme: axe finds nothing, and nothing scrolls sideways',
    async (look) => {
      const findings: Record<string, string[]> = {};
      await visit(browser, url, look, async (page) => {
        const see = async (name: string) =>
          Object.assign(findings, await findingsInLook(page, `usage-${name}-${look.colorScheme}-${look.locale}`));
        for (const [name, at] of [
          ['login', 'login'],
          ['recover', 'recover'],
          ['link-over', 'password?token=x'],
        ] as const) {
          await page.goto(`${url}${HOME}/${at}`);
          await see(name);
        }
        await logIn(page, owner);
        await page.waitForURL(url + HOME);
        await see('overview');
        await page.locator('.ui-day-chart summary').click();
        await see('overview-figures');
        for (const [name, at] of [
          ['statements', 'statements'],
          ['keys', 'keys'],
          ['key', `keys/${customer.keyId}`],
          ['members', 'members'],
          ['account', 'account'],
          ['nothing', 'nothing'],
        ] as const) {
          await page.goto(`${url}${HOME}/${at}`);
          await see(name);
        }
        await page.context().addCookies([{ name: 'lang', value: 'zh-CN', url }]);
        const sample = ['', '/statements', '/keys', `/keys/${customer.keyId}`, '/members', '/account'];
        const urls = sample.map((path) => url + HOME + path);
        expect(await sidewaysInChinese(page, urls)).toEqual([]);
      });
      expect(Object.entries(findings).filter(([, found]) => found.length > 0)).toEqual([]);
    },
  );
});
