import { drawImage, sharedStack, waitUntil } from '@shipyard/testing';
import {
  findingsInLook,
  findingsOf,
  LOOKS,
  shapelessOf,
  sidewaysInChinese,
  startBrowser,
  visit,
} from '@shipyard/testing/browser';
import { NEW_ID } from './new-id';
import { PASSWORD, register } from './newcomer';
import { LONG_README } from './participant';
import { staffParty } from './staff-party';
import { formIn, StudioVisitor } from './studio-visitor';
import { TapCount } from './tap-count';

describe('the reviewer’s part of the console', () => {
  const stack = sharedStack();
  const { submissionUrl: site, credentials } = stack;
  const { admin, owner, inState, setState, anotherReviewer } = staffParty(stack);
  const pathOf = (slug: string) => `/console/reviews/${slug}`;

  const enter = async (email: string, password: string) => {
    const visitor = new StudioVisitor(site);
    await visitor.logIn(email, password);
    return visitor;
  };
  const asReviewer = () => enter(credentials.staff_logins.reviewer.email, credentials.staff_logins.reviewer.password);
  /** Sends the form of the page for this action as it stands, with these fields. */
  const press = async (visitor: StudioVisitor, slug: string, action: string, fields: Record<string, string> = {}) => {
    const { html } = await visitor.open(pathOf(slug));
    return visitor.send(`${pathOf(slug)}/${action}`, { ...formIn(html, `${pathOf(slug)}/${action}`), ...fields });
  };
  const stateOf = async (slug: string) => (await owner.status(slug)).state;

  it('is a day’s work without script: filter, open the first, claim, explain, decide, take back', async () => {
    const visitor = await asReviewer();
    const slug = await inState('recommended');
    const filtered = `/console/reviews?state=recommended&program=${credentials.program_id}`;
    const queue = await visitor.open(filtered);
    expect(queue.html).toMatch(
      /href="\/console\/reviews\/[^"?]+\?state=recommended&amp;program=[^"]+"[^>]*>Open the first</,
    );
    expect(queue.html).toContain(`href="${pathOf(slug)}?state=recommended&amp;program=${credentials.program_id}"`);
    const opened = await visitor.open(`${pathOf(slug)}?state=recommended`);
    expect(opened.html).toContain(`href="/console/reviews?state=recommended#project-${slug}"`);

    expect((await press(visitor, slug, 'claim')).headers.get('location')).toBe(pathOf(slug));
    const held = await visitor.open(pathOf(slug));
    expect(held.html).toContain('You hold this project for');

    const refused = await press(visitor, slug, 'decide', { decision: 'request_changes', reason: '  ' });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('Say why. The maker reads it.');
    expect(refused.html).toMatch(/value="request_changes"[^>]* checked=""|checked=""[^>]* value="request_changes"/);
    const long = await press(visitor, slug, 'decide', { decision: 'reject', reason: 'é'.repeat(2_001) });
    expect([long.status, long.html.includes('é'.repeat(2_001))]).toEqual([400, true]);
    expect((await press(visitor, slug, 'decide', {})).html).toContain('Choose one');
    const unsent = await press(visitor, slug, 'decide', { decision: 'approve', reason: 'Lovely wiring' });
    expect([unsent.status, unsent.html.includes('An approval sends no reason')]).toEqual([400, true]);
    expect(formIn(unsent.html, `${pathOf(slug)}/decide`).reason).toBe('Lovely wiring');
    expect(await stateOf(slug)).toBe('recommended');

    const reason = 'Show the wiring.';
    expect((await press(visitor, slug, 'decide', { decision: 'request_changes', reason })).status).toBe(303);
    expect(await stateOf(slug)).toBe('changes_requested');
    const decided = (await visitor.open(pathOf(slug))).html;
    expect(decided).toMatch(
      /Your reason: <bdi[^>]*>Show the wiring\.[\s\S]*waits for its maker[\s\S]*Decide again<\/summary>/,
    );
    const [, row = ''] = (await visitor.open('/console/reviews')).html.split(`id="project-${slug}"`);
    expect(row.split('</tr>')[0]).toContain('its maker');
    expect(decided).toMatch(/You requested changes[\s\S]*take it back: <strong data-ends-left="">\d+:\d\d</);
    expect((await press(visitor, slug, 'take-back')).status).toBe(303);
    const taken = (await visitor.open(pathOf(slug))).html;
    expect(taken).toContain('You took your decision back');
    const late = await visitor.send(`${pathOf(slug)}/take-back`, formIn(taken, `${pathOf(slug)}/claim`));
    expect([late.status, late.html.includes('You can decide again.')]).toEqual([409, true]);
    expect(await stateOf(slug)).toBe('recommended');
    expect((await visitor.open(pathOf(slug))).html).not.toContain('Take back</button>');

    expect((await press(visitor, slug, 'notes', { text: 'Ask for a photo.' })).status).toBe(303);
    expect(formIn((await visitor.open(pathOf(slug))).html, `${pathOf(slug)}/notes`).text).toBe('Ask for a photo.');
    expect((await press(visitor, slug, 'free')).status).toBe(303);
    expect((await visitor.open(pathOf(slug))).html).toContain('Nobody holds this project.');
  });

  it('keeps two reviewers apart, and what the slower one wrote', async () => {
    const [visitor, second] = [await asReviewer(), await anotherReviewer()];
    const other = await enter(second.email, second.password);
    const slug = await inState('recommended');
    const decide = formIn((await other.open(pathOf(slug))).html, `${pathOf(slug)}/decide`);
    expect((await visitor.send(`${pathOf(slug)}/claim`, { csrf_token: decide.csrf_token ?? '' })).status).toBe(403);
    await press(visitor, slug, 'claim');
    const written = { ...decide, decision: 'reject', reason: 'It floats away.' };
    const late = await other.send(`${pathOf(slug)}/decide`, written);
    expect(late.status).toBe(409);
    expect(late.html).toContain('@demo-reviewer holds this project now.');
    expect(late.html).toContain('It floats away.');
    const claimed = await other.open(pathOf(slug));
    expect(claimed.html).toContain('@demo-reviewer holds this project, so you cannot decide now.');
    expect(claimed.html).not.toContain(`action="${pathOf(slug)}/decide"`);
    expect((await other.open('/console/reviews?state=recommended')).html).toContain('@demo-reviewer');

    await press(visitor, slug, 'free');
    await setState(slug, 'approved_to_ship');
    const moved = await other.send(`${pathOf(slug)}/decide`, { ...written, decision: 'request_changes' });
    expect([moved.status, moved.html.includes('now “Approved”'), moved.html.includes('It floats away.')]).toEqual([
      409,
      true,
      true,
    ]);
  });

  it('is done by the keyboard alone, shows another claim at once, and keeps what is written when a claim or a role ends', async () => {
    const [second, other] = [await anotherReviewer(), await asReviewer()];
    const program = `keys-${second.handle}`;
    const created = await admin.call('POST', '/admin/programs', { json: { id: program, name: 'Keys' } });
    expect(created.status).toBe(201);
    const slugs = [await inState('recommended'), await inState('recommended')];
    const [first = '', next = ''] = slugs;
    await stack.query('submission', 'UPDATE projects SET program_id = $2 WHERE slug = ANY ($1::text[])', [
      slugs,
      program,
    ]);
    const browser = await startBrowser();
    try {
      await visit(browser, site, { locale: 'en' }, async (page) => {
        await page.goto(`${site}/login`);
        await page.fill('#email', second.email);
        await page.fill('#password', second.password);
        await page.keyboard.press('Enter');
        await page.waitForURL(/studio|console/);
        await page.goto(`${site}/console/reviews?program=${program}`);
        // On a phone, rows are lists: nothing stands beside the screen, and the filters are behind a button.
        await page.setViewportSize({ width: 390, height: 844 });
        const beside = `[...document.querySelectorAll('tbody :is(td, th)')].filter((each) =>
          each.getBoundingClientRect().right > innerWidth).length`;
        expect(await page.evaluate<number>(beside)).toBe(0);
        expect(await page.getByRole('row').count()).toBe(slugs.length + 1);
        expect([await page.isVisible('#state'), await page.isVisible('[data-keys-show]')]).toEqual([false, false]);
        await page.setViewportSize({ width: 1440, height: 900 });

        const focused = () => page.evaluate<string>('document.activeElement?.getAttribute("href") ?? ""');

        // Another reviewer claims the first. Nobody loads the page again.
        await press(other, first, 'claim');
        await page.getByText('@demo-reviewer, ').first().waitFor();
        await page.waitForSelector(`[data-first-free] a[href*="/${next}"]`);
        await page.keyboard.press('j');
        expect(await focused()).toContain(`/${first}?`);
        await page.keyboard.press('j');
        expect(await focused()).toContain(`/${next}?`);
        await page.keyboard.press('k');
        expect(await focused()).toContain(`/${first}?`);
        await page.keyboard.press('?');
        await page.getByRole('heading', { name: 'Keys of this page' }).waitFor();
        expect(await findingsOf(page)).toEqual([]);
        await page.keyboard.press('Escape');
        await page.keyboard.press('j');
        await page.keyboard.press('Enter');
        await page.waitForURL(`**${pathOf(next)}**`);

        // No key sends anything, and in the reason keys write.
        await page.keyboard.press('c');
        await page.keyboard.type('Show the car at the pier?');
        const reason = page.locator('#reason');
        expect(await reason.inputValue()).toBe('Show the car at the pier?');
        expect(await page.isChecked('input[value=request_changes]')).toBe(true);
        await page.getByText('A copy is kept').waitFor();
        await page.getByRole('button', { name: 'Claim it' }).press('Enter');
        await page.locator('[data-claim-left]', { hasText: /^(?:10:00|9:\d\d)$/ }).waitFor();
        expect(await reason.inputValue()).toBe('Show the car at the pier?');

        // The claim ends in the middle of a sentence.
        await reason.press('End');
        await page.keyboard.type(' And say');
        await stack.query('submission', `UPDATE projects SET claimed_until = now() WHERE slug = $1`, [next]);
        await page.getByText('Your claim has ended.').waitFor();
        await page.keyboard.type(' why');
        await press(other, next, 'claim');
        await page.getByText('@demo-reviewer holds this project now.').waitFor();
        await page.locator('[data-named-by=decision]').press('Enter');
        await page.getByText('What you wrote is kept on this page.').waitFor();
        expect(await reason.inputValue()).toBe('Show the car at the pier? And say why');
        await press(other, next, 'free');
        await page.goto(site + pathOf(next));
        await page.getByRole('button', { name: 'Claim it' }).press('Enter');
        await page.locator('[data-claim-left]').waitFor();
        expect(await reason.inputValue()).toBe('Show the car at the pier? And say why');

        // Keys can be turned off.
        await page.getByRole('button', { name: 'Keys' }).press('Enter');
        await page.getByLabel('Use these keys').press('Space');
        await page.keyboard.press('Escape');
        await page.keyboard.press('r');
        expect(await page.isChecked('input[value=reject]')).toBe(false);

        // The network is lost, and then the session ends: the same decision is sent after all.
        const written = 'Show the car at the pier? And say why';
        await page.check('input[name=decision][value=request_changes]');
        await page.context().setOffline(true);
        await page.getByText('You are offline.').waitFor();
        await page.locator('[data-named-by=decision]').press('Enter');
        await page.getByText('This needs the network.').waitFor();
        await page.context().setOffline(false);
        expect([await reason.inputValue(), await stateOf(next)]).toEqual([written, 'recommended']);
        await stack.query('submission', 'DELETE FROM sessions WHERE account_id = $1', [second.id]);
        await page.locator('[data-named-by=decision]').press('Enter');
        const dialog = page.getByRole('dialog', { name: 'Log in again' });
        await dialog.getByLabel('Email').fill(second.email);
        await dialog.getByLabel('Password').fill(second.password);
        await dialog.getByLabel('Password').press('Enter');
        await page.getByRole('button', { name: 'Take back' }).press('Enter');
        await page.getByText('You took your decision back').waitFor();
        expect(await stateOf(next)).toBe('recommended');

        // The role is taken away.
        await page.check('input[name=decision][value=reject]');
        await reason.fill(written);
        await stack.query('submission', `UPDATE accounts SET roles = '{participant}' WHERE id = $1`, [second.id]);
        await page.locator('[data-named-by=decision]').press('Enter');
        await page.locator('form [data-problem]').waitFor();
        expect([await reason.inputValue(), await stateOf(next)]).toEqual([written, 'recommended']);
      });
      // The presses are those that docs/operating/staff.md counts.
      await stack.query('submission', 'UPDATE projects SET claimed_by = NULL, claimed_until = NULL WHERE slug = $1', [
        first,
      ]);
      await visit(browser, site, { locale: 'en' }, async (page) => {
        const { email, password } = credentials.staff_logins.reviewer;
        await page.goto(`${site}/login?next=${encodeURIComponent(`/console/reviews?program=${program}`)}`);
        await page.fill('#email', email);
        await page.fill('#password', password);
        await page.keyboard.press('Enter');
        await page.waitForURL('**/console/reviews**');
        const count = await TapCount.on(page);
        await page.reload();
        await page.getByRole('link', { name: 'Open the first' }).click();
        await page.getByRole('button', { name: 'Claim it' }).click();
        await page.locator('[data-claim-left]').waitFor();
        await page.check('input[name=decision][value=approve]');
        await page.getByRole('button', { name: 'Approve' }).click();
        await page.getByRole('button', { name: 'Take back' }).waitFor();
        expect(await stateOf(first)).toBe('approved_to_ship');
        expect(count.soFar).toEqual({ presses: 4, fields: 0 });
        // Only the rejection is left, and it is no button that somebody presses by mistake.
        expect(await page.locator('[data-named-by=decision]').isVisible()).toBe(false);
        await page.getByText('Reject it after all').click();
        expect(await page.locator('[data-named-by=decision]').isVisible()).toBe(true);
      });
    } finally {
      await browser.close();
    }
  });

  it('is paged by places that hold while others decide, and filtered by flag and age, by filters that people save', async () => {
    const [second, young] = [await anotherReviewer(), await anotherReviewer()];
    const program = `paged-${second.handle}`;
    expect((await admin.call('POST', '/admin/programs', { json: { id: program, name: 'Paged' } })).status).toBe(201);
    const slugOf = (number: number) => `${program}-${number}`;
    await stack.query(
      'submission',
      `INSERT INTO projects (id, slug, program_id, owner_id, name, color, state, created_at)
       SELECT ${NEW_ID}, $1 || '-' || n, $1, $2, 'Boat ' || n, 'red', 'interviewing', now() - (100 - n) * interval '1 minute'
       FROM generate_series(1, 52) n`,
      [program, second.id],
    );
    const visitor = await asReviewer();
    const listed = (html: string) => [...html.matchAll(/<tr id="project-([^"]+)"/g)].map(([, slug]) => slug);
    const first = await visitor.open(`/console/reviews?program=${program}`);
    expect(listed(first.html)).toEqual(Array.from({ length: 50 }, (_, at) => slugOf(at + 1)));
    const [, href = ''] = /href="([^"]*after=[^"]+)"/.exec(first.html) ?? [];
    // Meanwhile the first of all is decided on.
    await setState(slugOf(1), 'approved_to_ship');
    const next = await visitor.open(href.replaceAll('&amp;', '&'));
    expect(listed(next.html)).toEqual([slugOf(51), slugOf(52)]);
    expect(next.html).toContain('To the beginning');
    expect(next.html).toContain(`/console/reviews/${slugOf(52)}?program=${program}&amp;after=`);

    await stack.query(
      'submission',
      `INSERT INTO reviews (id, project_id, requested_by, state_before, snapshot_project, snapshot_readme, snapshot_log_order, snapshot_log_sequence, input_hash, status, finished_at, failure, flags)
       SELECT ${NEW_ID}, id, owner_id, 'draft', '{}', '', 0, 0, sha256(''), 'failed', now(), 'x', CASE slug WHEN $1 THEN '[]' ELSE '[{}]' END::jsonb
       FROM projects WHERE slug IN ($1, $2, $3)`,
      [slugOf(2), slugOf(3), slugOf(4)],
    );
    await stack.query('submission', `UPDATE accounts SET birth_date = now() - interval '17 years' WHERE id = $1`, [
      young.id,
    ]);
    await stack.query('submission', 'UPDATE projects SET owner_id = $1 WHERE slug IN ($2, $3)', [
      ...[young.id, slugOf(4), slugOf(5)],
    ]);
    const filtered = async (filter: string) =>
      listed((await visitor.open(`/console/reviews?program=${program}&${filter}`)).html);
    // A review makes a project wait since then, as the list of the API says too.
    expect((await filtered('')).slice(0, 2)).toEqual([slugOf(5), slugOf(6)]);
    expect(new Set(await filtered('flag=yes'))).toEqual(new Set([slugOf(3), slugOf(4)]));
    expect(await filtered('minor=yes')).toEqual([slugOf(5), slugOf(4)]);
    expect(await filtered('flag=yes&minor=yes')).toEqual([slugOf(4)]);

    const save = '/console/reviews/new/filters';
    const url = `/console/reviews?program=${program}&flag=yes&minor=yes`;
    const keep = async (name: string) => {
      const { query = '', ...form } = formIn((await visitor.open(url)).html, save);
      return visitor.send(save, { ...form, query: query.replaceAll('&amp;', '&'), name });
    };
    expect((await keep('Young & flagged')).headers.get('location')).toBe(url);
    expect((await keep('Young & flagged')).status).toBe(303);
    const { html } = await visitor.open('/console/reviews');
    expect(html.split(`href="${url.replaceAll('&', '&amp;')}"`)).toHaveLength(2);
    expect(html).toContain('Young &amp; flagged');
    const unnamed = await keep(' ');
    expect([unnamed.status, unnamed.html.includes('Use 1 to 60 characters on one line.')]).toEqual([400, true]);
    expect(listed(unnamed.html)).toEqual([slugOf(4)]);
    await stack.query(
      'submission',
      `INSERT INTO queue_filters (account_id, place, name, query)
       SELECT account_id, n, 'Filter ' || n, '' FROM queue_filters CROSS JOIN generate_series(2, 20) n WHERE query LIKE $1`,
      [`%${program}%`],
    );
    const late = await keep('One more');
    expect([late.status, late.html.includes('You have 20 saved filters.')]).toEqual([409, true]);
    expect(formIn(late.html, save).name).toBe('One more');
    for (let place = 1; place <= 20; place += 1) {
      const form = formIn((await visitor.open('/console/reviews')).html, `${save}/delete`);
      expect((await visitor.send(`${save}/delete`, form)).status).toBe(303);
    }
    expect((await visitor.open('/console/reviews')).html).not.toContain('Your saved filters');
  });

  it('keeps what is written when a claim is made without script', async () => {
    const visitor = await asReviewer();
    const slug = await inState('recommended');
    const { html } = await visitor.open(pathOf(slug));
    const form = formIn(html, `${pathOf(slug)}/decide`);
    expect(html).toContain(`formAction="${pathOf(slug)}/claim"`);
    const claimed = await visitor.send(`${pathOf(slug)}/claim`, { ...form, decision: 'reject', reason: 'It floats' });
    expect([claimed.status, claimed.html.includes('You hold this project for')]).toEqual([200, true]);
    expect(formIn(claimed.html, `${pathOf(slug)}/decide`)).toMatchObject({ decision: 'reject', reason: 'It floats' });

    const live = await visitor.open(`/console/reviews/new/live?slugs=${slug},nothing-there`);
    expect(live.headers.get('cache-control')).toBe('no-store');
    expect(JSON.parse(live.html)).toMatchObject({ projects: [{ slug, by: 'demo-reviewer', is_free: true }] });
    const again = { 'if-none-match': live.headers.get('etag') ?? '' };
    expect((await visitor.open(`/console/reviews/new/live?slugs=${slug},nothing-there`, again)).status).toBe(304);
  });

  it('shows the own project and says why there is no decision, and nothing to participants', async () => {
    const second = await anotherReviewer();
    const slug = await second.participant.createProject();
    await setState(slug, 'recommended');
    const own = await enter(second.email, second.password);
    const { status, html } = await own.open(pathOf(slug));
    expect([status, html.includes('You cannot decide on your own project.')]).toEqual([200, true]);
    expect(html).not.toContain(`action="${pathOf(slug)}/`);
    const forged = await own.send(`${pathOf(slug)}/claim`, formIn(html, '/logout'));
    expect([forged.status, forged.html.includes('Another reviewer decides.')]).toEqual([403, true]);

    const { email } = await register(credentials.submission_url);
    const participant = await enter(email, PASSWORD);
    for (const path of ['/console/reviews', pathOf(slug)]) expect((await participant.open(path)).status).toBe(403);
    expect((await own.open(pathOf('nothing-there'))).status).toBe(404);
  });

  it('shows what the review read and what changed since, in every look, and axe finds nothing', async () => {
    const slug = await owner.createReadyProject(LONG_README);
    expect((await owner.call('POST', `/projects/${slug}/review/request`)).status).toBe(202);
    await waitUntil(
      () => owner.status(slug),
      ({ review }) => review !== null && review.finished_at !== null,
    );
    await owner.appendLog(slug, 'Second float', 'It floats.', [await drawImage()]);
    await owner.putReadme(slug, '# Weather station\n\nIt measures wind, rain and a *little* light.');
    const { html } = await (await asReviewer()).open(pathOf(slug));
    expect(html).toMatch(/<ins>[^<]*little/);
    expect(html).toMatch(/<a[^>]* href="#log-\d+">Log \d+<\/a>/);
    expect(html).toContain('What the AI review says');
    expect(html).toContain('2 of 2 logs are there.');
    expect(html.slice(html.indexOf('id="log-2"'), html.indexOf('id="log-1"'))).toContain('log 2: The latest of 2.');

    const { email, password } = credentials.staff_logins.reviewer;
    const paths = {
      queue: '/console/reviews',
      decision: pathOf(slug),
      figures: '/console/figures?from=2020-01-01&to=2040-12-31',
    };
    const browser = await startBrowser();
    const findings: Record<string, string[]> = {};
    try {
      for (const look of LOOKS) {
        await visit(browser, site, look, async (page) => {
          // The account's own language would come before the browser's.
          await page.context().addCookies([{ name: 'lang', value: look.locale, url: site }]);
          await page.goto(`${site}/login`);
          await page.fill('#email', email);
          await page.fill('#password', password);
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
