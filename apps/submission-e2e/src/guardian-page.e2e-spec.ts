import { drawImage, sharedStack, waitUntil } from '@shipyard/testing';
import { findingsInLook, LOOKS, sidewaysInChinese, startBrowser, visit } from '@shipyard/testing/browser';
import type { Browser, Page } from 'playwright-core';
import { guardianFamilies, guardianTraces } from './guardian-families';
import { openPage } from './page-client';
import { shippingParties } from './shipment';

describe('the page of a guardian', () => {
  const stack = sharedStack();
  const site = stack.submissionUrl;
  const { linkOf, childWithGuardian, agreed } = guardianFamilies(stack);
  const { own, visitorSees } = guardianTraces(stack);
  const { reviewer, projectIn } = shippingParties(stack);

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

  it('works on a phone without JavaScript: agree, hide, agree to a parcel, withdraw, ask for the deletion', async () => {
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

  it('shows a private project with its pictures before they decide, and leads back to the decision', async () => {
    const family = await childWithGuardian();
    const { participant } = family;
    const slug = await participant.createProject('Lamp');
    const [head, photo] = [await drawImage({ width: 900, height: 600 }), await drawImage({ width: 640, height: 480 })];
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

  it('shows a project that is never cached, indexed or passed on, and nothing of others', async () => {
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

  it('ends with its link, which is renewed by mail', async () => {
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
        await page.context().addCookies([{ name: 'lang', value: 'zh-CN', url: site }]);
        const urls = Object.values(paths).map((path) => site + path);
        expect(await sidewaysInChinese(page, urls)).toEqual([]);
      });
      expect(Object.entries(findings).filter(([, found]) => found.length > 0)).toEqual([]);
    },
  );
});
