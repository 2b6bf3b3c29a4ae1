import { codeOf, ServiceReplica, sharedStack } from '@shipyard/testing';
import { findingsInLook, LOOKS, shapelessOf, sidewaysInChinese, startBrowser, visit } from '@shipyard/testing/browser';
import { AccountHolder } from './account-holder';
import { register, PASSWORD } from './newcomer';
import { formIn, StudioVisitor } from './studio-visitor';

describe('the entrance of the staff console', () => {
  const stack = sharedStack();
  const { submissionUrl: site, credentials } = stack;
  const logins = credentials.staff_logins;

  afterEach(() => ServiceReplica.endAll());

  async function enter(email: string, password: string, url = site) {
    const visitor = new StudioVisitor(url);
    await visitor.logIn(email, password);
    return visitor;
  }

  it('leads strangers to the log-in page, and back', async () => {
    const answer = await new StudioVisitor(site).open('/console/second-factor');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/login?next=%2Fconsole%2Fsecond-factor']);
  });

  it('tells participants and other staff who may open a page', async () => {
    const { email } = await register(credentials.submission_url);
    const participant = await enter(email, PASSWORD);
    const own = await participant.open('/console');
    expect(own.status).toBe(403);
    expect(own.html).toContain('Only staff may open it.');
    const { headers } = await new StudioVisitor(site).logIn(email, PASSWORD);
    expect(headers.get('location')).toBe('/studio');
    for (const path of ['/', '/studio', '/studio/settings'])
      expect((await participant.open(path)).html).not.toContain('href="/console"');
  });

  it('leads each role to its first part, and shows no other', async () => {
    for (const [role, path, hidden] of [
      ['reviewer', '/console/reviews', '/console/shipments'],
      ['fulfilment', '/console/shipments', '/console/reviews'],
      ['admin', '/console/figures', '/console/reviews'],
    ] as const) {
      const visitor = new StudioVisitor(site);
      const entered = await visitor.logIn(logins[role].email, logins[role].password);
      expect([entered, await visitor.open('/login')].map(({ headers }) => headers.get('location'))).toEqual([
        '/console',
        '/console',
      ]);
      for (const shown of ['/', '/programs', '/studio', '/studio/settings'])
        expect([shown, (await visitor.open(shown)).html]).toEqual([
          shown,
          expect.stringContaining('href="/console">Staff console</a>'),
        ]);
      const settings = (await visitor.open('/studio/settings')).html;
      expect(/Roles<\/p><p class="ui-fixed-value">([^<]+)/.exec(settings)?.[1]?.toLowerCase()).toBe(role);
      const home = await visitor.open('/console');
      expect([role, home.status, home.headers.get('location')]).toEqual([role, 303, path]);
      const page = await visitor.open('/console/second-factor');
      expect(page.html).toContain(`href="${path}"`);
      expect(page.html).not.toContain(`href="${hidden}"`);
    }
  });

  it('sets up a second factor that a role waits for', async () => {
    const { url } = await ServiceReplica.start(stack, { environment: { STAFF_TOTP: 'required' } });
    const replica = url.replace(/\/api\/v1$/, '');
    const holder = await AccountHolder.register(stack, { roles: ['fulfilment'] });
    const visitor = await enter(holder.account.email, holder.password, replica);
    const home = await visitor.open('/console');
    expect(home.status).toBe(403);
    expect(home.html).toContain('Your role needs a second factor');
    const wrong = await visitor.fill('/console/second-factor', { password: 'not my password' });
    expect(wrong.status).toBe(401);
    const begun = await visitor.fill('/console/second-factor', { password: holder.password });
    expect(begun.html).toContain('role="img"');
    const form = formIn(begun.html, '/console/second-factor/confirm');
    const mistyped = await visitor.send('/console/second-factor/confirm', { ...form, code: 'abc' });
    expect(mistyped.status).toBe(401);
    const done = await visitor.send('/console/second-factor/confirm', {
      ...formIn(mistyped.html, '/console/second-factor/confirm'),
      code: codeOf(form.secret ?? ''),
    });
    expect(done.status).toBe(200);
    expect(done.html.match(/<li[^>]*><code>/g)?.length).toBeGreaterThanOrEqual(8);
    expect((await visitor.open('/console')).headers.get('location')).toBe('/console/shipments');
  });

  it('is readable in every look, and axe finds nothing', async () => {
    const { email } = await register(credentials.submission_url);
    const browser = await startBrowser();
    const findings: Record<string, string[]> = {};
    try {
      for (const look of LOOKS) {
        const holder = await AccountHolder.register(stack, { roles: ['admin'] });
        await visit(browser, site, look, async (page) => {
          const check = async (name: string) => {
            const key = `console-${name}-${look.colorScheme}-${look.locale}`;
            Object.assign(findings, await findingsInLook(page, key), { [`${key}-forced`]: await shapelessOf(page) });
          };
          const enterAs = async (login: string, password: string) => {
            await page.context().clearCookies();
            await page.context().addCookies([{ name: 'lang', value: look.locale, url: site }]);
            await page.goto(`${site}/login?next=%2Fconsole`);
            await page.fill('#email', login);
            await page.fill('#password', password);
            await page.click('main button[type=submit]');
            await page.waitForURL('**/console**');
          };
          await enterAs(email, PASSWORD);
          await check('for-others');
          await enterAs(holder.account.email, holder.password);
          await page.goto(`${site}/console/second-factor`);
          await page.fill('#password', holder.password);
          await page.press('#password', 'Enter');
          await page.waitForSelector('[name=secret]', { state: 'attached' });
          await check('second-factor-code');
          await page.fill('#code', codeOf(await page.inputValue('[name=secret]')));
          await page.press('#code', 'Enter');
          await page.waitForSelector('li code');
          await check('recovery-codes');
          await holder.ageSecondFactor(16);
          await page.goto(`${site}/console/accounts`);
          await page.waitForSelector('[name=code]');
          await check('prove');
          await page.context().addCookies([{ name: 'lang', value: 'zh-CN', url: site }]);
          const urls = ['accounts', 'second-factor'].map((part) => `${site}/console/${part}`);
          expect(await sidewaysInChinese(page, urls)).toEqual([]);
        });
        await holder.giveRoles();
      }
    } finally {
      await browser.close();
    }
    expect(Object.entries(findings).filter(([, found]) => found.length > 0)).toEqual([]);
  });
});
