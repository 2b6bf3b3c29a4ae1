import { randomUUID } from 'node:crypto';
import { callApi, drawImage, sharedStack } from '@shipyard/testing';
import { findingsInLook, LOOKS, shapelessOf, sidewaysInChinese, startBrowser, visit } from '@shipyard/testing/browser';
import { AccountHolder } from './account-holder';
import { NEW_ID } from './new-id';
import { OauthClient } from './oauth-client';
import { oauthParty } from './oauth-party';
import { openPage } from './page-client';
import { staffParty } from './staff-party';
import { formIn, StudioVisitor } from './studio-visitor';

/** What staff look after beside decisions and parcels: reports, the audit, mail, apps, pages and exports. */
describe('care in the staff console', () => {
  const stack = sharedStack();
  const { submissionUrl: site, credentials } = stack;
  const logins = credentials.staff_logins;
  const { url, owner, programId } = staffParty(stack);
  const { newcomer, isLive } = oauthParty(stack);

  let admin: StudioVisitor;
  let reviewer: StudioVisitor;

  async function enter({ email, password }: { email: string; password: string }): Promise<StudioVisitor> {
    const entered = new StudioVisitor(site);
    await entered.logIn(email, password);
    return entered;
  }

  const detail = async (slug: string) =>
    (await owner.call<{ hidden: { reason: string } | null }>('GET', `/projects/${slug}`)).body.data;

  beforeAll(async () => {
    admin = await enter(logins.admin);
    reviewer = await enter(logins.reviewer);
  });

  it('reads reports, takes down, shows again, removes a log, and closes', async () => {
    const slug = await owner.createProject();
    await owner.appendLog(slug, 'First', 'It shows a stranger.', [await drawImage()]);
    const elsewhere = await owner.createProject();
    await owner.appendLog(elsewhere, 'Another', 'It is fine.', [await drawImage()]);
    await callApi(url, 'POST', `/projects/${slug}/report`, { json: { reason: 'It shows <b>me</b>.' } });
    const [report] = await stack.query(
      'submission',
      'SELECT id FROM reports WHERE project_id = (SELECT id FROM projects WHERE slug = $1)',
      [slug],
    );
    const path = `/console/reports/${String(report?.id)}`;
    const shown = await reviewer.open(path);
    expect(shown.html).toContain('It shows &lt;b&gt;me&lt;/b&gt;.');
    expect(shown.html).toContain(`href="/console/takedowns/${slug}"`);

    const takedown = `/console/takedowns/${slug}`;
    expect((await reviewer.open(`/console/takedowns?slug=${slug}`)).headers.get('location')).toBe(takedown);
    const empty = await reviewer.fill(takedown, { reason: ' ' }, { action: `${takedown}/hide` });
    expect(empty.status).toBe(400);
    const hidden = await reviewer.fill(takedown, { reason: 'A stranger.' }, { action: `${takedown}/hide` });
    expect([hidden.status, hidden.headers.get('location')]).toEqual([303, `${takedown}?done`]);
    expect((await detail(slug)).hidden).toMatchObject({ reason: 'A stranger.' });
    const twice = await reviewer.fill(takedown, { reason: 'Again.' }, { action: `${takedown}/hide` });
    expect([twice.status, twice.html.includes('hidden already')]).toEqual([409, true]);
    await reviewer.fill(takedown, { reason: 'A mistake.' }, { action: `${takedown}/unhide` });
    expect((await detail(slug)).hidden).toBeNull();

    const remove = (fields: Record<string, string>) =>
      reviewer.fill(takedown, fields, { action: `${takedown}/remove` });
    const unconfirmed = await remove({ subject: '1', why: 'A stranger.', confirm_slug: 'another' });
    expect([unconfirmed.status, unconfirmed.html.includes(`Type exactly ${slug}.`)]).toEqual([400, true]);
    const { body } = await owner.call<{ logs: { image_urls: string[] }[] }>('GET', `/projects/${elsewhere}`);
    const foreign = await remove({ subject: body.data.logs[0]?.image_urls[0] ?? '', why: 'No.', confirm_slug: slug });
    expect([foreign.status, foreign.html.includes('a picture of this project')]).toEqual([400, true]);
    expect((await remove({ subject: '1', why: 'A stranger.', confirm_slug: slug })).status).toBe(303);
    expect((await remove({ subject: '1', why: 'A stranger.', confirm_slug: slug })).status).toBe(404);

    const closed = await reviewer.fill(path, { reason: 'Taken down.' }, { action: `${path}/close` });
    expect([closed.status, closed.headers.get('location')]).toEqual([303, '/console/reports']);
    const late = await reviewer.fill(path, { reason: 'Again.' }, { action: `${path}/close` });
    expect([late.status, formIn(late.html, `${path}/close`).reason]).toEqual([404, 'Again.']);
    expect((await reviewer.open('/console/audit')).status).toBe(403);
  });

  it('goes on behind the last report of a page, whichever is closed meanwhile', async () => {
    const name = `reported-${randomUUID().slice(0, 8)}`;
    await stack.query(
      'submission',
      `WITH reported AS (
         INSERT INTO projects (id, slug, program_id, owner_id, name, color)
         SELECT ${NEW_ID}, $1 || '-' || n, program_id, owner_id, $1 || ' ' || n, 'red'
         FROM projects, generate_series(1, 43) n WHERE slug = $2 RETURNING id, slug
       )
       INSERT INTO reports (id, project_id, count, newest_reason)
       SELECT ${NEW_ID}, id, 1000000 - split_part(slug, '-', 3)::integer / 2, 'Why' FROM reported`,
      [name, await owner.createProject()],
    );
    const named = (html: string) =>
      [...html.matchAll(new RegExp(`${name} (\\d+)<`, 'g'))].map(([, number]) => Number(number));
    const first = await admin.open('/console/reports');
    const seen = named(first.html);
    expect(seen).toHaveLength(40);
    await stack.query(
      'submission',
      `UPDATE reports SET closed_at = now() WHERE project_id = (SELECT id FROM projects WHERE slug = $1)`,
      [`${name}-${seen[0]}`],
    );
    const [, next = ''] = /href="([^"]+)" rel="next"/.exec(first.html) ?? [];
    const second = await admin.open(next.replaceAll('&amp;', '&'));
    expect(named(second.html)).toHaveLength(3);
    expect(new Set([...seen, ...named(second.html)]).size).toBe(43);
    expect(second.html).toContain('To the beginning');
    await stack.query('submission', 'UPDATE reports SET closed_at = now() WHERE closed_at IS NULL AND count > 900000');
  });

  it('shows the audit by who, what, when and on what, and goes on where it stopped', async () => {
    const holder = await AccountHolder.register(stack);
    const { handle, id } = holder.account;
    await stack.query(
      'submission',
      `INSERT INTO account_audit_entries (account_id, actor_id, action, at)
       SELECT $1, $1, 'create_token', timestamptz '2001-02-03' FROM generate_series(1, 60)`,
      [id],
    );
    const filter = `/console/audit?who=${handle}&action=create_token&from=2001-02-03&to=2001-02-03&source=accounts&on=${handle}`;
    const first = await admin.open(filter);
    const rows = (html: string) => html.split('<tbody')[1]?.match(/<tr /g)?.length;
    expect([first.status, rows(first.html)]).toEqual([200, 50]);
    expect(first.html).toContain('Made a token');
    const [, next = ''] = /<a rel="next" href="([^"]+)"/.exec(first.html) ?? [];
    const second = await admin.open(next.replaceAll('&amp;', '&'));
    expect([rows(second.html), second.html.includes('rel="next"')]).toEqual([10, false]);
    expect((await admin.open(`${filter}&after=nonsense`)).html).toContain('rel="next"');
    const all = await admin.open(`/console/audit?who=${handle}`);
    expect(rows(all.html)).toBe(50);
    const slug = await owner.createProject();
    const created = await admin.open(`/console/audit?on=${slug}`);
    expect([rows(created.html), created.html.includes('Created')]).toEqual([1, true]);
    expect((await admin.open('/console/audit?who=nobody-there')).html).toContain('No entry is like that.');
  });

  it('sends a failed mail again, and shows nothing of its text', async () => {
    const { account } = await AccountHolder.register(stack);
    const [failed, bounced] = [randomUUID(), randomUUID()];
    for (const [id, outcome] of [
      [failed, 'failed'],
      [bounced, 'bounced'],
    ])
      await stack.query(
        'submission',
        `INSERT INTO mail_outbox (id, account_id, kind, key, attempts, ended_at, outcome, failure)
         VALUES ($1, $2, 'confirm_email', $4, 12, now() + interval '1 hour', $3, 'EENVELOPE DATA 554')`,
        [id, account.id, outcome, `failed:${id}`],
      );
    const list = await admin.open('/console/mails');
    expect(list.html).toContain('EENVELOPE DATA 554');
    expect(list.html).not.toContain(account.email);
    expect(list.html).not.toContain(`/console/mails/${bounced}/send`);
    const action = `/console/mails/${failed}/send`;
    const again = await admin.send(action, formIn(list.html, action));
    expect(again.headers.get('location')).toBe('/console/mails?sent=yes');
    const [row] = await stack.query('submission', 'SELECT outcome FROM mail_outbox WHERE id = $1', [failed]);
    expect(row?.outcome).not.toBe('failed');
    const forced = `/console/mails/${bounced}/send`;
    const refused = await admin.send(forced, formIn(list.html, action));
    expect(refused.headers.get('location')).toBe('/console/mails?sent=no');
    expect((await admin.open('/console/mails?sent=no')).html).toContain('Nothing was sent');
  });

  it('lists connected apps, and ends the access of one to every account', async () => {
    const { visitor, person } = await newcomer();
    const client = await OauthClient.register(site, { client_name: '=Odd app' });
    const { accessToken } = await client.connect(visitor);
    expect(await isLive(accessToken)).toBe(true);
    expect((await admin.open('/console/apps')).html).toContain(`href="/console/apps/${client.id}"`);
    const path = `/console/apps/${client.id}`;
    const shown = await admin.open(path);
    expect(shown.html).toContain('1 account loses the connection');
    expect(shown.html).toContain('https://assistant.example');
    const ended = await admin.fill(path, {}, { action: `${path}/end` });
    expect(ended.headers.get('location')).toBe(`${path}?ended=1`);
    expect(await isLive(accessToken)).toBe(false);
    expect((await admin.open(path)).html).toContain('nothing to end');
    const [entry] = await stack.query(
      'submission',
      `SELECT details FROM account_audit_entries WHERE account_id = $1 AND action = 'revoke_token'`,
      [person.id],
    );
    expect(entry?.details).toEqual({ revoked: 1, client_id: client.id, by: 'staff' });
    expect((await admin.open('/console/apps/no-app')).status).toBe(404);
  });

  it('edits a page with a preview that is stored nowhere, and goes back to an older text', async () => {
    const path = '/console/pages/parents/zh-CN';
    const visitorText = async () => (await openPage(site, '/parents?lang=zh-CN')).html;
    const begun = formIn((await admin.open(path)).html, path);
    expect([begun.title === '', begun.markdown === '']).toEqual([false, false]);
    const preview = await admin.send(`${path}/preview`, { ...begun, title: '致家长', markdown: '第一版 **粗体**' });
    expect(preview.status).toBe(200);
    expect(preview.html).toContain('<strong>粗体</strong>');
    expect(formIn(preview.html, path)).toMatchObject({ title: '致家长', markdown: '第一版 **粗体**' });
    expect(await visitorText()).not.toContain('第一版');

    const wrong = await admin.send(path, { ...begun, title: '', markdown: '第一版' });
    expect([wrong.status, formIn(wrong.html, path).markdown]).toEqual([400, '第一版']);
    for (const markdown of ['第一版', '第二版'])
      expect((await admin.send(path, { ...begun, title: '致家长', markdown })).headers.get('location')).toBe(
        `${path}?saved`,
      );
    expect(await visitorText()).toContain('第二版');
    const saved = await admin.open(path);
    const [, older = ''] = [...saved.html.matchAll(/\?revision=(\d+)/g)].map(([, id]) => id);
    const opened = await admin.open(`${path}?revision=${older}`);
    expect(opened.html).toContain('This is an older text.');
    expect(formIn(opened.html, path).markdown).toBe('第一版');
    await admin.send(path, formIn(opened.html, path));
    expect(await visitorText()).toContain('第一版');
    for (const missing of [`${path}?revision=1x`, '/console/pages/nothing/en', '/console/pages/about/fr'])
      expect([missing, (await admin.open(missing)).status]).toEqual([missing, 404]);
  });

  it('exports a program without people, and a formula as text', async () => {
    const slug = await owner.createProject();
    await stack.query('submission', `UPDATE projects SET name = '=cmd|x' WHERE slug = $1`, [slug]);
    expect((await admin.open('/console/exports')).html).toContain(`href="/console/exports/${programId}"`);
    const { headers, html: csv } = await admin.open(`/console/exports/${programId}`);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${programId}.csv"`);
    expect(csv).toContain(`\r\n${slug},'=cmd|x,${site}/projects/${slug},draft,`);
    expect(csv).not.toMatch(/@example|demo-participant|handle|email/);
    expect((await reviewer.open(`/console/exports/${programId}`)).status).toBe(403);
    expect((await admin.open('/console/exports/no-program')).status).toBe(404);
  });

  it('is readable in every look, and axe finds nothing', async () => {
    const slug = await owner.createProject();
    const { account } = await AccountHolder.register(stack);
    const client = await OauthClient.register(site);
    const paths = {
      accounts: '/console/accounts',
      account: `/console/accounts/${account.id}`,
      reports: '/console/reports',
      takedown: `/console/takedowns/${slug}`,
      audit: '/console/audit',
      mails: '/console/mails',
      apps: '/console/apps',
      app: `/console/apps/${client.id}`,
      pages: '/console/pages',
      page: '/console/pages/about/en',
      exports: '/console/exports',
    };
    const browser = await startBrowser();
    const findings: Record<string, string[]> = {};
    try {
      for (const look of LOOKS) {
        await visit(browser, site, look, async (page) => {
          await page.context().addCookies([{ name: 'lang', value: look.locale, url: site }]);
          await page.goto(`${site}/login`);
          await page.fill('#email', logins.admin.email);
          await page.fill('#password', logins.admin.password);
          await page.click('main button[type=submit]');
          await page.waitForURL(/studio|console/);
          for (const [name, path] of Object.entries(paths)) {
            await page.goto(site + path);
            const key = `console-${name}-${look.colorScheme}-${look.locale}`;
            Object.assign(findings, await findingsInLook(page, key), { [`${key}-forced`]: await shapelessOf(page) });
          }
          await page.context().addCookies([{ name: 'lang', value: 'zh-CN', url: site }]);
          const urls = Object.values(paths).map((path) => site + path);
          expect(await sidewaysInChinese(page, urls)).toEqual([]);
        });
      }
    } finally {
      await browser.close();
    }
    expect(Object.entries(findings).filter(([, found]) => found.length > 0)).toEqual([]);
  });
});
