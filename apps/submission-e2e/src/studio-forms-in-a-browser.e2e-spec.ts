import { randomUUID } from 'node:crypto';
import { drawImage, sharedStack } from '@shipyard/testing';
import { startBrowser, visit } from '@shipyard/testing/browser';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { PHOTO_PICKER } from './log-form-sender';
import { type Newcomer, PASSWORD } from './newcomer';
import { Participant } from './participant';
import { StudioVisitor } from './studio-visitor';

/** A form, and what to type into it. */
interface FormCase {
  form: string;
  path: (slug: string) => string;
  /** The path of its POST, if it is another. */
  action?: (slug: string) => string;
  fields: (mark: string) => Record<string, string>;
  /** What the server has stored of what was typed. */
  stored: (slug: string, mark: string) => Promise<unknown[]>;
  expected: (mark: string) => unknown[];
  /** What is shown after it was sent. */
  done: (page: Page) => Promise<void>;
  /** A token's secret is shown once, so a repeat cannot show it. */
  answersOnce?: true;
  /** Another question follows, so the text in the other tab has no form any more. */
  isGone?: true;
  /** Shows what the script does for all forms alike: other tabs, no network, and sessions that end. */
  isSample?: true;
}

interface Sending {
  action: string;
  losesAnswer: boolean;
}

