import { startTestStack, type TestStack, waitUntil } from '@shipyard/testing';
import { findingsOf, startBrowser, visit } from '@shipyard/testing/browser';
import type { Page } from 'playwright-core';
import { PASSWORD, register } from './newcomer';
import { TapCount } from './tap-count';

/** An organiser’s day: from an empty installation to a program with its first project. */
describe('the first run', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await startTestStack({ starts: ['submission', 'submissionWorker'] });
    // The demo brings a program and its staff. An empty installation has neither.
    await stack.query('submission', 'DELETE FROM programs');
    await stack.query('submission', `UPDATE accounts SET roles = '{participant}'`);
  });

  afterAll(() => stack.stop());

  const logIn = async (page: Page, email: string) => {
    await page.fill('#email', email);
    await page.fill('#password', PASSWORD);
    await page.click('main button[type=submit]');
  };
  const press = (page: Page, name: string) => page.locator('main').getByRole('button', { name, exact: true }).click();
  const follow = (page: Page, name: string) => page.locator('main').getByRole('link', { name, exact: true }).click();
  /** The page comes again by itself while it waits for the worker. */
  const setupPage = async (page: Page) => {
    await waitUntil(
      // The page may just load itself anew, which ends this visit.
      () => page.goto(`${stack.submissionUrl}/console/setup`).catch(() => null),
      (answer) => answer !== null && answer.headers().refresh === undefined,
    );
    return page.locator('main').innerText();
  };

  it('leads an admin from nothing to a program, to staff, and to the first project', async () => {
    const { submissionUrl: site } = stack;
    const { submission_url: url } = stack.credentials;
    const [organiser, colleague] = [await register(url), await register(url)];
    await stack.query('submission', `UPDATE accounts SET roles = '{participant,admin}' WHERE id = $1`, [organiser.id]);
    const browser = await startBrowser();
    try {
      await visit(browser, site, { locale: 'en' }, async (page) => {
        const count = await TapCount.on(page);
        await page.goto(`${site}/console`);
        await page.waitForURL('**/login**');
        await logIn(page, organiser.email);
        await page.waitForURL('**/console/setup');
        const before = await setupPage(page);
        expect(before).toContain('There are 0 programs, and 0 of them can be joined now.');
        expect(before).toContain('There are 0 reviewers, 0 people in fulfilment and 1 admin.');
        expect(before).toContain('The worker does not reach the gateway');
        expect(await findingsOf(page)).toEqual([]);

        const { presses, fields } = count.soFar;
        await follow(page, 'Create the first program');
        await page.fill('#name', 'River and Rain');
        await press(page, 'Create the program');
        await page.waitForURL('**/console/programs/river-and-rain**');
        // As docs/operating/staff.md says.
        expect([count.soFar.presses - presses, count.soFar.fields - fields]).toEqual([2, 1]);

        expect(await setupPage(page)).toContain('There is 1 program, and 1 of them can be joined now.');
        await follow(page, 'Accounts');
        await page.fill('#q', colleague.handle);
        await press(page, 'Show');
        await follow(page, colleague.handle);
        for (const role of ['reviewer', 'fulfilment']) await page.check(`input[name=${role}]`);
        await page.locator('main form:has(input[name=reviewer]) button').click();
        await page.waitForURL(`**/console/accounts/${colleague.id}**`);
        await waitUntil(
          () => setupPage(page),
          (text) => text.includes('There is 1 reviewer, 1 person in fulfilment and 1 admin.'),
        );
      });
      await visit(browser, site, { locale: 'en' }, async (page) => {
        await page.goto(`${site}/programs/river-and-rain`);
        await follow(page, 'Start a project here');
        await page.waitForURL('**/join**');
        await page.fill('#display_name', 'Noor');
        await page.fill('#handle', 'noor');
        await page.fill('#email', 'noor@example.com');
        await page.fill('#password', PASSWORD);
        await page.fill('#birth_date', '1990-01-31');
        await page.locator('main form button[type=submit]').click();
        await page.waitForURL('**/studio/new**');
        await page.fill('#name', 'Rain gauge');
        await page.locator('main form button[type=submit]').click();
        await page.waitForURL('**/studio/projects/rain-gauge**');
      });
      await visit(browser, site, { locale: 'en' }, async (page) => {
        await page.goto(`${site}/login?next=${encodeURIComponent('/console/programs/river-and-rain')}`);
        await logIn(page, organiser.email);
        await page.getByText('1 person joined.').waitFor();
      });
    } finally {
      await browser.close();
    }
  });
});
