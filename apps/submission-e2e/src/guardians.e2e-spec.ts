import { randomUUID } from 'node:crypto';
import { callApi, sharedStack, waitUntil } from '@shipyard/testing';
import { bornYearsAgo, guardianFamilies, guardianTraces } from './guardian-families';
import { mailedLink } from './mailed-link';
import { openPage } from './page-client';
import type { Failure } from './participant';
import { RECIPIENT, shippingParties } from './shipment';

describe('the guardian of a young person', () => {
  const stack = sharedStack();
  const { credentials } = stack;
  const url = credentials.submission_url;
  const site = stack.submissionUrl;
  const { join, linkOf, asGuardian, childWithGuardian, agreed } = guardianFamilies(stack);
  const { own, visitorSees, profileStatus, mailsOf, auditOf } = guardianTraces(stack);
  const { reviewer, projectIn } = shippingParties(stack);

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
});
