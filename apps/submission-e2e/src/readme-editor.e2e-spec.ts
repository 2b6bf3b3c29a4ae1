import { drawImage, sharedStack } from '@shipyard/testing';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { startBrowser } from './browser';
import { type Newcomer, PASSWORD, register } from './newcomer';
import { findingsAtBothWidths, LOOKS, overflowOf, visit } from './page-visit';
import { Participant } from './participant';

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
        const name = (state: string) => `readme-${state}-${look.locale}-${look.colorScheme}`;
        await source(page).click();
        await page.keyboard.press('Control+End');
        await page.keyboard.type('\n\n![Layer map](images/layers.png)\n');
        await page.locator('.ui-missing').waitFor();
        await page.setInputFiles('.ui-drop input', [
          { name: 'board.png', mimeType: 'image/png', buffer: image },
          { name: 'case.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') },
        ]);
        await page.locator('.ui-preview img[src^="blob:"]').waitFor();
        Object.assign(findings, await findingsAtBothWidths(page, name('written')));
        await open(page, empty);
        Object.assign(findings, await findingsAtBothWidths(page, name('empty')));
      },
      look,
    );
    expect(Object.entries(findings).filter(([, found]) => found.length > 0)).toEqual([]);
  });
});
