import { codeOf, sharedStack } from '@shipyard/testing';
import { AccountHolder } from './account-holder';
import { NEW_ID } from './new-id';
import { openPage } from './page-client';
import { formIn, StudioVisitor } from './studio-visitor';

const ACCOUNTS = '/console/accounts';

describe('admins in the staff console', () => {
  const stack = sharedStack();
  const { submissionUrl: site, credentials } = stack;
  const logins = credentials.staff_logins;

  let admin: StudioVisitor;

  async function enter({ email, password }: { email: string; password: string }): Promise<StudioVisitor> {
    const entered = new StudioVisitor(site);
    await entered.logIn(email, password);
    return entered;
  }

  const searchUrl = (q: string, more = '') => `${ACCOUNTS}?q=${encodeURIComponent(q)}${more}`;

  const auditOf = (accountId: string) =>
    stack.query('submission', 'SELECT action FROM account_audit_entries WHERE account_id = $1 ORDER BY id', [
      accountId,
    ]);

  beforeAll(async () => {
    admin = await enter(logins.admin);
  });

  it('shows the parts of admins to nobody else', async () => {
    const reviewer = await enter(logins.reviewer);
    const page = await reviewer.open('/console/second-factor');
    expect(page.html).not.toContain(`href="${ACCOUNTS}"`);
    const refused = await reviewer.open(ACCOUNTS);
    expect(refused.status).toBe(403);
    expect(refused.html).toContain('Only these may open it: admins.');
  });

  it('finds accounts, and those whose birth date is unknown', async () => {
    const { account } = await AccountHolder.register(stack);
    const found = await admin.open(searchUrl(account.email));
    expect(found.html).toContain(`href="${ACCOUNTS}/${account.id}?q=`);
    expect(found.html).toContain('Birth date unknown');
    expect((await admin.open(searchUrl(account.handle, '&unknown=yes'))).html).toContain(account.id);
    const path = `${ACCOUNTS}/${account.id}`;
    const wrong = await admin.fill(path, { birth_date: '2010-02-30' }, { action: `${path}/birth-date` });
    expect(wrong.status).toBe(400);
    const set = await admin.fill(path, { birth_date: '1990-02-03' }, { action: `${path}/birth-date` });
    expect([set.status, set.headers.get('location')]).toEqual([303, path]);
    // Its cookie keeps the language.
    const none = await (await enter(logins.admin)).open(searchUrl(account.handle, '&unknown=yes&lang=zh-CN'));
    expect(none.html).not.toContain(account.id);
    expect(none.html).toContain('没有符合条件的账号。');
    const shown = await admin.open(path);
    expect(shown.html).toContain('18 or older');
    expect(shown.html).not.toContain('1990');
  });

  it('goes on behind the last account of a page, also if others have joined since', async () => {
    const { account } = await AccountHolder.register(stack);
    const sought = account.handle.slice(-12);
    const join = (first: number, last: number) =>
      stack.query(
        'submission',
        `INSERT INTO accounts (id, handle, display_name, email, password_hash, created_at)
         SELECT ${NEW_ID}, 'n' || n || '-' || $1::text, 'Found ' || $1::text, 'n' || n || '-' || $1::text || '@example.com', '', now() + n * interval '1 second'
         FROM generate_series($2::integer, $3::integer) n`,
        [sought, first, last],
      );
    await join(1, 24);
    const handles = (html: string) =>
      [...html.matchAll(/<th scope="row"[^>]*><a [^>]*><bdi[^>]*>([^<]+)</g)].map(([, handle]) => handle);
    const named = (last: number, first: number) =>
      Array.from({ length: last - first + 1 }, (_, at) => `n${last - at}-${sought}`);
    const first = await admin.open(searchUrl(sought));
    expect(handles(first.html)).toEqual(named(24, 5));
    await join(25, 26);
    const [, next = ''] = /href="([^"]+)" rel="next"/.exec(first.html) ?? [];
    const second = await admin.open(next.replaceAll('&amp;', '&'));
    expect(handles(second.html)).toEqual([...named(4, 1), account.handle]);
    expect(second.html).not.toContain('rel="next"');
    // An exact match comes first, and once.
    const exact = await admin.open(searchUrl(`n3-${sought}@EXAMPLE.com`));
    expect(handles(exact.html)).toEqual([`n3-${sought}`]);
  });

  it('gives and takes roles, and suspends and lifts', async () => {
    const { account, password } = await AccountHolder.register(stack);
    const path = `${ACCOUNTS}/${account.id}`;
    const given = await admin.fill(`${path}?q=x`, { reviewer: 'yes' }, { action: `${path}/roles?q=x` });
    expect([given.status, given.headers.get('location')]).toEqual([303, `${path}?q=x`]);
    const person = await enter({ email: account.email, password });
    expect((await person.open('/console')).headers.get('location')).toBe('/console/reviews');
    await admin.fill(path, {}, { action: `${path}/roles` });
    expect((await person.open('/console')).status).toBe(403);

    const before = await admin.open(path);
    expect(before.html).toContain(`Suspend @${account.handle}`);
    await admin.send(`${path}/suspend`, formIn(before.html, `${path}/suspend`));
    expect((await person.open('/studio')).status).toBe(303);
    const suspended = await admin.open(path);
    expect(suspended.html).not.toContain(`${path}/reset-link`);
    await admin.send(`${path}/lift`, formIn(suspended.html, `${path}/lift`));
    await enter({ email: account.email, password });
    const actions = (await auditOf(account.id)).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['read_account', 'set_roles', 'suspend', 'unsuspend']));
  });

  it('says why a step is refused', async () => {
    const other = await AccountHolder.register(stack, { roles: ['admin'] });
    const path = `${ACCOUNTS}/${other.account.id}`;
    const nothing = await admin.fill(path, { role: 'reviewer' }, { action: `${path}/confirm-role` });
    expect(nothing.status).toBe(404);
    expect(nothing.html).toContain('No role of this account waits for a confirmation.');
    expect((await admin.open(`${ACCOUNTS}/no-account`)).status).toBe(404);
    await other.giveRoles();
  });

  it('makes a link for a new password, shown once', async () => {
    const { account } = await AccountHolder.register(stack);
    const path = `${ACCOUNTS}/${account.id}`;
    const made = await admin.fill(path, {}, { action: `${path}/reset-link` });
    expect(made.status).toBe(200);
    expect(made.headers.get('cache-control')).toBe('no-store');
    const [url = ''] = /http[^<"]*prt_[\w-]+/.exec(made.html) ?? [];
    const { pathname, search, hash } = new URL(url);
    expect((await openPage(site, pathname + search + hash)).status).toBe(200);
    expect((await admin.open(path)).html).not.toContain('prt_');
    expect((await auditOf(account.id)).map(({ action }) => action)).toContain('issue_reset_link');
  });

  it('asks for the second factor anew, and keeps what was ticked', async () => {
    const holder = await AccountHolder.register(stack, { roles: ['admin'] });
    const person = await enter({ email: holder.account.email, password: holder.password });
    const setUp = '/console/second-factor';
    const begun = await person.fill(setUp, { password: holder.password });
    const scan = formIn(begun.html, `${setUp}/confirm`);
    await person.send(`${setUp}/confirm`, { ...scan, code: codeOf(scan.secret ?? '') });
    const { account } = await AccountHolder.register(stack);
    const path = `${ACCOUNTS}/${account.id}`;
    const page = await person.open(path);
    await holder.ageSecondFactor(16);
    expect((await person.open(ACCOUNTS)).status).toBe(403);
    const { csrf_token: token = '' } = formIn(page.html, `${path}/roles`);
    const asked = await person.send(`${path}/roles`, { csrf_token: token, fulfilment: 'yes' });
    expect(asked.status).toBe(403);
    const proof = formIn(asked.html, `${setUp}/prove`);
    expect(proof).toMatchObject({ next: `${path}/roles`, kept_fulfilment: 'yes' });
    const proved = await person.send(`${setUp}/prove`, {
      ...proof,
      code: await holder.newCode(scan.secret ?? ''),
    });
    const done = await person.send(`${path}/roles`, formIn(proved.html, `${path}/roles`));
    expect([done.status, done.headers.get('location')]).toEqual([303, path]);
    const [row] = await stack.query('submission', 'SELECT roles FROM accounts WHERE id = $1', [account.id]);
    expect(row?.roles).toEqual(['participant', 'fulfilment']);
    await holder.giveRoles();
  });
});
