import { randomUUID } from 'node:crypto';
import { sharedStack } from '@shipyard/testing';
import { startBrowser, visit } from '@shipyard/testing/browser';
import type { Browser } from 'playwright-core';
import { bornYearsAgo, guardianFamilies } from './guardian-families';
import { mailedLink } from './mailed-link';
import { openPage } from './page-client';
import { csrfTokenIn, StudioVisitor } from './studio-visitor';

describe('a guardian in studio and mail', () => {
  const stack = sharedStack();
  const site = stack.submissionUrl;
  const { join, linkOf, asGuardian } = guardianFamilies(stack);
  let browser: Browser;

  beforeAll(async () => {
    browser = await startBrowser();
  });

  afterAll(() => browser.close());

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

  it('has a field on the join form, which the script shows only to those whose date of birth asks for it', async () => {
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
});
