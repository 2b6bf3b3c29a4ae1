import { randomUUID } from 'node:crypto';
import { callApi, drawImage, sharedStack, waitUntil } from '@shipyard/testing';
import { findingsInLook, LOOKS, startBrowser, visit } from '@shipyard/testing/browser';
import type { Browser, Page } from 'playwright-core';
import { mailedLink } from './mailed-link';
import { openPage } from './page-client';
import { type Failure, Participant } from './participant';
import { RECIPIENT, shippingParties } from './shipment';
import { csrfTokenIn, StudioVisitor } from './studio-visitor';

interface GuardianPage {
  status: string;
  name: string | null;
  indexing: boolean;
  child: { handle: string; display_name: string };
  projects: {
    slug: string;
    visibility: string;
    state: string;
    hidden_by: string | null;
    shipment_agreed_at: string | null;
  }[];
  programs: { name: string; prize: { name: string; hardware: boolean } | null }[];
}

type Answer<Data> = Failure & { data: Data };

describe('the guardian of a young person', () => {
  const stack = sharedStack();
  const { credentials } = stack;
  const url = credentials.submission_url;
  const site = stack.submissionUrl;
  const { reviewer, projectIn } = shippingParties(stack);
  const bornYearsAgo = (years: number) => `${new Date().getUTCFullYear() - years}-01-01`;

  const join = async (fields: object = {}) => {
    const handle = `g-${randomUUID().slice(0, 12)}`;
    const guardianEmail = `${handle}-parent@example.com`;
    const { status, body } = await callApi<Answer<{ token: string; account: { id: string; guardian: object | null } }>>(
      url,
      'POST',
      '/accounts',
      {
        json: {
          ...{ handle, display_name: 'Kim', email: `${handle}@example.com`, password: 'correct horse battery' },
          ...{ birth_date: bornYearsAgo(14), guardian_email: guardianEmail },
          ...fields,
        },
      },
    );
    expect(status).toBe(201);
    const { token, account } = body.data;
    const participant = new Participant(url, token, credentials.program_id);
    return { participant, account, accountId: account.id, handle, guardianEmail };
  };
  type Child = Awaited<ReturnType<typeof join>>;

  const linkOf = (child: Child, count = 1) =>
    mailedLink(stack, { accountId: child.accountId, kind: 'guardian_asked', count });
  const asGuardian = (token: string) => (method: string, path: string, json?: object) =>
    callApi<Answer<GuardianPage & { project: GuardianPage['projects'][number] }>>(url, method, `/guardians/me${path}`, {
      token,
      ...(json && { json }),
    });
  const childWithGuardian = async () => {
    const child = await join();
    const { token } = await linkOf(child);
    const call = asGuardian(token);
    return { ...child, token, call };
  };
  const agreed = async () => {
    const family = await childWithGuardian();
    expect((await family.call('POST', '/agree', { name: 'Robin Doe' })).status).toBe(200);
    return family;
  };
  const own = async ({ participant }: Pick<Child, 'participant'>) =>
    (await participant.call<{ account: { guardian: { status: string } | null } }>('GET', '/accounts/me')).body.data
      .account.guardian;
  const visitorSees = async (slug: string) => (await callApi(url, 'GET', `/projects/${slug}`)).status === 200;
  /** For everyone: by the API, as a page and as an image. */
  const profileStatus = ({ handle }: Pick<Child, 'handle'>) =>
    Promise.all(
      [`${url}/creators/${handle}`, `${site}/creators/${handle}`, `${site}/creators/${handle}/og.png`].map(
        async (address) => (await fetch(address)).status,
      ),
    );
  const mailsOf = (child: Pick<Child, 'accountId'>, kind: string) =>
    stack.query(
      'submission',
      `SELECT id, data->>'step' AS step FROM mail_outbox WHERE account_id = $1 AND kind = $2 ORDER BY id`,
      [child.accountId, kind],
    );
  const auditOf = async (child: Pick<Child, 'accountId'>) =>
    (
      await stack.query('submission', 'SELECT action FROM account_audit_entries WHERE account_id = $1 ORDER BY id', [
        child.accountId,
      ])
    ).map(({ action }) => action);

  it('is asked by mail at registration, and until they agree nothing of the child becomes public', async () => {
    const child = await join();
    expect(child.account.guardian).toMatchObject({ status: 'asked', agreed_at: null });
    const mail = await linkOf(child);
    expect([mail.to, mail.url.pathname]).toEqual([child.guardianEmail, '/guardian']);
    expect(mail.token).toMatch(/^pgt_[0-9A-Za-z]{38}$/);
    const { participant } = child;
    expect(await profileStatus(child)).toEqual([404, 404, 404]);
    const slug = await participant.createProject();
    const project = (await participant.call<{ id: string; visibility: string }>('GET', `/projects/${slug}`)).body.data;
    expect(project.visibility).toBe('private');
    const named = { program_id: credentials.program_id, slug: `g-${randomUUID().slice(0, 20)}`, name: 'A' };
    for (const visibility of ['public', 'unlisted'])
      for (const refusal of [
        await participant.refused('POST', '/projects', { json: { ...named, visibility } }),
        await participant.refused('PATCH', `/projects/${slug}`, { json: { visibility } }),
        await participant.refused('POST', '/projects/sync', {
          json: { project_id: project.id, config: { visibility } },
        }),
      ])
        expect([refusal.status, refusal.body.error]).toEqual([403, 'GUARDIAN_REQUIRED']);
    expect((await participant.call('POST', '/projects', { json: { ...named, visibility: 'private' } })).status).toBe(
      201,
    );
    const shipment = { json: { ...RECIPIENT, guardian_confirmed: true } };
    expect((await participant.refused('POST', `/projects/${slug}/shipment`, { json: RECIPIENT })).body.error).toBe(
      'GUARDIAN_CONSENT_REQUIRED',
    );
    expect((await participant.refused('POST', `/projects/${slug}/shipment`, shipment)).body.error).toBe(
      'GUARDIAN_REQUIRED',
    );
  });

  it('agrees by the link, and the child publishes; both get a mail, and the audit has each step', async () => {
    const family = await childWithGuardian();
    const slug = await family.participant.createProject();
    const asked = (await family.call('GET', '')).body.data;
    expect(asked).toMatchObject({
      child: { handle: family.handle, display_name: 'Kim' },
      ...{ status: 'asked', name: null, indexing: false },
      projects: [{ slug, visibility: 'private', state: 'draft', hidden_by: null, shipment_agreed_at: null }],
    });
    expect(asked.programs).toHaveLength(1);
    expect(asked.programs[0]?.prize).toMatchObject({ hardware: true });
    const { body } = await family.call('POST', '/agree', { name: 'Robin Doe' });
    expect(body.data).toMatchObject({ status: 'agreed', name: 'Robin Doe', indexing: false });
    expect(await own(family)).toMatchObject({ status: 'agreed' });
    expect(await profileStatus(family)).toEqual([200, 200, 200]);
    await family.participant.call('PATCH', `/projects/${slug}`, { json: { visibility: 'public' } });
    expect(await visitorSees(slug)).toBe(true);
    expect(await visitorSees(await family.participant.createProject())).toBe(true);
    expect((await mailsOf(family, 'guardian_told')).map(({ step }) => step)).toEqual(['agree']);
    expect((await mailsOf(family, 'child_told')).map(({ step }) => step)).toEqual(['agree']);
    const told = await mailedLink(stack, { accountId: family.accountId, kind: 'guardian_told' });
    expect([told.to, told.token]).toEqual([family.guardianEmail, family.token]);
    expect((await auditOf(family)).filter((action) => String(action).includes('guardian'))).toEqual([
      'ask_guardian',
      'guardian_agree',
    ]);
  });

  it('agrees to each parcel, beside the general agreement', async () => {
    const family = await agreed();
    const slug = await projectIn('draft', family.participant);
    const early = await family.call('POST', `/shipments/${slug}/agree`);
    expect([early.status, early.body.error]).toEqual([409, 'SHIPMENT_NOT_ALLOWED']);
    const setState = (state: string) =>
      stack.query('submission', 'UPDATE projects SET state = $2 WHERE slug = $1', [slug, state]);
    await setState('approved_to_ship');
    const send = () =>
      family.participant.refused('POST', `/projects/${slug}/shipment`, {
        json: { ...RECIPIENT, guardian_confirmed: true },
      });
    const refused = await send();
    expect([refused.status, refused.body.error]).toEqual([403, 'GUARDIAN_REQUIRED']);
    const answer = await family.call('POST', `/shipments/${slug}/agree`);
    expect(answer.body.data.project.shipment_agreed_at).toEqual(expect.any(String));
    expect((await send()).status).toBe(200);
    // A parcel that was sent used the agreement up.
    await stack.query(
      'submission',
      `INSERT INTO parcels (id, project_id, submitted_at, shipped_at) SELECT gen_random_uuid(), id, now(), now() FROM projects WHERE slug = $1`,
      [slug],
    );
    expect((await family.call('GET', '')).body.data.projects[0]?.shipment_agreed_at).toBeNull();
    expect((await send()).body.error).toBe('GUARDIAN_REQUIRED');
  });

  it('withdraws: public projects become private, and a parcel that was not sent does not go out', async () => {
    const family = await agreed();
    const shown = await family.participant.createProject();
    const slug = await projectIn('approved_to_ship', family.participant);
    await family.call('POST', `/shipments/${slug}/agree`);
    await family.participant.call('POST', `/projects/${slug}/shipment`, {
      json: { ...RECIPIENT, guardian_confirmed: true },
    });
    expect((await family.call('POST', '/withdraw')).body.data.status).toBe('withdrawn');
    expect([await visitorSees(shown), await visitorSees(slug)]).toEqual([false, false]);
    expect(await family.participant.status(slug)).toMatchObject({ state: 'approved_to_ship', shipment: null });
    const publish = () => family.participant.refused('PATCH', `/projects/${shown}`, { json: { visibility: 'public' } });
    expect((await publish()).body.error).toBe('GUARDIAN_REQUIRED');
    // Agreeing again publishes nothing by itself, and the earlier agreement to the parcel is over.
    await family.call('POST', '/agree', { name: 'Robin Doe' });
    expect(await visitorSees(shown)).toBe(false);
    expect((await publish()).status).toBe(200);
    expect((await family.call('GET', '')).body.data.projects[0]?.shipment_agreed_at).toBeNull();
  });

  it('hides a project and shows it again, but not what staff hid', async () => {
    const family = await agreed();
    const slug = await family.participant.createProject();
    const hide = (what: string) => family.call('POST', `/projects/${slug}/${what}`);
    expect((await hide('hide')).body.data.project.hidden_by).toBe('guardian');
    expect(await visitorSees(slug)).toBe(false);
    const detail = (await family.participant.call<{ hidden: object }>('GET', `/projects/${slug}`)).body.data;
    expect(detail.hidden).toMatchObject({ by: 'guardian', reason: '' });
    expect((await hide('hide')).body.error).toBe('STATE_CONFLICT');
    // The child cannot show it, and neither can staff.
    await family.participant.call('PATCH', `/projects/${slug}`, { json: { visibility: 'public' } });
    expect(
      (await reviewer.refused('POST', `/admin/projects/${slug}/unhide`, { json: { reason: 'Fine.' } })).body.error,
    ).toBe('STATE_CONFLICT');
    expect(await visitorSees(slug)).toBe(false);
    expect((await hide('unhide')).body.data.project.hidden_by).toBeNull();
    expect(await visitorSees(slug)).toBe(true);
    await reviewer.call('POST', `/admin/projects/${slug}/hide`, { json: { reason: 'An address is on it.' } });
    expect((await hide('unhide')).body.error).toBe('STATE_CONFLICT');
    expect(await visitorSees(slug)).toBe(false);
    const other = await agreed();
    expect((await other.call('POST', `/projects/${slug}/hide`)).body.error).toBe('PROJECT_NOT_FOUND');
  });

  it('is replaced by another address: the old link is void and the agreement over', async () => {
    const family = await agreed();
    const slug = await family.participant.createProject();
    const ask = (email: string) =>
      family.participant.call<{ guardian: { status: string } }>('POST', '/accounts/me/guardian', { json: { email } });
    // The same address is asked again, and keeps its link and agreement.
    const again = await ask(family.guardianEmail.toUpperCase());
    expect([again.status, again.body.data.guardian.status]).toEqual([202, 'agreed']);
    expect((await linkOf(family, 2)).token).toBe(family.token);
    const replaced = await ask(`other-${family.guardianEmail}`);
    expect(replaced.body.data.guardian).toMatchObject({ status: 'asked', agreed_at: null });
    expect((await family.call('GET', '')).status).toBe(401);
    expect((await family.call('POST', '/agree', { name: 'Robin Doe' })).body.error).toBe('AUTH_TOKEN_INVALID');
    expect(await visitorSees(slug)).toBe(false);
    const link = await linkOf(family, 3);
    expect([link.to, link.token === family.token]).toEqual([`other-${family.guardianEmail}`, false]);
    expect((await asGuardian(link.token)('GET', '')).body.data.status).toBe('asked');
  });

  it('is nobody once the person is old enough, and for an unknown age only if one was named', async () => {
    const family = await agreed();
    await stack.query('submission', 'UPDATE accounts SET birth_date = $2 WHERE id = $1', [
      family.accountId,
      bornYearsAgo(17),
    ]);
    expect((await family.call('GET', '')).status).toBe(401);
    const ask = { json: { email: 'somebody@example.com' } };
    expect((await family.participant.refused('POST', '/accounts/me/guardian', ask)).body.error).toBe('FORBIDDEN');
    const adult = await join({ birth_date: bornYearsAgo(30) });
    expect(adult.account.guardian).toBeNull();
    const unknown = await join({ birth_date: null, guardian_email: null });
    expect(unknown.account.guardian).toBeNull();
    expect(await visitorSees(await unknown.participant.createProject())).toBe(true);
    expect((await unknown.participant.call('POST', '/accounts/me/guardian', ask)).status).toBe(202);
  });

  it.each([
    ['no token', undefined, 'AUTH_TOKEN_MISSING'],
    ['a token of a participant', credentials.participant.token, 'AUTH_TOKEN_INVALID'],
    ['a token that was never mailed', `pgt_${'0'.repeat(38)}`, 'AUTH_TOKEN_INVALID'],
  ])('needs their link: %s is refused', async (_, token, code) => {
    const { status, body } = await callApi<Failure>(url, 'GET', '/guardians/me', { token });
    expect([status, body.error]).toEqual([401, code]);
  });

  it('is written to in both languages, until they used one on their page', async () => {
    const child = await join();
    const asked = await linkOf(child);
    expect(asked.subject).toMatch(/^A young person asks for your agreement · .*\p{Script=Han}/u);
    for (const locale of ['en', 'zh-CN']) expect(asked.text).toContain(`/guardian?token=${asked.token}&lang=${locale}`);
    expect(asked.text.indexOf('lang=en')).toBeLessThan(asked.text.indexOf('lang=zh-CN'));
    // A scanner of mails opens links, and sends no form.
    for (const lang of ['en', 'zh-CN']) await openPage(site, `/guardian?token=${asked.token}&lang=${lang}`);
    const decide = (language: string, count: number) =>
      openPage(site, `/guardian/agree?token=${asked.token}`, {
        form: { name: 'Robin Doe' },
        headers: { cookie: `lang=${language}` },
      }).then(async ({ status }) => {
        expect(status).toBe(303);
        return mailedLink(stack, { accountId: child.accountId, kind: 'guardian_told', count });
      });
    const chinese = await decide('zh-CN', 1);
    expect([chinese.subject, chinese.url.searchParams.get('lang')]).toEqual(['你做的决定', 'zh-CN']);
    expect(chinese.text).not.toContain('What you decided');
    const english = await decide('en', 2);
    expect([english.subject, english.url.searchParams.get('lang')]).toEqual(['What you decided', 'en']);
    // Nobody knows what another guardian reads.
    await child.participant.call('POST', '/accounts/me/guardian', { json: { email: `other-${child.guardianEmail}` } });
    expect((await linkOf(child, 2)).subject).toContain(' · ');
  });

  it('cannot be the child, and cannot use the API of accounts', async () => {
    const child = await join({ guardian_email: null });
    const { body } = await child.participant.refused('POST', '/accounts/me/guardian', {
      json: { email: `${child.handle}@EXAMPLE.com` },
    });
    expect(body.error).toBe('VALIDATION_FAILED');
    const family = await childWithGuardian();
    expect((await callApi<Failure>(url, 'GET', '/accounts/me', { token: family.token })).body.error).toBe(
      'AUTH_TOKEN_INVALID',
    );
  });

  it('asks for the deletion: the agreement ends, the account goes after seven days, unless they agree again', async () => {
    const [kept, deleted] = [await agreed(), await agreed()];
    const slug = await deleted.participant.createProject();
    for (const family of [kept, deleted]) {
      const answer = await family.call('POST', '/request-deletion');
      expect([answer.status, answer.body.data.status]).toEqual([202, 'withdrawn']);
    }
    await kept.call('POST', '/agree', { name: 'Robin Doe' });
    await stack.query(
      'submission',
      `UPDATE guardians SET deletion_requested_at = deletion_requested_at - interval '7 days' WHERE account_id = ANY ($1)`,
      [[kept.accountId, deleted.accountId]],
    );
    await waitUntil(
      () => stack.query('submission', 'SELECT id FROM projects WHERE slug = $1', [slug]),
      (rows) => rows.length === 0,
    );
    expect((await deleted.participant.refused('GET', '/accounts/me')).status).toBe(401);
    expect(await stack.query('submission', 'SELECT FROM guardians WHERE account_id = $1', [deleted.accountId])).toEqual(
      [],
    );
    expect(await own(kept)).toMatchObject({ status: 'agreed' });
  });

  it('is in the export of the account, and goes with it', async () => {
    const family = await agreed();
    const { body } = await family.participant.call<{
      account: { guardian_email: string; guardian_name: string };
      audit: { by: string; action: string }[];
    }>('GET', '/accounts/me/export');
    expect(body.data.account).toMatchObject({ guardian_email: family.guardianEmail, guardian_name: 'Robin Doe' });
    expect(body.data.audit.at(-1)).toMatchObject({ by: 'guardian', action: 'guardian_agree' });
    await family.participant.call('DELETE', '/accounts/me', {
      json: { projects: 'anonymise', current_password: 'correct horse battery' },
    });
    expect(await stack.query('submission', 'SELECT FROM guardians WHERE account_id = $1', [family.accountId])).toEqual(
      [],
    );
    expect((await family.call('GET', '')).status).toBe(401);
  });

  it('of the minor of the demo has agreed, also to parcels', async () => {
    const { minor } = shippingParties(stack);
    expect(await own({ participant: minor })).toMatchObject({ status: 'agreed' });
    const slug = await projectIn('approved_to_ship', minor);
    expect(await visitorSees(slug)).toBe(true);
    const json = { ...RECIPIENT, guardian_confirmed: true };
    expect((await minor.call('POST', `/projects/${slug}/shipment`, { json })).status).toBe(200);
  });

  it('keeps the pages of the child out of feeds and search engines until they say otherwise', async () => {
    const family = await agreed();
    const slug = await family.participant.createProject();
    await family.participant.appendLog(slug, 'First light', 'It blinks.');
    const look = async () => {
      const [project, creator, feed, sitemap, ownFeed] = await Promise.all(
        [
          `/projects/${slug}`,
          `/creators/${family.handle}`,
          '/feed.atom',
          '/sitemap.xml',
          `/projects/${slug}/feed.atom`,
        ].map((path) => openPage(site, path)),
      );
      const hides = (html = '') => html.includes('<meta name="robots" content="noindex"');
      return {
        noindex: [hides(project?.html), hides(creator?.html)],
        listed: [feed?.html.includes(slug), sitemap?.html.includes(slug), sitemap?.html.includes(family.handle)],
        ownFeed: ownFeed?.status,
      };
    };
    expect(await look()).toEqual({ noindex: [true, true], listed: [false, false, false], ownFeed: 404 });
    await family.call('POST', '/agree', { name: 'Robin Doe', indexing: true });
    expect(await look()).toEqual({ noindex: [false, false], listed: [true, true, true], ownFeed: 200 });
  });

  it('is asked for on the join form, and the child is told in the studio what waits', async () => {
    const handle = `g-${randomUUID().slice(0, 12)}`;
    const person = { display_name: 'Kim', handle, email: `${handle}@example.com`, password: 'correct horse battery' };
    const form = { ...person, birth_date: bornYearsAgo(14) };
    const visitor = new StudioVisitor(site);
    expect((await visitor.open('/join')).html).toContain('name="guardian_email"');
    for (const [email, shown] of [
      ['robin@', 'robin@'],
      [person.email.toUpperCase(), person.email.toUpperCase()],
    ]) {
      const refused = await visitor.send('/join', { ...form, guardian_email: email ?? '' });
      expect([refused.status, refused.html.includes('id="guardian_email-error"')]).toEqual([400, true]);
      for (const kept of [shown, 'Kim', handle, form.birth_date]) expect(refused.html).toContain(`value="${kept}"`);
    }
    const guardianEmail = `${handle}-parent@example.com`;
    expect((await visitor.send('/join', { ...form, guardian_email: guardianEmail })).status).toBe(303);
    const home = (await visitor.open('/studio')).html;
    expect(home).toContain('We wrote to them, and they have not decided yet.');
    const settings = (await visitor.open('/studio/settings')).html;
    expect(settings).toContain(guardianEmail);
    const again = await visitor.fill(
      '/studio/settings',
      { guardian_email: '' },
      { action: '/studio/settings/guardian' },
    );
    expect([again.status, again.html.includes('id="guardian_email-error"')]).toEqual([400, true]);
    const sent = await visitor.fill(
      '/studio/settings',
      { guardian_email: `other-${guardianEmail}` },
      { action: '/studio/settings/guardian' },
    );
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/studio/settings?saved=guardian#guardian']);
  });

  it('is in one line of the studio once they agreed, and the review page says what waits until then', async () => {
    const child = await join();
    const visitor = new StudioVisitor(site);
    await visitor.logIn(`${child.handle}@example.com`);
    const slug = await child.participant.createReadyProject('# Lamp');
    const review = `/studio/projects/${slug}/review`;
    const waits = 'You can ask before your parent or guardian agrees. Nothing becomes public before they do';
    expect((await visitor.open(review)).html).toContain(waits);
    const agreed = 'Your parent or guardian agreed: you choose what becomes public.';
    expect((await visitor.open('/studio')).html).not.toContain(agreed);
    // The contract lets them ask.
    expect((await visitor.fill(review, {})).status).toBe(303);
    await asGuardian((await linkOf(child)).token)('POST', '/agree', { name: 'Robin Doe' });
    expect((await visitor.open('/studio')).html).toContain(agreed);
    expect(
      (await visitor.open(`/studio/projects/${await child.participant.createReadyProject('# B')}/review`)).html,
    ).not.toContain(waits);
  });

  it('is what the studio says where publishing or shipping waits for them, and nothing typed is lost', async () => {
    const child = await join();
    const visitor = new StudioVisitor(site);
    await visitor.logIn(`${child.handle}@example.com`);
    const slug = await child.participant.createReadyProject('# Lamp');
    const details = `/studio/projects/${slug}/details`;
    const { html } = await visitor.open(details);
    expect(html).not.toContain(`action="/studio/projects/${slug}/publish"`);
    expect(html).toContain('We wrote to them, and they have not decided yet.');
    const refused = await visitor.send(details, {
      ...{ csrf_token: csrfTokenIn(html), name: 'A lamp', tagline: 'It glows.', tags: '', demo_urls: '' },
      ...{ color: 'sky', visibility: 'public', project_status: 'in_progress' },
    });
    expect(refused.status).toBe(403);
    expect(refused.html).toContain('Your parent or guardian must agree first.');
    expect(refused.html).toContain('value="It glows."');
    await stack.query('submission', `UPDATE projects SET state = 'approved_to_ship' WHERE slug = $1`, [slug]);
    const shipping = (await visitor.open(`/studio/projects/${slug}/shipping`)).html;
    expect(shipping).toContain('must agree to this parcel first');
    expect(shipping).not.toContain('recipient_address');
  });

  describe('has a page', () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await startBrowser();
    });
    afterAll(() => browser.close());
    const pressed = async (page: Page, name: string | RegExp) => {
      const loaded = page.waitForEvent('load');
      await page.getByRole('button', { name }).click();
      await loaded;
    };

    it('that works on a phone without JavaScript: agree, hide, agree to a parcel, withdraw, ask for the deletion', async () => {
      const family = await childWithGuardian();
      const slug = await projectIn('approved_to_ship', family.participant);
      await visit(
        browser,
        site,
        { javaScriptEnabled: false, locale: 'en', viewport: { width: 390, height: 844 } },
        async (page) => {
          await page.goto(`${site}/guardian?token=${family.token}`);
          await page.getByText('You have not decided yet').waitFor();
          await pressed(page, 'I agree');
          await page.getByText('Enter your name, 1 to 80 characters.').first().waitFor();
          await page.fill('#name', 'Robin Doe');
          await page.check('#indexing');
          await pressed(page, 'I agree');
          await page.getByText('You agreed. We wrote to both of you.').waitFor();
          expect(await page.locator('#name').inputValue()).toBe('Robin Doe');
          await family.participant.call('PATCH', `/projects/${slug}`, { json: { visibility: 'public' } });
          await page.reload();
          await page.getByText('Everyone can see it').waitFor();
          await pressed(page, /^Hide it/);
          await page.getByText('You hide it').waitFor();
          expect(await visitorSees(slug)).toBe(false);
          await pressed(page, /^Stop hiding it/);
          expect(await visitorSees(slug)).toBe(true);
          await pressed(page, /^Agree to this parcel/);
          await page.getByText('You agreed to this parcel.').waitFor();
          await pressed(page, 'I do not agree any more');
          await page.getByText('You do not agree.').first().waitFor();
          expect(await visitorSees(slug)).toBe(false);
          await pressed(page, 'Ask for the deletion');
          await page.getByText('Tick this box if you want the account deleted.').first().waitFor();
          await page.check('#confirmed');
          await pressed(page, 'Ask for the deletion');
          await page.getByText('The account is deleted soon').waitFor();
          await page.getByRole('banner').locator('summary').click();
          await page.getByRole('banner').getByRole('link', { name: '中文' }).click();
          await page.getByRole('heading', { name: '给家长或监护人' }).waitFor();
        },
      );
      expect(await own(family)).toMatchObject({ status: 'withdrawn' });
    });

    it('where they read a private project with its pictures before they decide, and come back to the decision', async () => {
      const family = await childWithGuardian();
      const { participant } = family;
      const slug = await participant.createProject('Lamp');
      const [head, photo] = [
        await drawImage({ width: 900, height: 600 }),
        await drawImage({ width: 640, height: 480 }),
      ];
      await participant.putReadme(slug, '# Lamp\n\nIt glows.\n\n![The lamp](lamp.png)', { 'lamp.png': head });
      await participant.appendLog(slug, 'First light', 'It blinks.', [photo], ['On the table']);
      await visit(browser, site, { locale: 'en', viewport: { width: 390, height: 844 } }, async (page) => {
        await page.goto(`${site}/guardian?token=${family.token}`);
        await page.getByRole('link', { name: /^Read it/ }).click();
        await page.getByText('You read it as visitors would if it were public').waitFor();
        for (const text of ['It glows.', 'First light', 'It blinks.']) await page.getByText(text).first().waitFor();
        const shown = page.locator('main img');
        expect(await shown.count()).toBeGreaterThanOrEqual(3);
        for (const [at, image] of (await shown.all()).entries()) {
          await image.scrollIntoViewIfNeeded();
          await waitUntil(
            () => page.evaluate<number>(`document.querySelectorAll('main img')[${at}].naturalWidth`),
            (width) => width > 0,
          );
        }
        expect(await page.locator('main a[href^="/creators/"], main a[href^="/studio"]').count()).toBe(0);
        await page.getByRole('link', { name: 'Back to your decision' }).first().click();
        await page.locator('#decision').getByRole('button', { name: 'I agree' }).waitFor();
      });
    });

    it('whose reading is never cached, indexed or passed on, and shows nothing of others', async () => {
      const family = await childWithGuardian();
      const slug = await family.participant.createProject('Lamp');
      const lamp = await drawImage({ width: 64, height: 64 });
      await family.participant.putReadme(slug, '![Lamp](lamp.png)', { 'lamp.png': lamp });
      const query = `?token=${family.token}`;
      const { status, headers, html } = await openPage(site, `/guardian/projects/${slug}${query}`);
      expect([status, headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
        200,
        'no-store',
        'no-referrer',
      ]);
      expect(html).toContain('<meta name="robots" content="noindex"');
      expect(html).not.toContain('/api/v1/assets/');
      const [, image = ''] = /<img[^>]* src="(\/guardian\/assets\/[^"]+)"/.exec(html) ?? [];
      const served = await fetch(site + image);
      expect([served.status, served.headers.get('cache-control')]).toEqual([200, 'no-store']);
      // Hidden by the guardian, who must see what they hid.
      await family.call('POST', '/agree', { name: 'Robin Doe' });
      await family.call('POST', `/projects/${slug}/hide`);
      expect((await openPage(site, `/guardian/projects/${slug}${query}`)).html).toContain('if it were not hidden');
      expect((await fetch(site + image)).status).toBe(200);
      const other = await childWithGuardian();
      const theirs = await other.participant.createProject();
      expect((await openPage(site, `/guardian/projects/${theirs}${query}`)).status).toBe(404);
      // What everybody sees has a page of its own.
      const anyone = await projectIn('draft', reviewer);
      expect((await openPage(site, `/guardian/projects/${anyone}${query}`)).status).toBe(404);
      const [path = ''] = image.split('?');
      for (const closed of [path, `${path}?token=${other.token}`, `/guardian/projects/${slug}`])
        expect([404, 410]).toContain((await openPage(site, closed)).status);
    });

    it('and a field on the join form, which the script shows only to those whose date of birth asks for it', async () => {
      await visit(browser, site, { locale: 'en', viewport: { width: 390, height: 844 } }, async (page) => {
        await page.goto(`${site}/join`);
        const field = page.locator('#guardian_email');
        await field.waitFor({ state: 'hidden' });
        await page.fill('#birth_date', bornYearsAgo(30));
        expect(await field.isVisible()).toBe(false);
        await page.fill('#birth_date', bornYearsAgo(14));
        expect(await field.isVisible()).toBe(true);
        await page.fill('#guardian_email', 'robin@');
        await page.click('main form button[type=submit]');
        await page.locator('.ui-summary:focus').waitFor();
        expect([await field.isVisible(), await field.inputValue()]).toEqual([true, 'robin@']);
      });
    });

    it('whose link expires, and is renewed by mail', async () => {
      const family = await agreed();
      await stack.query('submission', `UPDATE guardians SET link_expires_at = now() WHERE account_id = $1`, [
        family.accountId,
      ]);
      expect((await family.call('GET', '')).status).toBe(401);
      const path = `/guardian?token=${family.token}`;
      const expired = await openPage(site, path);
      expect([expired.status, expired.html.includes('Mail me this link again')]).toEqual([410, true]);
      expect(expired.html).not.toContain(family.handle);
      const agree = await openPage(site, `/guardian/agree?token=${family.token}`, { form: { name: 'Robin' } });
      expect(agree.status).toBe(410);
      expect((await openPage(site, `/guardian/renew?token=${family.token}`, { form: {} })).status).toBe(303);
      const link = await linkOf(family, 2);
      expect([link.to, link.token === family.token]).toEqual([family.guardianEmail, false]);
      expect((await openPage(site, `/guardian?token=${link.token}`)).status).toBe(200);
      expect((await openPage(site, path)).html).toContain('This link does not work');
      // A token that never was gets the same answer, and no mail.
      expect((await openPage(site, '/guardian/renew?token=pgt_x', { form: {} })).status).toBe(303);
    });

    it.each(LOOKS)(
      'in $locale, $colorScheme: axe finds nothing, and nothing scrolls sideways at 320 px',
      async (look) => {
        const family = await childWithGuardian();
        await projectIn('approved_to_ship', family.participant);
        await family.participant.createProject(
          'A project with a rather long name, which a narrow screen must break somewhere',
        );
        const slug = await family.participant.createReadyProject('# Lamp\n\nIt glows.');
        const asked = `/guardian?token=${family.token}`;
        const paths = {
          guardian: asked,
          'guardian-no-link': '/guardian?token=no',
          'guardian-sent': '/guardian/sent',
          'guardian-reads': `/guardian/projects/${slug}?token=${family.token}`,
        };
        const findings: Record<string, string[]> = {};
        await visit(browser, site, look, async (page) => {
          for (const [name, path] of Object.entries(paths)) {
            await page.goto(site + path);
            Object.assign(findings, await findingsInLook(page, `${name}-${look.colorScheme}-${look.locale}`));
          }
          await page.goto(site + asked);
          await pressed(page, /I agree|我同意/);
          Object.assign(findings, await findingsInLook(page, `guardian-refused-${look.colorScheme}-${look.locale}`));
        });
        expect(Object.entries(findings).filter(([, found]) => found.length > 0)).toEqual([]);
      },
    );
  });
});