describe('forms of the studio in a browser', () => {
  const stack = sharedStack();
  const { submissionUrl: url, credentials } = stack;
  const { submission_url: apiUrl, program_id: programId } = credentials;
  let browser: Browser;
  let person: Newcomer;
  let maker: Participant;

  beforeAll(async () => {
    browser = await startBrowser();
    ({ person } = await StudioVisitor.newcomer(url, apiUrl));
    maker = new Participant(apiUrl, person.token, programId);
  });

  afterAll(() => browser.close());

  const rows = async (statement: string, ...values: string[]) =>
    (await stack.query('submission', statement, values)).map(Object.values);
  const shows = (text: string) => async (page: Page) => {
    await page.getByText(text).first().waitFor();
  };

  const FORMS: FormCase[] = [
    {
      form: 'a new project',
      path: () => '/studio/new',
      fields: (mark) => ({ '#name': `Boat ${mark}`, '#slug': `boat-${mark}` }),
      stored: (_, mark) => rows('SELECT name, slug FROM projects WHERE slug = $1', `boat-${mark}`),
      expected: (mark) => [[`Boat ${mark}`, `boat-${mark}`]],
      done: (page) => page.waitForURL(/\/studio\/projects\/boat-/),
    },
    {
      form: 'the details of a project',
      path: (slug) => `/studio/projects/${slug}/details`,
      fields: (mark) => ({
        '#tagline': `In a sentence ${mark}`,
        '#tags': 'one, two',
        '#demo_urls': 'https://a.example',
      }),
      stored: (slug) => rows('SELECT tagline, tags FROM projects WHERE slug = $1', slug),
      expected: (mark) => [[`In a sentence ${mark}`, ['one', 'two']]],
      done: shows('Details are saved.'),
    },
    {
      form: 'a log',
      path: (slug) => `/studio/projects/${slug}/logs`,
      fields: (mark) => ({ '#title': `Day ${mark}`, '#text': '写了很久。\n\nA second paragraph.' }),
      stored: (slug) =>
        rows(
          'SELECT title FROM logs JOIN projects ON projects.id = logs.project_id WHERE slug = $1 ORDER BY sequence',
          slug,
        ),
      expected: (mark) => [[`Day ${mark}`]],
      done: (page) => page.waitForURL('**/logs?published=yes'),
      isSample: true,
    },
    {
      form: 'an answer of an interview',
      path: (slug) => `/studio/projects/${slug}/interview`,
      action: (slug) => `/studio/projects/${slug}/interview/answers`,
      fields: (mark) => ({ '#answer': `I measured it for two weeks.\n\n${mark}` }),
      stored: (slug) =>
        rows(
          `SELECT answer FROM interview_questions question JOIN interviews ON interviews.id = question.interview_id
             JOIN projects ON projects.id = interviews.project_id WHERE slug = $1 AND answer IS NOT NULL`,
          slug,
        ),
      expected: (mark) => [[`I measured it for two weeks.\n\n${mark}`]],
      done: shows('Question 2 of'),
      isGone: true,
      isSample: true,
    },
    {
      form: 'the profile',
      path: () => '/studio/settings',
      action: () => '/studio/settings/profile',
      fields: (mark) => ({ '#display_name': `Noor ${mark}`, '#bio': 'I build boats.' }),
      stored: () => rows('SELECT display_name, bio FROM accounts WHERE id = $1', person.id),
      expected: (mark) => [[`Noor ${mark}`, 'I build boats.']],
      done: shows('Saved.'),
    },
    {
      form: 'a token',
      path: () => '/studio/settings',
      action: () => '/studio/settings/tokens',
      fields: (mark) => ({ '#token_name': `Laptop ${mark}` }),
      stored: (_, mark) =>
        rows('SELECT name FROM api_tokens WHERE account_id = $1 AND name LIKE $2', person.id, `%${mark}`),
      expected: (mark) => [[`Laptop ${mark}`]],
      done: (page) => page.locator('#secret').waitFor(),
      answersOnce: true,
      isSample: true,
    },
  ];

  /** A project whose interview has begun, so that every form is there. */
  async function newProject(): Promise<string> {
    const slug = await maker.createProject('Boat');
    await stack.query('submission', `UPDATE projects SET state = 'recommended' WHERE slug = $1`, [slug]);
    const visitor = new StudioVisitor(url);
    await visitor.logIn(person.email);
    const begun = await visitor.fill(`/studio/projects/${slug}/interview`, {});
    expect(begun.status).toBe(303);
    return slug;
  }

  const projectFor = ({ isGone }: FormCase) => (isGone ? newProject() : maker.createProject('Boat'));
  const newMark = () => randomUUID().slice(0, 8);

  async function signedIn(see: (page: Page) => Promise<void>, options: BrowserContextOptions = {}): Promise<void> {
    const visitor = new StudioVisitor(url);
    await visitor.logIn(person.email);
    const [name = '', value = ''] = visitor.cookie.split('=', 2);
    await visit(browser, url, options, async (page) => {
      await page.context().addCookies([{ name, value, url }]);
      await see(page);
    });
  }

  const endSessions = () => stack.query('submission', 'DELETE FROM sessions WHERE account_id = $1', [person.id]);

  const type = async (page: Page, fields: Record<string, string>) => {
    for (const [field, text] of Object.entries(fields)) await page.fill(field, text);
    await page.getByText('A copy is kept in this browser').waitFor();
  };
  const typed = async (page: Page, fields: Record<string, string>) =>
    Object.fromEntries(
      await Promise.all(Object.keys(fields).map(async (field) => [field, await page.inputValue(field)] as const)),
    );
  const buttonOf = (page: Page, fields: Record<string, string>) =>
    page.locator('main form', { has: page.locator(Object.keys(fields)[0] ?? '') }).locator('button[type=submit]');

  async function reload(page: Page, fields: Record<string, string>): Promise<void> {
    await page.reload();
    await page.getByText('It was not sent yet.').waitFor();
    expect(await typed(page, fields)).toEqual(fields);
  }

  async function sendOffline(page: Page, fields: Record<string, string>): Promise<void> {
    await page.context().setOffline(true);
    await page.getByText('You are offline. What you write is kept in this browser.').waitFor();
    await buttonOf(page, fields).click();
    await page.getByText('This needs the network.').waitFor();
    await page.context().setOffline(false);
    expect(await typed(page, fields)).toEqual(fields);
  }

  async function logInAndComeBack(page: Page, fields: Record<string, string>): Promise<void> {
    const place = page.url();
    await endSessions();
    await page.reload();
    await page.waitForURL('**/login?next=*');
    await page.fill('#email', person.email);
    await page.fill('#password', PASSWORD);
    await page.click('main form button[type=submit]');
    await page.waitForURL(place);
    expect(await typed(page, fields)).toEqual(fields);
  }

  /** Loses the connection before the server has the form, and then before its answer arrives. */
  async function sendInVain(
    page: Page,
    fields: Record<string, string>,
    { action, losesAnswer }: Sending,
  ): Promise<void> {
    for (const isTaken of losesAnswer ? [false, true] : [false]) {
      await page.route(action, async (route) => {
        if (isTaken) await route.fetch({ maxRedirects: 0 });
        await route.abort('connectionreset');
      });
      await buttonOf(page, fields).click();
      await page.getByText('We could not reach the service.').waitFor();
      await page.locator('main [aria-disabled]').waitFor({ state: 'detached' });
      await page.unroute(action);
      expect(await typed(page, fields)).toEqual(fields);
    }
  }

  async function sendAfterLogIn(page: Page, fields: Record<string, string>): Promise<void> {
    await endSessions();
    await buttonOf(page, fields).dblclick();
    const dialog = page.getByRole('dialog', { name: 'Log in again' });
    expect(await dialog.getByLabel('Code of your second factor').isVisible()).toBe(false);
    await dialog.getByLabel('Email').fill(person.email);
    await dialog.getByLabel('Password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Log in' }).click();
  }

  it.each(FORMS)('lose nothing that was typed into $form, and send it once', async (each) => {
    const slug = await projectFor(each);
    const [mark, otherMark] = [newMark(), newMark()];
    const [fields, others] = [each.fields(mark), each.fields(otherMark)];
    const action = url + (each.action ?? each.path)(slug);
    const before = await each.stored(slug, mark);
    await signedIn(async (page) => {
      const other = each.isSample && !each.isGone ? await page.context().newPage() : null;
      for (const tab of [page, other]) await tab?.goto(url + each.path(slug));
      await type(page, fields);
      if (other !== null) await type(other, others);
      await reload(page, fields);
      if (each.isSample) {
        await sendOffline(page, fields);
        await logInAndComeBack(page, fields);
      }
      expect(await each.stored(slug, mark)).toEqual(before);
      await sendInVain(page, fields, { action, losesAnswer: !each.answersOnce });
      let taken = 0;
      page.on('response', (response) => {
        if (response.request().method() === 'POST' && response.url() === action && response.status() < 400) taken += 1;
      });
      await (each.isSample ? sendAfterLogIn(page, fields) : buttonOf(page, fields).dblclick());
      await each.done(page);
      expect(taken).toBe(1);
      if (other !== null) await reload(other, others);
    });
    expect(await each.stored(slug, mark)).toEqual(each.expected(mark));
  });

  it('shows a form again that belongs to an earlier session, and sends it', async () => {
    const slug = await maker.createProject('Boat');
    await signedIn(async (page) => {
      await page.goto(`${url}/studio/projects/${slug}/logs`);
      await type(page, { '#title': 'Before', '#text': 'Written before.' });
      const photo = { name: 'bow.png', mimeType: 'image/png', buffer: await drawImage() };
      await page.setInputFiles(PHOTO_PICKER, photo);
      const other = new StudioVisitor(url);
      await other.logIn(person.email);
      const [name = '', value = ''] = other.cookie.split('=', 2);
      await page.context().addCookies([{ name, value, url }]);
      await page.click('main form button[type=submit]');
      await page.getByRole('heading', { name: 'Your log-in has changed' }).waitFor();
      expect(await page.inputValue('#text')).toBe('Written before.');
      await page.locator('.ui-upload-path', { hasText: 'bow.png' }).waitFor();
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.waitForURL('**/logs?published=yes');
      await page.goto(`${url}/studio/projects/${slug}/logs`);
      expect(await page.getByText('It was not sent yet.').count()).toBe(0);
    });
    expect(await rows('SELECT log_count FROM projects WHERE slug = $1', slug)).toEqual([[1]]);
  });

  it('keeps no draft of another account, and none after the log-out, also without the script', async () => {
    const other = await StudioVisitor.newcomer(url, apiUrl);
    await visit(browser, url, {}, async (page) => {
      const [name = '', value = ''] = other.visitor.cookie.split('=', 2);
      await page.context().addCookies([{ name, value, url }]);
      await page.goto(`${url}/studio/settings`);
      const keys = () => page.evaluate<string[]>('Object.keys({ ...localStorage }).sort()');
      const [own, others] = [`shipyard.draft:${other.person.handle}:a`, `shipyard.draft:${person.handle}:a`];
      for (const key of [own, others]) await page.evaluate(`localStorage.setItem('${key}', '{}')`);
      await page.reload();
      expect(await keys()).toEqual([own]);
      // Sent in this way, no script hears of it.
      await page.evaluate(`HTMLFormElement.prototype.submit.call(document.querySelector('form[action="/logout"]'))`);
      await page.waitForURL(`${url}/`);
      expect(await keys()).toEqual([]);
    });
  });

  it('shows no name and no menu after the account is deleted', async () => {
    const { visitor, person: leaving } = await StudioVisitor.newcomer(url, apiUrl);
    await visit(browser, url, {}, async (page) => {
      const [name = '', value = ''] = visitor.cookie.split('=', 2);
      await page.context().addCookies([{ name, value, url }]);
      await page.goto(`${url}/studio/settings`);
      await page.locator('summary', { hasText: 'Delete' }).click();
      await page.check('input[name=fate][value=delete]');
      await page.fill('#confirm_handle', leaving.handle);
      await page.fill('#erase_password', PASSWORD);
      await page.locator('form[action="/studio/settings/delete"] button').click();
      await page.getByRole('heading', { name: 'Your account is deleted' }).waitFor();
      expect(await page.locator('.ui-menu-name, form[action="/logout"]').count()).toBe(0);
      await page.getByRole('banner').getByRole('link', { name: 'Log in' }).waitFor();
    });
  });

  it('shows the secret of a token once, and copies it', async () => {
    await signedIn(
      async (page) => {
        const mark = newMark();
        await page.goto(`${url}/studio/settings`);
        await page.fill('#token_name', mark);
        await page.locator('#token_name').press('Enter');
        const secret = await page.locator('#secret').innerText();
        expect(secret).toMatch(/^pst_/);
        await page.getByRole('button', { name: 'Copy' }).click();
        await page.getByText('Copied').waitFor();
        expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret);
        expect(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')).not.toContain(secret);
        await page.getByRole('link', { name: 'I have kept it' }).click();
        await page.getByText(`…${secret.slice(-4)}`).waitFor();
        await page.goBack();
        expect(await page.content()).not.toContain(secret);
      },
      { permissions: ['clipboard-read', 'clipboard-write'] },
    );
  });
});
