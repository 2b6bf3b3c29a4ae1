import { drawImage, sharedStack, waitUntil } from '@shipyard/testing';
import { findingsInLook, LOOKS, smallTargetsOn, startBrowser, visit } from '@shipyard/testing/browser';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { PHOTO_PICKER } from './log-form-sender';
import { LONG_README, Participant } from './participant';
import { RECIPIENT, shippingParties } from './shipment';
import { StudioVisitor } from './studio-visitor';

const LIMIT_MS = 300_000;

/** The names of stages and steps of which a word stands in two lines. */
const brokenNames = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('.ui-stages li, .ui-path-name')].flatMap((name) => {
    const text = name.firstChild;
    return [...text.data.matchAll(/\\S+/g)].flatMap(({ 0: word, index }) => {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1 ? [word] : [];
    });
  })`);

describe('review, interview and shipping in a browser', () => {
  const stack = sharedStack();
  const { submissionUrl: url, credentials } = stack;
  const { minor, projectIn } = shippingParties(stack);
  const { email, password } = credentials.minor_participant;
  const readme = `${LONG_README.replace('![[head] The station](front.png)\n\n', '')}\n## How it works\n\nIt listens.\n`;
  let browser: Browser;

  beforeAll(async () => {
    browser = await startBrowser();
  });

  afterAll(() => browser.close());

  const signedIn = (look: BrowserContextOptions, see: (page: Page) => Promise<void>) =>
    visit(browser, url, look, async (page) => {
      await page.goto(`${url}/login?lang=${look.locale ?? 'en'}`);
      await page.fill('#email', email);
      await page.fill('#password', password);
      await page.click('main form button[type=submit]');
      await page.waitForURL(`${url}/studio`);
      await see(page);
    });

  const setState = (slug: string, state: string) =>
    stack.query('submission', 'UPDATE projects SET state = $2 WHERE slug = $1', [slug, state]);

  const finishReview = async (slug: string) => {
    await minor.call('POST', `/projects/${slug}/review/request`);
    await waitUntil(
      () => minor.status(slug),
      ({ review }) => review !== null && review.finished_at !== null,
    );
  };

  const reviewed = async (markdown: string) => {
    const slug = await minor.createReadyProject(markdown);
    await finishReview(slug);
    return slug;
  };

  async function eachPage(
    look: BrowserContextOptions,
    see: (page: Page, name: string) => Promise<void>,
  ): Promise<void> {
    const [declined, failed, empty] = [
      await reviewed(`${readme}\n[sandbox:review=decline]\n`),
      await reviewed(`${readme}\n[sandbox:review=fail]\n`),
      await minor.createProject(),
    ];
    const [underWay, asked, sent] = [
      await projectIn('draft', minor),
      await minor.createReadyProject(readme),
      await projectIn('approved_to_ship', minor),
    ];
    await setState(underWay, 'review_pending');
    await setState(asked, 'recommended');
    await signedIn(look, async (page) => {
      const open = async (slug: string, section: string, name: string) => {
        await page.goto(`${url}/studio/projects/${slug}/${section}`);
        await see(page, name);
      };
      const send = async (name: string, heading: string) => {
        await page.click('main form button[type=submit]');
        await page.locator(heading).first().waitFor();
        await see(page, name);
      };
      await open(empty, 'review', 'review-missing');
      await open(failed, 'review', 'review-failed');
      await open(underWay, 'review', 'review-under-way');
      await open(declined, 'review', 'review-remarks');
      await open(empty, 'interview', 'interview-not-yet');
      await open(asked, 'interview', 'interview-begin');
      await send('interview-question', '#answer');
      await send('interview-refused', '[role=alert]');
      await open(empty, 'shipping', 'shipping-not-yet');
      await open(sent, 'shipping', 'shipping-form');
      await send('shipping-refused', '[role=alert]');
      await page.fill('#recipient_name', RECIPIENT.recipient_name);
      await page.fill('#recipient_phone', RECIPIENT.recipient_phone);
      await page.fill('#recipient_address', RECIPIENT.recipient_address);
      await page.check('#guardian_confirmed');
      await send('shipping-read-back', '#read-back[open]');
      await page.click('#read-back button[value=send]');
      await page.locator('details.ui-fold').waitFor();
      await see(page, 'shipping-received');
      await open(sent, 'shipping/withdraw', 'shipping-withdraw');
    });
  }

  it.each(LOOKS)(
    'each page in $locale, $colorScheme: axe finds nothing, and nothing scrolls sideways at 320 px',
    async (look) => {
      const findings: Record<string, string[]> = {};
      await eachPage(look, async (page, name) => {
        Object.assign(findings, await findingsInLook(page, `${name}-${look.colorScheme}-${look.locale}`));
      });
      expect(Object.entries(findings).filter(([, found]) => found.length > 0)).toEqual([]);
    },
    LIMIT_MS,
  );

  it('follows a review by its events: each stage, how far it is, and its end', async () => {
    const slug = await reviewed(readme);
    const change = async (review: string, state: string) => {
      const of = '(SELECT id FROM projects WHERE slug = $1)';
      await stack.query('submission', `UPDATE reviews SET ${review} WHERE project_id = ${of}`, [slug]);
      await stack.query('submission', `UPDATE projects SET state = '${state}' WHERE slug = $1`, [slug]);
    };
    const running = (stage: string, progress: number) =>
      `status = 'running', stage = '${stage}', progress = ${progress}, finished_at = NULL, recommended = NULL,
       heartbeat_at = now() + interval '1 hour'`;
    await change(running('collecting', 5), 'review_pending');
    await signedIn({}, async (page) => {
      await page.goto(`${url}/studio/projects/${slug}/review`);
      const stage = page.locator('[data-review-stage]');
      // The bar ends below the name of the stage, and no name breaks inside a word, also in a wide font.
      for (const width of [1280, 640, 320]) {
        await page.setViewportSize({ width, height: 800 });
        const [bar, names] = await Promise.all([
          page.locator('[data-review-progress]').boundingBox(),
          page.locator('.ui-stages li').first().boundingBox(),
        ]);
        const indent = await page.evaluate<string>(
          "getComputedStyle(document.querySelector('.ui-stages li')).textIndent",
        );
        expect(indent).toBe(width === 320 ? '200%' : '0px');
        expect(Math.round(names?.width ?? 0)).toBe(Math.round((bar?.width ?? 0) / 5));
        await page.evaluate("document.body.style.letterSpacing = '0.12em'");
        expect(await brokenNames(page)).toEqual([]);
      }
      await stage.getByText('Collecting, 5 %').waitFor();
      await change(running('judging', 60), 'review_pending');
      await stage.getByText('Judging, 60 %').waitFor();
      expect(await page.locator('progress').getAttribute('value')).toBe('60');
      await change(
        `status = 'queued', stage = 'collecting', progress = 0, heartbeat_at = NULL, next_run_at = now() + interval '1 hour'`,
        'review_pending',
      );
      await stage.getByText('In the queue').waitFor();
      await change(
        `status = 'succeeded', progress = 100, finished_at = now(), recommended = true, heartbeat_at = NULL`,
        'recommended',
      );
      await page.getByRole('heading', { level: 1, name: 'Recommended' }).waitFor();
    });
  });

  it('says before each step what happens with it, and promises no mail that cannot come', async () => {
    const { visitor, person } = await StudioVisitor.newcomer(url, credentials.submission_url);
    const newcomer = new Participant(credentials.submission_url, person.token, credentials.program_id);
    const slug = await newcomer.createReadyProject(readme);
    const [program] = await stack.query('submission', 'SELECT rubric FROM programs WHERE id = $1', [
      credentials.program_id,
    ]);
    const labels = (program?.rubric as { label: string }[]).map(({ label }) => label);
    const own = (state: string) =>
      stack.query('submission', 'UPDATE projects SET state = $2 WHERE slug = $1', [slug, state]);
    await visit(browser, url, { viewport: { width: 390, height: 844 }, locale: 'en' }, async (page) => {
      const [name = '', value = ''] = visitor.cookie.split('=', 2);
      await page.context().addCookies([{ name, value, url }]);
      const read = async (section: string, ...sentences: string[]) => {
        await page.goto(`${url}/studio/${section}`);
        const text = await page.locator('main').innerText();
        expect(sentences.filter((sentence) => !text.includes(sentence))).toEqual([]);
        return text;
      };
      const noNews = 'Your email address is not confirmed, so no news of your projects reaches you.';
      for (const section of ['new', 'settings', ...['', '/logs', '/details'].map((part) => `projects/${slug}${part}`)])
        await read(section, noNews);
      await read('', 'We sent a mail to');
      await read(
        `projects/${slug}/review`,
        noNews,
        'A machine writes the review',
        'The review is published, also if it finds much to improve',
        ...(labels.length === 0 ? ['It judges how well'] : labels),
        'People on staff read it, look at your project and decide.',
      );
      await own('recommended');
      await read(`projects/${slug}/interview`, 'A machine asks the questions', 'Staff read your answers');
      await own('approved_to_ship');
      await read(
        `projects/${slug}/shipping`,
        'Only staff who send parcels and the admins of this site can read it',
        'We delete it as soon as the parcel is sent, or after 180 days.',
      );
      await own('interviewing');
      await stack.query(
        'submission',
        `INSERT INTO interviews (id, project_id, question_count, credential_hash, credential_expires_at, finished_at)
           SELECT gen_random_uuid(), id, 1, sha256(slug::bytea), now(), now() FROM projects WHERE slug = $1`,
        [slug],
      );
      expect(await read(`projects/${slug}/interview`, 'You see the decision here.', noNews)).not.toContain(
        'You get a mail',
      );
      await stack.query('submission', 'UPDATE accounts SET email_confirmed_at = now() WHERE id = $1', [person.id]);
      expect(await read(`projects/${slug}/interview`, 'You get a mail too.')).not.toContain(noNews);
    });
  });

  it.each([390, 1440])('has nothing to press that is smaller than a thumb, at %s px', async (width) => {
    const slug = await reviewed(`${readme}\n[sandbox:review=decline]\n`);
    const empty = await minor.createProject('Kiln');
    await signedIn({ viewport: { width, height: 844 } }, async (page) => {
      const small: Record<string, string[]> = {};
      const project = `/studio/projects/${slug}`;
      const paths = [
        '/studio',
        '/studio/settings',
        `${project}/review`,
        `/studio/projects/${empty}/review`,
        `${project}/logs`,
      ];
      for (const path of paths) {
        await page.goto(url + path);
        small[path] = await smallTargetsOn(page);
      }
      expect(Object.entries(small).filter(([, found]) => found.length > 0)).toEqual([]);
    });
  });

  it('lays nothing of the header over something else, at any width and with doubled text, in one row on a phone', async () => {
    const slug = await minor.createProject('A name as long as the names of projects are');
    await signedIn({}, async (page) => {
      await page.goto(`${url}/studio/projects/${slug}/details`);
      const overlaps = () =>
        page.evaluate<string[]>(`(() => {
          const parts = [...document.querySelectorAll('header a, header summary')].filter((part) => part.checkVisibility());
          const boxes = parts.map((part) => [part.textContent.trim(), part.getBoundingClientRect()]);
          return boxes.flatMap(([name, one], at) => boxes.slice(at + 1).flatMap(([other, two]) =>
            one.left < two.right - 1 && two.left < one.right - 1 && one.top < two.bottom - 1 && two.top < one.bottom - 1
              ? [name + ' / ' + other] : []));
        })()`);
      for (const size of ['100%', '200%'])
        for (const width of [320, 390, 640, 900, 930, 960, 1280]) {
          await page.setViewportSize({ width, height: 700 });
          await page.evaluate(`document.documentElement.style.fontSize = '${size}'`);
          expect([size, width, await overlaps()]).toEqual([size, width, []]);
          const [menu, header] = [
            await page.locator('.ui-studio-account summary').boundingBox(),
            await page.locator('.ui-studio-header').boundingBox(),
          ];
          // A long name of the project once pushed the menu out of the header of a phone.
          expect([size, width, menu && menu.width >= 44 && menu.x + menu.width <= width]).toEqual([size, width, true]);
          if (width < 640 && size === '100%') expect([width, header?.height]).toEqual([width, 56]);
        }
    });
  });

  const readmeOf = async (slug: string) =>
    (await minor.call<{ markdown: string; html: string }>('GET', `/projects/${slug}/readme`)).body.data;

  it.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
    'begins a README with questions, and saves none that nobody answered ($javaScriptEnabled)',
    async ({ javaScriptEnabled }) => {
      const slug = await minor.createProject('Lamp');
      await signedIn({ javaScriptEnabled, locale: 'en' }, async (page) => {
        await page.goto(`${url}/studio/projects/${slug}`);
        await page.getByRole('heading', { name: 'Where to begin' }).waitFor();
        await page.getByRole('link', { name: 'Begin with these questions' }).click();
        if (javaScriptEnabled) {
          const source = page.locator('.cm-content');
          await source.getByText('## How can somebody else build it?').waitFor();
          await page.getByRole('button', { name: /^Save README/ }).click();
          await page.getByText('Answer a question first.').waitFor();
          await source.press('Control+End');
          await page.keyboard.insertText('\n\nMeasure twice.');
          await page.getByRole('button', { name: /^Save README/ }).click();
          await page
            .locator('.ui-editor-state')
            .getByText(/^Saved at /)
            .waitFor();
          expect(await source.innerText()).not.toContain('What does it do?');
          await page.getByRole('heading', { name: 'Where to begin' }).waitFor({ state: 'detached' });
        } else {
          const asked = await page.inputValue('#readme');
          expect(asked).toContain('## How can somebody else build it?');
          await page.fill('#readme', `${asked}\n\nMeasure twice.`);
          await page.getByRole('button', { name: 'Save README' }).click();
          await page.waitForURL(`${url}/studio/projects/${slug}?saved`);
        }
      });
      const { markdown } = await readmeOf(slug);
      expect(markdown.trim()).toMatch(/^## How can somebody else build it\?\n\n\s*Measure twice\.$/);
    },
  );

  it('makes a log of a photo and a sentence, and lets the README grow from it', async () => {
    const slug = await minor.createProject('Lamp');
    const photo = { name: 'lamp.png', mimeType: 'image/png', buffer: await drawImage({ width: 640, height: 400 }) };
    await signedIn({ locale: 'en', viewport: { width: 390, height: 844 } }, async (page) => {
      await page.goto(`${url}/studio/projects/${slug}`);
      await page.getByRole('link', { name: 'Photo first' }).click();
      await page.setInputFiles(PHOTO_PICKER, photo);
      await page.fill('#text', 'The lamp turns on. It is bright.');
      await page.getByRole('button', { name: 'Publish log 1' }).click();
      await page.locator('#log-1 h3', { hasText: /^The lamp turns on$/ }).waitFor();
      await page.goto(`${url}/studio/projects/${slug}`);
      await page.locator('.cm-content').click();
      await page.keyboard.insertText('# Lamp');
      await page.getByText('A copy is kept in this browser').waitFor();
      await page.getByText('Take text and pictures from logs').click();
      await page.getByRole('button', { name: 'Put them at the end' }).click();
      await page.getByText('Tick at least one log, then press the button again.').waitFor();
      await page.locator('input[name="log"]:focus').waitFor();
      await page.getByLabel('1 · The lamp turns on').check();
      await page.getByRole('button', { name: 'Put them at the end' }).click();
      await page.locator('.cm-content').getByText('It is bright.').waitFor();
      expect(page.url()).toBe(`${url}/studio/projects/${slug}`);
      await page.getByRole('button', { name: /^Save README/ }).click();
      await page
        .locator('.ui-editor-state')
        .getByText(/^Saved at /)
        .waitFor();
    });
    const { markdown, html } = await readmeOf(slug);
    expect(markdown).toMatch(/^# Lamp\n\n## The lamp turns on\n\nThe lamp turns on\. It is bright\.\n\n!\[\]\(cloud:/);
    expect(html).toContain('<img');
  });

  it('leads from a remark to its section, and tells the next review what is done', async () => {
    const slug = await reviewed(`${readme}\n[sandbox:review=decline]\n`);
    await signedIn({ locale: 'en', viewport: { width: 390, height: 844 } }, async (page) => {
      await page.goto(`${url}/studio/projects/${slug}/review`);
      const part = page
        .locator('.ui-remarked-part', { has: page.locator('.ui-md > [id^="user-content-"]') })
        .filter({ has: page.locator('.ui-remark-link') })
        .first();
      const title = await part.locator('.ui-md > [id^="user-content-"]').first().innerText();
      const text = await part.locator('.ui-remark').first().locator('p').nth(1).innerText();
      await part.locator('.ui-remark-link').first().click();
      const pinned = page.locator('.ui-readme-remarks > section');
      await pinned.getByText(text).waitFor();
      await waitUntil(
        () =>
          page.evaluate<string>(
            "document.getSelection().anchorNode?.parentElement?.closest('.cm-line')?.textContent.replace(/^#+ /, '') ?? ''",
          ),
        (line) => line === title,
      );
      // Not below the bar that saves.
      await waitUntil(
        async () => ({
          line: await page.locator('.cm-activeLine').boundingBox(),
          bar: await page.locator('.ui-editor-head').boundingBox(),
        }),
        ({ line, bar }) => line !== null && bar !== null && line.y > 0 && line.y + line.height <= bar.y,
      );
      await pinned.getByLabel('Done').check();
      await page.keyboard.insertText('\n\nIt hears drops with a microphone.');
      await page.getByRole('button', { name: /^Save README/ }).click();
      await page
        .locator('.ui-editor-state')
        .getByText(/^Saved at /)
        .waitFor();
      await page.goto(`${url}/studio/projects/${slug}/review`);
      await page.getByRole('button', { name: 'Ask for another review' }).click();
      await page.getByRole('heading', { name: 'What the review before noted' }).waitFor();
      const earlier = page.locator('section[aria-labelledby="earlier-remarks"] li');
      expect(await earlier.filter({ hasText: 'You said that you have dealt with it.' }).allInnerTexts()).toEqual([
        expect.stringMatching(/^Not met yet You said that you have dealt with it\./),
      ]);
      expect(await earlier.filter({ hasText: text }).count()).toBe(1);
    });
  });

  it('keeps in the browser which remarks are done, until there is another review', async () => {
    const slug = await reviewed(`${readme}\n[sandbox:review=decline]\n`);
    await signedIn({}, async (page) => {
      await page.goto(`${url}/studio/projects/${slug}/review`);
      const boxes = page.getByLabel('Done');
      await boxes.first().check();
      await page.reload();
      const count = await boxes.count();
      expect(count).toBeGreaterThan(1);
      expect([await boxes.first().isChecked(), await boxes.nth(1).isChecked()]).toEqual([true, false]);
      await minor.appendLog(slug, 'Third day', 'It is mended.');
      await finishReview(slug);
      await page.reload();
      expect(await boxes.first().isChecked()).toBe(false);
    });
  });

  it.each([
    { javaScriptEnabled: true, shown: /^\d\d:\d\d$/ },
    { javaScriptEnabled: false, shown: /^\d\d:\d\d UTC$/ },
  ])('says until when one can answer, in the time of the reader: $javaScriptEnabled', async (row) => {
    const slug = await projectIn('recommended', minor);
    await signedIn({ javaScriptEnabled: row.javaScriptEnabled, timezoneId: 'Asia/Kathmandu' }, async (page) => {
      await page.goto(`${url}/studio/projects/${slug}/interview`);
      await page.click('main form button[type=submit]');
      await page.locator('#answer').waitFor();
      const time = page.locator('main time');
      const end = new Date((await time.getAttribute('datetime')) ?? '');
      // Kathmandu is 5:45 hours ahead of UTC.
      const local = new Date(end.getTime() + (row.javaScriptEnabled ? 345 * 60_000 : 0));
      const text = await time.innerText();
      expect(text).toMatch(row.shown);
      expect(text.slice(0, 5)).toBe(local.toISOString().slice(11, 16));
    });
  });

  it.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
    'an answer that is too large to send is still in its field: $javaScriptEnabled',
    async ({ javaScriptEnabled }) => {
      const slug = await projectIn('recommended', minor);
      const text = 'A long summer. '.repeat(20_000);
      await signedIn({ javaScriptEnabled }, async (page) => {
        await page.goto(`${url}/studio/projects/${slug}/interview`);
        await page.click('main form button[type=submit]');
        await page.fill('#answer', text);
        await page.click('main form button[type=submit]');
        let emptyForm = '';
        if (javaScriptEnabled) {
          await page.locator('#answer-error').getByText('This is too long to send.').waitFor();
          expect(await page.locator('#answer:focus').count()).toBe(1);
        } else {
          await page.getByRole('heading', { level: 1, name: 'This is too long to send' }).waitFor();
          const link = page.getByRole('link', { name: 'Open an empty form' });
          emptyForm = new URL((await link.getAttribute('href')) ?? '', page.url()).href;
          await page.goBack();
        }
        expect(await page.inputValue('#answer')).toBe(text);
        if (emptyForm === '') return;
        await page.goto(emptyForm);
        expect(await page.inputValue('#answer')).toBe('');
      });
    },
  );

  it('reads an address back before it is sent, and names beside each field what is wrong', async () => {
    const slug = await projectIn('approved_to_ship', minor);
    await signedIn({}, async (page) => {
      const dialog = page.getByRole('dialog', { name: 'Is this right?' });
      const submit = () => page.click('main form button[type=submit]');
      const answer = (name: string) => dialog.getByRole('button', { name }).click();
      await page.goto(`${url}/studio/projects/${slug}/shipping`);
      await page.fill('#recipient_name', RECIPIENT.recipient_name);
      await page.fill('#recipient_phone', 'call me');
      await page.fill('#recipient_address', RECIPIENT.recipient_address);
      await page.check('#guardian_confirmed');
      await submit();
      await page.locator('#recipient_phone-error').getByText('at least five digits').waitFor();
      expect(await dialog.isVisible()).toBe(false);
      await page.fill('#recipient_phone', RECIPIENT.recipient_phone);
      await page.fill('#recipient_address', 'A'.repeat(5_000));
      await submit();
      await page.locator('#recipient_address-error').getByText('has 5000 characters. Use at most 500.').waitFor();
      expect(await page.locator('#recipient_address:focus').getAttribute('aria-invalid')).toBe('true');
      expect(await dialog.isVisible()).toBe(false);
      expect(await page.inputValue('#recipient_address')).toHaveLength(5_000);
      await page.fill('#recipient_address', RECIPIENT.recipient_address);
      await submit();
      expect(await page.locator('#recipient_address-error').count()).toBe(0);
      const { guardian_confirmed: _, ...texts } = RECIPIENT;
      expect(await dialog.locator('dd').allInnerTexts()).toEqual(Object.values(texts));
      await answer('Change');
      // The event of a dialog that closes comes a moment later.
      await waitUntil(
        () => page.locator('#read-back dd').allTextContents(),
        (shown) => shown.length === 3 && shown.every((text) => text === ''),
      );
      expect((await minor.status(slug)).state).toBe('approved_to_ship');
      await submit();
      await answer('Send');
      await page.getByRole('heading', { level: 1, name: 'We have your address' }).waitFor();
      expect(await page.content()).not.toContain(RECIPIENT.recipient_name);
    });
    expect((await minor.status(slug)).state).toBe('shipment_submitted');
  });

  it('keeps nothing of a recipient in the browser', async () => {
    const slug = await projectIn('approved_to_ship', minor);
    await signedIn({}, async (page) => {
      await page.goto(`${url}/studio/projects/${slug}/shipping`);
      await page.fill('#recipient_name', RECIPIENT.recipient_name);
      await page.fill('#recipient_address', RECIPIENT.recipient_address);
      await page.click('main form button[type=submit]');
      await page.getByRole('alert').waitFor();
      await page.reload();
      expect(await page.inputValue('#recipient_name')).toBe('');
      const kept = await page.evaluate<string>('JSON.stringify({ ...localStorage, ...sessionStorage })');
      expect(kept).not.toContain(RECIPIENT.recipient_name);
    });
  });
});
