import { drawImage, sharedStack } from '@shipyard/testing';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { startBrowser } from './browser';
import { type Newcomer, PASSWORD, register } from './newcomer';
import { findingsInLook, LOOKS, visit } from './page-visit';
import { Participant } from './participant';
import { StudioVisitor } from './studio-visitor';

const README = [
  '---',
  'tags: [keyboard, one-hand]',
  '---',
  '',
  '# Lefty split',
  '',
  '![[head] Both halves](images/bench.png)',
  '',
  'I lost most of my **right hand** at work. This one puts all keys under the left hand.',
  '',
  '| Layer | Held with |',
  '| --- | --- |',
  '| Letters | nothing |',
].join('\n');

const TOO_LARGE = Buffer.alloc(5 * 1024 * 1024 + 1);

describe('the README editor in a browser', () => {
  const { submissionUrl: url, credentials } = sharedStack();
  let browser: Browser;
  let person: Newcomer;
  let maker: Participant;
  let image: Buffer;

  beforeAll(async () => {
    browser = await startBrowser();
    person = await register(credentials.submission_url);
    maker = new Participant(credentials.submission_url, person.token, credentials.program_id);
    image = await drawImage({ width: 640, height: 400 });
  });

  afterAll(() => browser.close());

  const logIn = async (page: Page) => {
    await page.goto(`${url}/login`);
    await page.fill('#email', person.email);
    await page.fill('#password', PASSWORD);
    await page.click('main button[type=submit]');
    await page.waitForURL(`${url}/studio`);
  };

  const edit = (slug: string, see: (page: Page) => Promise<void>, options: BrowserContextOptions = { locale: 'en' }) =>
    visit(browser, url, options, async (page) => {
      await logIn(page);
      await open(page, slug);
      await see(page);
    });

  const open = async (page: Page, slug: string) => {
    await page.goto(`${url}/studio/projects/${slug}`);
    await page.locator('.cm-content').waitFor();
  };

  const newProject = async (markdown?: string, images: Record<string, Buffer> = {}) => {
    const slug = await maker.createProject();
    if (markdown !== undefined) await maker.putReadme(slug, markdown, images);
    return slug;
  };

  const stored = async (slug: string) =>
    (await maker.call<{ markdown: string; html: string }>('GET', `/projects/${slug}/readme`)).body.data;

  const source = (page: Page) => page.locator('.cm-content');
  const preview = (page: Page) => page.locator('.ui-preview .ui-md');
  const save = (page: Page) => page.getByRole('button', { name: /^(Save README|保存 README)/ });
  const status = (page: Page) => page.locator('.ui-editor-state');

  it.each(LOOKS)('looks right and passes axe in $locale, $colorScheme', async (look) => {
    const full = await newProject(
      `${README}\n\n## Layout\n\n![Layer map](images/layers.png)\n`.replace('layers.png', 'bench.png'),
      {
        'images/bench.png': image,
      },
    );
    const empty = await newProject();
    const findings: Record<string, string[]> = {};
    await edit(
      full,
      async (page) => {
        const name = (state: string) => `readme-${state}-${look.colorScheme}-${look.locale}`;
        // The account is English.
        await page.goto(`${url}/studio?lang=${look.locale}`);
        await open(page, full);
        await source(page).click();
        await page.keyboard.press('Control+End');
        await page.keyboard.type('\n\n![Layer map](images/layers.png)\n');
        await page.locator('.ui-missing').waitFor();
        await page.setInputFiles('.ui-drop input', [
          { name: 'board.png', mimeType: 'image/png', buffer: image },
          { name: 'case.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') },
        ]);
        await page.locator('.ui-preview img[src^="blob:"]').waitFor();
        // Seen beside the toolbar, and announced.
        await page.locator('.ui-tools-note').getByText('SVG').waitFor();
        await page.locator('[role=status].ui-out-of-sight').getByText('SVG').waitFor();
        Object.assign(findings, await findingsInLook(page, name('written')));
        await save(page).click();
        await page.locator('.ui-summary:focus', { hasText: 'images/layers.png' }).waitFor();
        await open(page, empty);
        Object.assign(findings, await findingsInLook(page, name('empty')));
      },
      look,
    );
    expect(Object.entries(findings).filter(([, found]) => found.length > 0)).toEqual([]);
  });

  it('what is typed is previewed by the real renderer, saved once by two clicks, and there after a reload', async () => {
    const slug = await newProject();
    await edit(slug, async (page) => {
      let saves = 0;
      page.on('request', (request) => (saves += request.method() === 'PUT' ? 1 : 0));
      expect(await page.getByText('The README need not repeat them.').isVisible()).toBe(true);
      await source(page).click();
      await page.keyboard.type('# A title\n\nSome **bold** text');
      await preview(page).locator('h2', { hasText: 'A title' }).waitFor();
      await preview(page).locator('strong', { hasText: 'bold' }).waitFor();
      await save(page).dblclick();
      await status(page)
        .getByText(/^Saved at /)
        .waitFor();
      expect(saves).toBe(1);
      // The page around the editor knows of it too.
      await status(page).getByRole('link', { name: 'Your turn: write a log' }).waitFor();
      expect(await page.locator('.ui-path').textContent()).toContain('Your turn: write a log');
      expect((await stored(slug)).markdown).toBe('# A title\n\nSome **bold** text');
      await open(page, slug);
      expect(await source(page).textContent()).toContain('Some **bold** text');
      expect(await status(page).textContent()).toBe('');
    });
  });

  it('a dropped and a pasted picture are named at once, described, uploaded by the save, and kept by the next one', async () => {
    const slug = await newProject('# A\n');
    await edit(slug, async (page) => {
      const give = (kind: 'drop' | 'paste', name: string) =>
        page.evaluate(
          `(() => {
            const bytes = Uint8Array.from(atob(${JSON.stringify(image.toString('base64'))}), (each) => each.charCodeAt(0));
            const data = new DataTransfer();
            data.items.add(new File([bytes], ${JSON.stringify(name)}, { type: 'image/png' }));
            const target = document.querySelector('.cm-content');
            const { x, y } = target.getBoundingClientRect();
            const event = ${JSON.stringify(kind)} === 'drop'
              ? new DragEvent('drop', { dataTransfer: data, clientX: x + 20, clientY: y + 20, bubbles: true, cancelable: true })
              : new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
            target.dispatchEvent(event);
          })()`,
        );
      await give('drop', 'My Bench.png');
      await source(page).getByText('![](images/my-bench.png)').waitFor();
      await give('paste', 'image.png');
      await source(page).getByText('![](images/image.png)').waitFor();
      await page.getByLabel('What it shows').first().fill('The bench');
      await source(page).getByText('![The bench](images/my-bench.png)').waitFor();
      await preview(page).locator('img[src^="blob:"]').nth(1).waitFor();
      await save(page).click();
      await status(page)
        .getByText(/^Saved at /)
        .waitFor();
      await source(page).click();
      await page.keyboard.press('Control+End');
      await page.keyboard.type('\nmore');
      const again = page.waitForResponse((response) => response.request().method() === 'PUT');
      await save(page).click();
      expect((await again).status()).toBe(200);
    });
    const { markdown, html } = await stored(slug);
    expect(markdown).toContain('![The bench](images/my-bench.png)');
    expect(html.match(/<img[^>]*src="\/api\/v1\/assets\//g)).toHaveLength(2);
  });

  it('a saved picture becomes the head picture, and another one is removed', async () => {
    const pictures = ['images/bench.png', 'images/layers.png'];
    const slug = await newProject('# A\n\n![The bench](images/bench.png)\n\n![Layers](images/layers.png)\n\nB\n', {
      'images/bench.png': image,
      'images/layers.png': await drawImage({ color: '#123456' }),
    });
    await edit(slug, async (page) => {
      const [bench, layers] = pictures.map((path) => page.locator('.ui-upload', { hasText: path }));
      await bench?.getByText('Head picture ·').waitFor();
      await layers?.getByRole('button', { name: 'Use as head picture' }).click();
      await layers?.getByText('Head picture ·').waitFor();
      await bench?.getByRole('button', { name: 'Remove' }).click();
      await bench?.getByText('it will not be kept').waitFor();
      await save(page).click();
      await status(page)
        .getByText(/^Saved at /)
        .waitFor();
      await bench?.waitFor({ state: 'detached' });
    });
    const { markdown, html } = await stored(slug);
    expect(markdown).toBe('# A\n\n![[head] Layers](images/layers.png)\n\nB\n');
    expect(html.match(/<img/g)).toHaveLength(1);
  });

  it('says on a Chinese page in Chinese what is wrong in a line', async () => {
    const slug = await newProject();
    await edit(slug, async (page) => {
      await page.goto(`${url}/studio?lang=zh-CN`);
      await open(page, slug);
      await source(page).click();
      await page.keyboard.type('---\ncolor: black\n---\n');
      await source(page).getByText('color 只能是其中之一').waitFor();
    });
  });

  it('offline and after a reload, the text and its picture are still there, and are sent when there is a network', async () => {
    const slug = await newProject('# A\n');
    await edit(slug, async (page) => {
      await page.setInputFiles('.ui-drop input', { name: 'x.png', mimeType: 'image/png', buffer: image });
      await source(page).getByText('![](images/x.png)').waitFor();
      await page.context().setOffline(true);
      await page.getByText('You are offline. What you write is kept in this browser.').waitFor();
      await source(page).click();
      await page.keyboard.press('Control+End');
      await page.keyboard.type('written offline');
      await save(page).click();
      await page.getByText('This needs the network.').waitFor();
      await status(page).getByText('A copy is kept in this browser').waitFor();
      await page.context().setOffline(false);
      await open(page, slug);
      await source(page).getByText('written offline').waitFor();
      await page.getByText('Uploaded when you save').waitFor();
      await save(page).click();
      await status(page)
        .getByText(/^Saved at /)
        .waitFor();
    });
    const { markdown, html } = await stored(slug);
    expect(markdown).toContain('written offline');
    expect(html).toContain('/api/v1/assets/');
  });

  it('a connection that drops in the middle of a save loses nothing, and the next try saves', async () => {
    const slug = await newProject('# A\n');
    await edit(slug, async (page) => {
      await page.route('**/readme', (route) =>
        route.request().method() === 'PUT' ? route.abort('connectionreset') : route.continue(),
      );
      await source(page).click();
      await page.keyboard.type('kept ');
      await save(page).click();
      await page.getByText('We could not reach the service.').waitFor();
      await page.unroute('**/readme');
      await page.getByRole('button', { name: 'Try again' }).click();
      await status(page)
        .getByText(/^Saved at /)
        .waitFor();
    });
    expect((await stored(slug)).markdown).toContain('kept');
  });

  it('an expired session asks for the password, and the same save goes on', async () => {
    const slug = await newProject('# A\n');
    await edit(slug, async (page) => {
      await source(page).click();
      await page.keyboard.type('after the session ');
      await page.context().clearCookies();
      await save(page).click();
      const dialog = page.getByRole('dialog', { name: 'Log in again' });
      await dialog.getByLabel('Email').fill(person.email);
      await dialog.getByLabel('Password').fill('wrong password');
      await dialog.getByRole('button', { name: 'Log in' }).click();
      await dialog.getByText('The email or the password is wrong.').waitFor();
      await dialog.getByLabel('Password').fill(PASSWORD);
      await dialog.getByRole('button', { name: 'Log in' }).click();
      await status(page)
        .getByText(/^Saved at /)
        .waitFor();
    });
    expect((await stored(slug)).markdown).toContain('after the session');
  });

  it.each([
    { choice: 'Keep my version', left: 'mine' },
    { choice: 'Take the saved version', left: 'theirs' },
  ])('of two tabs the second chooses: $choice', async ({ choice, left }) => {
    const slug = await newProject('# A\n');
    await edit(slug, async (page) => {
      await source(page).click();
      await page.keyboard.press('Control+End');
      await page.keyboard.type('mine');
      await maker.putReadme(slug, '# A\ntheirs');
      await save(page).click();
      const dialog = page.getByRole('dialog', { name: 'Which README do you want to keep?' });
      await dialog.locator('mark', { hasText: 'theirs' }).waitFor();
      await dialog.locator('mark', { hasText: 'mine' }).waitFor();
      await dialog.getByRole('button', { name: choice }).click();
      await source(page).getByText(left).waitFor();
      if (left === 'mine')
        await status(page)
          .getByText(/^Saved at /)
          .waitFor();
      expect(await source(page).textContent()).toContain(left);
    });
    expect((await stored(slug)).markdown).toContain(left);
  });

  it.each([true, false])('of two tabs the second asks before it replaces the first README: %s', async (hasScript) => {
    const slug = await newProject();
    await visit(browser, url, { locale: 'en', javaScriptEnabled: hasScript }, async (page) => {
      await logIn(page);
      await page.goto(`${url}/studio/projects/${slug}`);
      await maker.putReadme(slug, '# The first tab');
      if (hasScript) {
        await source(page).click();
        await page.keyboard.type('# The second tab');
        await save(page).click();
        await page.getByRole('dialog', { name: 'Which README do you want to keep?' }).waitFor();
        return;
      }
      await page.fill('textarea[name=readme]', '# The second tab\n\n![b](b.png)');
      await page.click('main button[type=submit]');
      await page.setInputFiles('input[name="b.png"]', { name: 'b.png', mimeType: 'image/png', buffer: image });
      await page.click('main button[type=submit]');
      expect(await page.inputValue('[data-saved]')).toBe('# The first tab');
      expect(await page.inputValue('textarea[name=readme]')).toContain('# The second tab');
    });
    expect((await stored(slug)).markdown).toBe('# The first tab');
  });

  it('an IME composes Chinese, and the toolbar, undo and the keyboard work', async () => {
    const slug = await newProject();
    await edit(slug, async (page) => {
      await source(page).click();
      const keys = await page.context().newCDPSession(page);
      await keys.send('Input.imeSetComposition', { text: 'ni', selectionStart: 2, selectionEnd: 2 });
      await page.waitForRequest(/\/readme\/preview/);
      await keys.send('Input.imeSetComposition', { text: 'ni hao', selectionStart: 6, selectionEnd: 6 });
      await keys.send('Input.insertText', { text: '你好' });
      await preview(page).getByText('你好').waitFor();
      expect(await source(page).textContent()).toBe('你好');
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Control+b');
      expect(await source(page).textContent()).toBe('**你好**');
      await page.keyboard.press('Control+z');
      expect(await source(page).textContent()).toBe('你好');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.closest(".cm-editor") === null')).toBe(true);
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Control+s');
      await status(page)
        .getByText(/^Saved at /)
        .waitFor();
    });
    expect((await stored(slug)).markdown).toBe('你好');
  });

  it('at 768 px one writes or sees', async () => {
    const slug = await newProject('# A title\n');
    await edit(
      slug,
      async (page) => {
        expect(await preview(page).isVisible()).toBe(false);
        await page.getByRole('button', { name: 'See', exact: true }).click();
        await preview(page).getByText('A title').waitFor();
        expect(await source(page).isVisible()).toBe(false);
      },
      { locale: 'en', viewport: { width: 768, height: 900 } },
    );
  });

  it('without JavaScript the form asks for the missing pictures, and saves them', async () => {
    const slug = await newProject();
    await visit(browser, url, { locale: 'en', javaScriptEnabled: false }, async (page) => {
      await logIn(page);
      await page.goto(`${url}/studio/projects/${slug}`);
      await page.fill('textarea[name=readme]', '# A\n\n![b](b.png)');
      await page.click('main button[type=submit]');
      await page.locator('.ui-summary:focus', { hasText: 'b.png is named in line 3 but not uploaded.' }).waitFor();
      await page.setInputFiles('input[name="b.png"]', { name: 'b.png', mimeType: 'image/png', buffer: TOO_LARGE });
      await page.click('main button[type=submit]');
      await page.locator('#readme-error', { hasText: '“b.png” is too large.' }).waitFor();
      expect(await page.inputValue('textarea[name=readme]')).toBe('# A\n\n![b](b.png)');
      await page.click('main button[type=submit]');
      await page.setInputFiles('input[name="b.png"]', { name: 'b.png', mimeType: 'image/png', buffer: image });
      await page.click('main button[type=submit]');
      await page.getByText('The README is saved.').waitFor();
      await page.fill('textarea[name=readme]', '# B\n\n![b](b.png)');
      await page.click('main button[type=submit]');
      await page.getByText('The README is saved.').waitFor();
    });
    const { markdown, html } = await stored(slug);
    expect([markdown, html.includes('<img')]).toEqual(['# B\n\n![b](b.png)', true]);
  });

  it('without JavaScript the text is kept through a log-in, and when the session is another one', async () => {
    const slug = await newProject('# Before');
    const text = `# After\n\n"写了很久"\n\n${'A long summer. '.repeat(500)}`;
    await visit(browser, url, { locale: 'en', javaScriptEnabled: false }, async (page) => {
      const field = page.getByLabel('README in Markdown');
      const submit = () => page.click('main form button[type=submit]');
      await logIn(page);
      await page.goto(`${url}/studio/projects/${slug}`);
      await field.fill(text);
      await page.context().clearCookies();
      await submit();
      await page.getByRole('heading', { name: 'Log in to go on' }).waitFor();
      await page.getByLabel('Email').fill(person.email);
      await page.getByLabel('Password').fill(PASSWORD);
      await submit();
      await page.getByRole('heading', { name: 'You are logged in again' }).waitFor();
      expect(await field.inputValue()).toBe(text);
      const other = new StudioVisitor(url);
      await other.logIn(person.email);
      const [name = '', value = ''] = other.cookie.split('=', 2);
      await page.context().addCookies([{ name, value, url }]);
      await submit();
      await page.getByRole('heading', { name: 'Your log-in has changed' }).waitFor();
      expect(await field.inputValue()).toBe(text);
      expect((await stored(slug)).markdown).toBe('# Before');
      await submit();
      await page.getByText('The README is saved.').waitFor();
    });
    expect((await stored(slug)).markdown).toBe(text);
  });
});
