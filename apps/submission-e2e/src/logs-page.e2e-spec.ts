import { drawImage, sharedStack } from '@shipyard/testing';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { startBrowser } from './browser';
import { PASSWORD } from './newcomer';
import { headingOf } from './page-client';
import { findingsInLook, LOOKS, visit } from './page-visit';
import { Participant } from './participant';
import { csrfTokenIn, StudioVisitor } from './studio-visitor';

interface Photo {
  field?: string;
  name: string;
  bytes: Buffer;
}

/** Where a script takes photos, as its button does. */
const PICKER = '[data-photos] input[type=file]:not([name])';
const TOO_LARGE = 5 * 1024 * 1024 + 1;

describe('the log page', () => {
  const stack = sharedStack();
  const { submissionUrl: site, credentials } = stack;
  let visitor: StudioVisitor;
  let maker: Participant;
  let photo: Buffer;

  beforeAll(async () => {
    const newcomer = await StudioVisitor.newcomer(site, credentials.submission_url);
    visitor = newcomer.visitor;
    maker = new Participant(credentials.submission_url, newcomer.person.token, credentials.program_id);
    photo = await drawImage({ width: 640, height: 480 });
  });

  const pathOf = (slug: string) => `/studio/projects/${slug}/logs`;
  const logsOf = async (slug: string) => (await maker.status(slug)).project.logs;

  /** As a browser sends it: the input without a file is an empty part without a filename. */
  async function send(
    slug: string,
    fields: Record<string, string>,
    photos: Photo[] = [],
    { cookie = visitor.cookie, path = pathOf(slug) } = {},
  ) {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    for (const { field = 'photo_1', name, bytes } of photos)
      form.append(field, new Blob([new Uint8Array(bytes)], { type: 'image/png' }), name);
    form.append('more_photos', new Blob([], { type: 'application/octet-stream' }), '');
    const response = await fetch(site + path, {
      method: 'POST',
      body: form,
      redirect: 'manual',
      headers: { cookie, accept: 'text/html', 'sec-fetch-site': 'same-origin' },
    });
    return { status: response.status, location: response.headers.get('location'), html: await response.text() };
  }

  async function openForm(slug: string, by = visitor): Promise<Record<string, string>> {
    const { html } = await by.open(pathOf(slug));
    const [, key = ''] = /name="form_key" value="([^"]+)"/.exec(html) ?? [];
    return { csrf_token: csrfTokenIn(html), form_key: key };
  }

  it('publishes a log with its photos in their order, and focuses its heading', async () => {
    const slug = await maker.createProject('Boat');
    const other = await drawImage({ width: 300, height: 200, color: '#aa2200' });
    const sent = await send(slug, { ...(await openForm(slug)), title: 'Première', text: 'One.\r\n\r\n你好' }, [
      { name: 'a.png', bytes: photo },
      { field: 'more_photos', name: 'b.png', bytes: other },
      { field: 'more_photos', name: 'c.png', bytes: photo },
    ]);
    expect([sent.status, sent.location]).toEqual([303, `${pathOf(slug)}?published=yes`]);
    const [log] = await logsOf(slug);
    expect(log).toMatchObject({ sequence: 1, title: 'Première', content_md: 'One.\n\n你好' });
    expect(log?.image_urls).toHaveLength(3);
    expect(log?.image_urls[2]).toBe(log?.image_urls[0]);
    const { html } = await visitor.open(`${pathOf(slug)}?published=yes`);
    expect(html).toMatch(/<h3 class="ui-log-title" tabindex="-1" autofocus="">/);
    expect([
      headingOf(html),
      html.includes('<summary class="ui-button ui-button-secondary">Write log 2</summary>'),
    ]).toEqual(['Logs', true]);
    // The next step stands in the log, because the page is scrolled there.
    expect(html).toMatch(
      /<li class="ui-log ui-log-new"[^]*Log 1 is published\.<[^]*Your turn: write the README[^]*<h3 class="ui-log-title"/,
    );
  });

  it('publishes Markdown, in which a line end stays one, with the photos below', async () => {
    const slug = await maker.createProject('Boat');
    const bow = await drawImage({ width: 300, height: 200, color: '#aa2200' });
    const stored = (await maker.uploadAsset(await maker.projectId(slug), bow)).body.data.file_id;
    const text = `**Dry** run\r\nno leak\r\n\r\n- one\r\n- two\r\n\r\n![bow](${stored})`;
    const form = { ...(await openForm(slug)), title: 'Bold', text };
    const looked = await send(slug, form, [], { path: `${pathOf(slug)}/preview` });
    expect([looked.status, await logsOf(slug)]).toEqual([200, []]);
    const sent = await send(slug, form, [{ name: 'a.png', bytes: photo }]);
    expect(sent.status).toBe(303);
    const [log] = await logsOf(slug);
    expect(log?.content_md).toBe(text.replaceAll('\r\n', '\n').replace('run', 'run  ').replace('one', 'one  '));
    expect(log?.content_html).toContain('<strong>Dry</strong> run<br />no leak');
    expect(log?.image_urls).toHaveLength(2);
    for (const shown of ['<strong>Dry</strong> run<br />no leak', '<li>two</li>'])
      expect([log?.content_html, looked.html]).toEqual([
        expect.stringContaining(shown),
        expect.stringContaining(shown),
      ]);
    expect(looked.html).toMatch(/What visitors will see[^]*Bold<[^]*<form[^]*value="Bold"[^]*\*\*Dry\*\* run/);
  });

  it.each([
    { of: 'no text', text: ' ', says: 'Write what you did.' },
    { of: 'a picture that nobody sent', text: '![bow](bow.png)', says: 'names a picture that is not in this project' },
    { of: 'much text', text: 'long '.repeat(14_000), says: 'The text is larger than 64 KB.' },
  ])('refuses $of in the preview as when it is published', async ({ text, says }) => {
    const slug = await maker.createProject('Boat');
    const form = { ...(await openForm(slug)), title: 'Kept', text };
    for (const path of [`${pathOf(slug)}/preview`, pathOf(slug)]) {
      const refused = await send(slug, form, [], { path });
      expect([refused.status, refused.html.includes(says), refused.html.includes('value="Kept"')]).toEqual([
        400,
        true,
        true,
      ]);
    }
    expect(await logsOf(slug)).toEqual([]);
  });

  it('shows no preview without the CSRF token, and leads from its URL to the form', async () => {
    const slug = await maker.createProject('Boat');
    const path = `${pathOf(slug)}/preview`;
    const form = { ...(await openForm(slug)), csrf_token: 'x', title: 'Kept', text: '**Dry**' };
    const refused = await send(slug, form, [{ name: 'a.png', bytes: photo }], { path });
    expect([refused.status, refused.html.includes('<strong>')]).toEqual([403, false]);
    expect((await visitor.open(path)).headers.get('location')).toBe(pathOf(slug));
  });

  it('publishes once when the form is sent twice, at once or later', async () => {
    const slug = await maker.createProject('Boat');
    const form = { ...(await openForm(slug)), title: 'Once', text: 'Only once.' };
    const photos = [{ name: 'a.png', bytes: photo }];
    const both = await Promise.all([send(slug, form, photos), send(slug, form, photos)]);
    expect([...both, await send(slug, form, photos)].map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await logsOf(slug)).toHaveLength(1);
  });

  it('keeps another log that is written into a form that was used', async () => {
    const slug = await maker.createProject('Boat');
    const form = { ...(await openForm(slug)), title: 'One', text: 'First.' };
    await send(slug, form);
    const again = await send(slug, { ...form, text: 'Second.' });
    expect([again.status, again.html.includes('Second.</textarea>')]).toEqual([400, true]);
    expect(again.html).toContain('This form has published a log already.');
    const [, key = ''] = /name="form_key" value="([^"]+)"/.exec(again.html) ?? [];
    expect((await send(slug, { ...form, form_key: key, text: 'Second.' })).status).toBe(303);
    expect(await logsOf(slug)).toHaveLength(2);
  });

  it.each([
    { of: 'a file that is no picture', bytes: Buffer.from('no picture'), says: 'is damaged or of a wrong kind' },
    { of: 'a photo that is too large', bytes: Buffer.alloc(TOO_LARGE), says: 'is too large' },
  ])('names $of, keeps the text, and publishes nothing', async ({ bytes, says }) => {
    const slug = await maker.createProject('Boat');
    const fields = { ...(await openForm(slug)), title: 'Kept title', text: 'Kept text' };
    const refused = await send(slug, fields, [
      { name: 'good.png', bytes: photo },
      { field: 'photo_2', name: 'bad <1>.png', bytes },
    ]);
    expect(refused.status).toBe(400);
    expect(refused.html).toMatch(new RegExp(`id="photo_2-error">.*bad &lt;1&gt;\\.png” ${says}`));
    expect(refused.html).not.toContain('id="photo_1-error"');
    expect(refused.html).toContain('value="Kept title"');
    expect(refused.html).toContain('Kept text</textarea>');
    expect(await logsOf(slug)).toHaveLength(0);
    expect((await send(slug, fields, [{ name: 'good.png', bytes: photo }])).status).toBe(303);
  });

  it('says at each field what is wrong', async () => {
    const slug = await maker.createProject('Boat');
    const form = await openForm(slug);
    const empty = await send(slug, { ...form, title: ' ', text: '' });
    expect([empty.status, empty.html.match(/ui-field-error/g)?.length]).toEqual([400, 2]);
    const long = await send(slug, { ...form, title: 'x'.repeat(121), text: 'y' });
    expect(long.html).toContain('Use a title of 1 to 120 characters');
    expect(long.html).not.toContain('maxLength');
    const much = await send(slug, { ...form, title: 'x', text: '长'.repeat(22_000) });
    expect([much.status, much.html.includes('The text is larger than 64 KB.')]).toEqual([400, true]);
  });

  it('stores nothing of a form without its CSRF token, and shows the text again', async () => {
    const slug = await maker.createProject('Boat');
    const { form_key: key = '' } = await openForm(slug);
    const refused = await send(slug, { csrf_token: 'x', form_key: key, title: 'Kept', text: 'Text' }, [
      { name: 'a.png', bytes: photo },
    ]);
    expect([refused.status, await logsOf(slug)]).toEqual([403, []]);
    expect(refused.html).toContain('value="Kept"');
    expect(refused.html).toContain('encType="multipart/form-data"');
    const fields = { csrf_token: csrfTokenIn(refused.html), form_key: key, title: 'Kept', text: 'Text' };
    expect((await send(slug, fields)).status).toBe(303);
  });

  it('keeps the text through a log-in without JavaScript, and asks for the photos again', async () => {
    const { visitor: fresh, person } = await StudioVisitor.newcomer(site, credentials.submission_url);
    const own = new Participant(credentials.submission_url, person.token, credentials.program_id);
    const slug = await own.createProject('Boat');
    const { csrf_token: token = '', ...form } = await openForm(slug, fresh);
    const kept = { ...form, title: 'Kept "title"', text: '写了很久\n\nText' };
    fresh.forget();
    const asked = await send(
      slug,
      { csrf_token: token, ...kept },
      [{ name: 'a.png', bytes: Buffer.alloc(4 * 1024 * 1024) }],
      { cookie: '' },
    );
    expect([asked.status, headingOf(asked.html)]).toEqual([401, 'Log in to go on']);
    expect(asked.html).toContain('name="text" value="写了很久');
    const logIn = { ...kept, log_in_email: person.email, log_in_password: PASSWORD };
    expect((await fresh.send(pathOf(slug), { ...logIn, log_in_password: 'wrong' })).html).toContain('写了很久');
    const back = await fresh.send(pathOf(slug), logIn);
    expect([back.status, headingOf(back.html)]).toEqual([200, 'You are logged in again']);
    expect(back.html).toContain('Choose the photos again');
    const again = { csrf_token: csrfTokenIn(back.html), ...kept };
    const sent = await send(slug, again, [{ name: 'a.png', bytes: photo }], { cookie: fresh.cookie });
    expect(sent.status).toBe(303);
    const [log] = (await own.status(slug)).project.logs;
    expect([log?.title, log?.content_md, log?.image_urls.length]).toEqual(['Kept "title"', '写了很久\n\nText', 1]);
  });

  it('shows the text again if somebody logged in elsewhere meanwhile', async () => {
    const slug = await maker.createProject('Boat');
    const { form_key: key = '' } = await openForm(slug);
    const carried = { form_key: key, title: 'Kept', text: 'Text', log_in_email: 'a@example.com', log_in_password: 'x' };
    const shown = await visitor.send(pathOf(slug), carried, { 'sec-fetch-site': 'same-origin' });
    expect([shown.status, shown.html.includes('value="Kept"')]).toEqual([403, true]);
    const again = { form_key: key, title: 'Kept', text: 'Text', csrf_token: csrfTokenIn(shown.html) };
    expect((await send(slug, again)).status).toBe(303);
  });

  it('refuses photos before the form has shown its token', async () => {
    const slug = await maker.createProject('Boat');
    const { csrf_token: token = '', form_key: key = '' } = await openForm(slug);
    const form = new FormData();
    form.append('photo_1', new Blob([new Uint8Array(photo)]), 'a.png');
    for (const [name, value] of Object.entries({ csrf_token: token, form_key: key, title: 'a', text: 'b' }))
      form.set(name, value);
    const { status } = await fetch(site + pathOf(slug), {
      method: 'POST',
      body: form,
      headers: { cookie: visitor.cookie },
    });
    expect([status, await logsOf(slug)]).toEqual([403, []]);
  });

  it('takes no form without a session, from another site, or for a project of another', async () => {
    const slug = await maker.createProject('Boat');
    const form = { ...(await openForm(slug)), title: 'a', text: 'b' };
    expect((await send(slug, form, [], { cookie: 'none=1' })).status).toBe(401);
    const { visitor: stranger } = await StudioVisitor.newcomer(site, credentials.submission_url);
    const own = { ...form, csrf_token: csrfTokenIn((await stranger.open('/studio')).html) };
    expect((await send(slug, own, [], { cookie: stranger.cookie })).status).toBe(403);
    expect(await logsOf(slug)).toHaveLength(0);
  });

  it('leads to older logs', async () => {
    const slug = await maker.createProject('Boat');
    for (let at = 1; at <= 51; at += 1) await maker.appendLog(slug, `Day ${at}`, 'Done.');
    const { html } = await visitor.open(pathOf(slug));
    expect([html.includes('Day 2<'), html.includes('Day 1<')]).toEqual([true, false]);
    const [, older = ''] = /href="(\?cursor=[^"]+)"/.exec(html) ?? [];
    const page = await visitor.open(pathOf(slug) + older);
    expect([headingOf(page.html), page.html.includes('Day 1<')]).toEqual(['Older logs', true]);
  });

  describe('in a browser', () => {
    let browser: Browser;
    let slugs: { none: string; one: string; many: string };

    beforeAll(async () => {
      browser = await startBrowser();
      const [none, one, many] = [
        await maker.createProject('Empty boat'),
        await maker.createProject('清湖号'),
        await maker.createProject('The longest name of a boat that measures a lake and another lake after it'),
      ];
      await send(one, { ...(await openForm(one)), title: '第一次下水', text: '船浮起来了。\n\n传感器有读数。' }, [
        { name: 'a.png', bytes: photo },
      ]);
      for (let at = 1; at <= 12; at += 1)
        await maker.appendLog(
          many,
          `Day ${at} ${'of a long summer '.repeat(at % 4)}`.trim(),
          'It rained.\n\nWe waited.',
        );
      slugs = { none, one, many };
    }, 120_000);

    afterAll(() => browser.close());

    const signedIn = (see: (page: Page) => Promise<void>, options: BrowserContextOptions = {}) =>
      visit(browser, site, options, async (page) => {
        const [name = '', value = ''] = visitor.cookie.split('=', 2);
        const language = { name: 'lang', value: options.locale ?? 'en', url: site };
        await page.context().addCookies([{ name, value, url: site }, language]);
        await see(page);
      });

    it.each(LOOKS)('has no findings in $locale, $colorScheme', async (look) => {
      const findings: Record<string, string[]> = {};
      await signedIn(async (page) => {
        const see = async (name: string) =>
          Object.assign(findings, await findingsInLook(page, `${name}-${look.colorScheme}-${look.locale}`));
        for (const [name, slug] of Object.entries(slugs)) {
          await page.goto(site + pathOf(slug));
          await see(`logs-${name}`);
        }
        await page.goto(site + pathOf(slugs.one));
        await page.setInputFiles(PICKER, [
          { name: 'bow.png', mimeType: 'image/png', buffer: photo },
          { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no') },
        ]);
        await page.fill('#title', 'Kept');
        await page.fill('#text', '**Kept** too\n- and so on');
        await page.click('main form button[type=submit]');
        await page.locator('#more_photos-error').waitFor();
        await see('logs-refused');
        await page.locator('.ui-log-switch button').nth(1).click();
        await page.locator('.ui-log-seen strong').waitFor();
        await see('logs-preview');
        await page.locator('.ui-upload-refused button').click();
        await page.click('main form button[type=submit]');
        await page.locator('h3:focus', { hasText: 'Kept' }).waitFor();
        await see('logs-published');
        // What the form without a script leads to.
        await page.evaluate(`(() => {
          const form = document.querySelector('form[data-preview]');
          form.elements.title.value = 'Seen';
          form.elements.text.value = '**Seen** first';
          form.action = form.dataset.preview;
          form.submit();
        })()`);
        await page.locator('main > * h1 ~ .ui-log-preview strong').waitFor();
        await see('logs-preview-page');
      }, look);
      expect(Object.values(findings).flat()).toEqual([]);
    });

    it('lets the tick of a new log grow, and says in a toast that it is published', async () => {
      const slug = await maker.createProject('Joyful boat');
      await maker.appendLog(slug, 'First', 'Done.');
      await signedIn(async (page) => {
        const animationOf = (log: number) =>
          page.evaluate<string>(
            `getComputedStyle(document.querySelector('#log-${log} .ui-log-number'), '::after').animationName`,
          );
        await page.clock.install();
        await page.goto(`${site}${pathOf(slug)}`);
        expect(await animationOf(1)).toBe('none');
        await page.fill('#title', 'Second');
        await page.fill('#text', 'Done too.');
        await page.click('main form button[type=submit]');
        const toast = page.getByRole('status').filter({ hasText: 'Log 2 is published.' });
        await toast.waitFor();
        expect([await animationOf(1), await animationOf(2)]).toEqual(['none', 'ui-tick-grows']);
        const link = toast.getByRole('link', { name: 'View it' });
        expect(await link.getAttribute('href')).toMatch(/\/projects\/[^/]+#log-2$/);
        await link.focus();
        await page.clock.fastForward(7_000);
        expect(await toast.isVisible()).toBe(true);
        await page.locator('h3.ui-log-title').first().focus();
        await page.clock.fastForward(7_000);
        await toast.waitFor({ state: 'hidden' });
        await page.emulateMedia({ reducedMotion: 'reduce' });
        expect(await animationOf(2)).toBe('none');
      });
    });

    it('shows the preview without JavaScript, above the form with the text', async () => {
      const slug = await maker.createProject('Plain boat');
      await signedIn(
        async (page) => {
          await page.goto(site + pathOf(slug));
          await page.fill('#title', 'Dry');
          await page.fill('#text', '**No** leak\nat all');
          await page.setInputFiles('#photo_2', { name: 'a.png', mimeType: 'image/png', buffer: photo });
          await page.getByRole('button', { name: 'See it before you publish' }).click();
          await page.locator('h2:focus', { hasText: 'What visitors will see' }).waitFor();
          expect(await page.locator('.ui-log-seen').innerText()).toMatch(/^Dry\s+No leak\nat all$/);
          await page.getByRole('button', { name: 'Publish log 1' }).click();
          await page.locator('h3:focus', { hasText: 'Dry' }).waitFor();
        },
        { javaScriptEnabled: false },
      );
    });

    it('keeps the photos of a refused form, drops those that are removed, and shows all in the preview', async () => {
      const slug = await maker.createProject('Patient boat');
      const file = (name: string, buffer = photo) => ({ name, mimeType: 'image/png', buffer });
      await signedIn(async (page) => {
        const names = () => page.locator('.ui-upload-path').allInnerTexts();
        await page.goto(site + pathOf(slug));
        await page.setInputFiles(PICKER, [file('a.png'), file('b.png', Buffer.from('no'))]);
        await page.setInputFiles(PICKER, [file('c.png'), { ...file('d.txt'), mimeType: 'text/plain' }]);
        await page.getByText('“d.txt” was not added.').waitFor();
        await page.fill('#title', 'With photos');
        await page.fill('#text', 'One\nTwo');
        await page.click('main form button[type=submit]');
        await page.locator('.ui-upload-refused', { hasText: 'b.png' }).waitFor();
        expect(await names()).toEqual(['a.png', 'b.png', 'c.png']);
        await page.getByRole('button', { name: 'Remove b.png' }).click();
        await page.locator('.ui-drop:focus').waitFor();
        await page.getByRole('button', { name: 'See', exact: true }).click();
        await page.locator('.ui-log-seen br').waitFor({ state: 'attached' });
        expect(await page.locator('.ui-log-seen .ui-photos img').count()).toBe(2);
        await page.getByRole('button', { name: 'Write', exact: true }).click();
        expect(await page.inputValue('#text')).toBe('One\nTwo');
        await page.click('main form button[type=submit]');
        await page.locator('h3:focus', { hasText: 'With photos' }).waitFor();
      });
      expect((await logsOf(slug)).map(({ image_urls: urls }) => urls.length)).toEqual([2]);
    });

    it('has an empty form after Back from a published log, and offers no draft of it', async () => {
      const slug = await maker.createProject('Back and forth');
      await signedIn(async (page) => {
        await page.goto(site + pathOf(slug));
        await page.fill('#title', 'Day 1');
        await page.fill('#text', 'It rained.');
        await page.click('main form button[type=submit]');
        await page.waitForURL(/published=yes/);
        await page.goBack();
        await page.getByRole('heading', { name: 'Write log 2' }).waitFor();
        await page.locator('.ui-draft-note').waitFor({ state: 'attached' });
        expect([await page.inputValue('#title'), await page.inputValue('#text')]).toEqual(['', '']);
        expect(await page.getByText('It was not sent yet.').count()).toBe(0);
      });
    });

    it.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
      'publishes by keyboard, and focuses the new heading: $javaScriptEnabled',
      async ({ javaScriptEnabled }) => {
        const slug = await maker.createProject('Keyboard boat');
        await signedIn(
          async (page) => {
            await page.goto(site + pathOf(slug));
            await page.focus('#title');
            await page.keyboard.type('Typed');
            // With JavaScript, Write and See come before the text.
            for (let tabs = javaScriptEnabled ? 3 : 1; tabs > 0; tabs -= 1) await page.keyboard.press('Tab');
            await page.keyboard.type('By keyboard');
            await page.setInputFiles(javaScriptEnabled ? PICKER : '#photo_1', {
              name: 'a.png',
              mimeType: 'image/png',
              buffer: photo,
            });
            await page.focus('#title');
            await page.keyboard.press('Enter');
            await page.waitForURL(/published=yes/);
            await page.locator('h3:focus', { hasText: 'Typed' }).waitFor();
            if (!javaScriptEnabled) return;
            await page.locator('.ui-photos a').click();
            await page.getByRole('dialog').getByRole('img', { name: 'Photo 1 of log 1' }).waitFor();
            await page.keyboard.press('Escape');
            await page.locator('.ui-photos a:focus').waitFor();
          },
          { javaScriptEnabled },
        );
        expect((await logsOf(slug)).map(({ image_urls: urls }) => urls.length)).toEqual([1]);
      },
    );
  });
});
