import { drawImage, sharedStack, waitUntil } from '@shipyard/testing';
import { overflowOf } from '@shipyard/testing/browser';
import type { Page } from 'playwright-core';
import { PASSWORD } from './newcomer';
import { preview, ReadmeWriter, save, source, status } from './readme-writer';
import { StudioVisitor } from './studio-visitor';

describe('the text of the README editor in a browser', () => {
  const stack = sharedStack();
  const { submissionUrl: url } = stack;
  let writer: ReadmeWriter;
  let image: Buffer;

  beforeAll(async () => {
    writer = await ReadmeWriter.start(stack);
    image = await drawImage({ width: 640, height: 400 });
  });

  afterAll(() => writer.stop());

  it('what is typed is previewed by the real renderer, saved once by two clicks, and there after a reload', async () => {
    const slug = await writer.newProject();
    await writer.edit(slug, async (page) => {
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
      expect((await writer.stored(slug)).markdown).toBe('# A title\n\nSome **bold** text');
      await writer.open(page, slug);
      expect(await source(page).textContent()).toContain('Some **bold** text');
      expect(await status(page).textContent()).toBe('');
    });
  });

  it('says on a Chinese page in Chinese what is wrong in a line', async () => {
    const slug = await writer.newProject();
    await writer.edit(slug, async (page) => {
      await page.goto(`${url}/studio?lang=zh-CN`);
      await writer.open(page, slug);
      await source(page).click();
      await page.keyboard.type('---\ncolor: black\n---\n');
      await source(page).getByText('color 只能是其中之一').waitFor();
    });
  });

  it('a connection that drops in the middle of a save loses nothing, and the next try saves', async () => {
    const slug = await writer.newProject('# A\n');
    await writer.edit(slug, async (page) => {
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
    expect((await writer.stored(slug)).markdown).toContain('kept');
  });

  it('brings back what was discarded, until something else is typed', async () => {
    const slug = await writer.newProject('# A\n');
    await writer.edit(slug, async (page) => {
      const button = (name: string) => page.getByRole('button', { name });
      await source(page).click();
      await page.keyboard.type('precious ');
      await button('Discard changes').click();
      await button('Bring them back').click();
      await source(page).getByText('precious').waitFor();
      expect(await button('Bring them back').count()).toBe(0);
      await button('Discard changes').click();
      await page.keyboard.type('new ');
      expect(await button('Bring them back').count()).toBe(0);
    });
  });

  it('an expired session asks for the password, and the same save goes on', async () => {
    const slug = await writer.newProject('# A\n');
    await writer.edit(slug, async (page) => {
      await source(page).click();
      await page.keyboard.type('after the session ');
      await page.context().clearCookies();
      await save(page).click();
      const dialog = page.getByRole('dialog', { name: 'Log in again' });
      await dialog.getByLabel('Email').fill(writer.person.email);
      await dialog.getByLabel('Password').fill('wrong password');
      await dialog.getByRole('button', { name: 'Log in' }).click();
      await dialog.getByText('The email or the password is wrong.').waitFor();
      await dialog.getByLabel('Password').fill(PASSWORD);
      await dialog.getByRole('button', { name: 'Log in' }).click();
      await status(page)
        .getByText(/^Saved at /)
        .waitFor();
    });
    expect((await writer.stored(slug)).markdown).toContain('after the session');
  });

  it.each([
    { choice: 'Keep mine', left: '# A\n\nmine', isSaved: true },
    { choice: 'Keep theirs', left: '# A\n\ntheirs', isSaved: true },
    { choice: 'Keep both', left: '# A\n\nmine\ntheirs', isSaved: false },
  ])('of two tabs the second sees on a phone what differs, and chooses: $choice', async ({ choice, left, isSaved }) => {
    const end = `\n\nThe end\n\n${'A long summer.\n\n'.repeat(40)}`;
    const slug = await writer.newProject(`# A\n\nbefore${end}`);
    await writer.edit(
      slug,
      async (page) => {
        await source(page).getByText('before').click();
        await page.keyboard.press('Home');
        await page.keyboard.press('Shift+End');
        await page.keyboard.type('mine');
        await writer.maker.putReadme(slug, `# A\n\ntheirs${end}`);
        await save(page).click();
        const dialog = page.getByRole('dialog', { name: 'Which README do you want to keep?' });
        await dialog.locator('mark', { hasText: 'theirs' }).waitFor();
        expect(await dialog.locator('mark').allInnerTexts()).toEqual(['mine\n', 'theirs\n']);
        expect(await dialog.textContent()).not.toContain('A long summer.');
        expect(await overflowOf(page)).toBe(0);
        await dialog.getByRole('button', { name: choice }).click();
        if (!isSaved) {
          await page.getByText('Both versions are in the text now.').waitFor();
          expect((await writer.stored(slug)).markdown).toContain('theirs');
          await save(page).click();
        }
        if (choice !== 'Keep theirs')
          await status(page)
            .getByText(/^Saved at /)
            .waitFor();
        else await source(page).getByText('theirs').waitFor();
      },
      { locale: 'en', viewport: { width: 390, height: 800 } },
    );
    expect((await writer.stored(slug)).markdown.slice(0, left.length + 1)).toBe(`${left}\n`);
  });

  it.each([true, false])('of two tabs the second asks before it replaces the first README: %s', async (hasScript) => {
    const slug = await writer.newProject();
    await writer.visit({ locale: 'en', javaScriptEnabled: hasScript }, async (page) => {
      await writer.logIn(page);
      await page.goto(`${url}/studio/projects/${slug}`);
      await writer.maker.putReadme(slug, '# The first tab');
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
    expect((await writer.stored(slug)).markdown).toBe('# The first tab');
  });

  it('each tab keeps its own draft, also a duplicate and a tab whose draft another one takes over', async () => {
    const slug = await writer.newProject('# A\n');
    await writer.edit(slug, async (first) => {
      const open = async (tab: Page) => {
        await writer.open(tab, slug);
        return tab;
      };
      const type = async (tab: Page, text: string) => {
        await source(tab).click();
        await tab.keyboard.press('Control+End');
        await tab.keyboard.type(text);
        await tab.setInputFiles('.ui-drop input', { name: 'x.png', mimeType: 'image/png', buffer: image });
        await status(tab).getByText('A copy is kept in this browser').waitFor();
      };
      const second = await open(await first.context().newPage());
      await type(first, 'one');
      await type(second, 'two');
      // A window that a page opens gets a copy of its storage, as a duplicated tab does.
      const opened = first.waitForEvent('popup');
      await first.evaluate('void window.open(location.href)');
      const duplicate = await open(await opened);
      await type(duplicate, 'three');
      // It took over the draft of the second tab, which is still open and keeps it again.
      await waitUntil(
        () => first.evaluate<string[]>('Object.keys(localStorage)'),
        (keys) => keys.filter((key) => key.includes(`:readme:${slug}@`)).length === 3,
      );
      for (const [tab, text] of [
        [first, 'one'],
        [second, 'two'],
        [duplicate, 'three'],
      ] as const) {
        await tab.reload();
        await source(tab).getByText(text).waitFor();
        await tab.getByText('Uploaded when you save').first().waitFor();
      }
      expect(await source(first).textContent()).not.toMatch(/two|three/);
      expect(await source(second).textContent()).not.toMatch(/one|three/);
    });
  });

  it('a tab says that the README was saved in another one, and shows it unless something was typed', async () => {
    const slug = await writer.newProject('# A\n');
    await writer.edit(slug, async (page) => {
      const other = await page.context().newPage();
      await writer.open(other, slug);
      await source(other).click();
      await other.keyboard.press('Control+End');
      await other.keyboard.type('from the other tab');
      await other.setInputFiles('.ui-drop input', { name: 'x.png', mimeType: 'image/png', buffer: image });
      await save(other).click();
      await page.getByText(/at \d\d:\d\d\. You see that version now\./).waitFor();
      await source(page).getByText('from the other tab').waitFor();
      await page.getByText('Head picture ·').waitFor();
      await source(page).click();
      await page.keyboard.type('typed here ');
      await writer.maker.putReadme(slug, '# A\n\nfrom a phone');
      await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
      await page.getByText('What you wrote here is not lost.').waitFor();
      await source(page).getByText('typed here').waitFor();
      await page.getByRole('button', { name: 'Compare both versions' }).click();
      await page.getByRole('dialog').locator('mark', { hasText: 'from a phone' }).waitFor();
    });
  });

  it('an IME composes Chinese, and the toolbar, undo and the keyboard work', async () => {
    const slug = await writer.newProject();
    await writer.edit(slug, async (page) => {
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
    expect((await writer.stored(slug)).markdown).toBe('你好');
  });

  it('at 768 px one writes or sees', async () => {
    const slug = await writer.newProject('# A title\n');
    await writer.edit(
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

  it('without JavaScript the text is kept through a log-in, and when the session is another one', async () => {
    const slug = await writer.newProject('# Before');
    const text = `# After\n\n"写了很久"\n\n${'A long summer. '.repeat(500)}`;
    await writer.visit({ locale: 'en', javaScriptEnabled: false }, async (page) => {
      const field = page.getByLabel('README in Markdown');
      const submit = () => page.click('main form button[type=submit]');
      await writer.logIn(page);
      await page.goto(`${url}/studio/projects/${slug}`);
      await field.fill(text);
      await page.context().clearCookies();
      await submit();
      await page.getByRole('heading', { name: 'Log in to go on' }).waitFor();
      await page.getByLabel('Email').fill(writer.person.email);
      await page.getByLabel('Password').fill(PASSWORD);
      await submit();
      await page.getByRole('heading', { name: 'You are logged in again' }).waitFor();
      expect(await field.inputValue()).toBe(text);
      const other = new StudioVisitor(url);
      await other.logIn(writer.person.email);
      const [name = '', value = ''] = other.cookie.split('=', 2);
      await page.context().addCookies([{ name, value, url }]);
      await submit();
      await page.getByRole('heading', { name: 'Your log-in has changed' }).waitFor();
      expect(await field.inputValue()).toBe(text);
      expect((await writer.stored(slug)).markdown).toBe('# Before');
      await submit();
      await page.getByText('The README is saved.').waitFor();
    });
    expect((await writer.stored(slug)).markdown).toBe(text);
  });
});
