import { drawImage, sharedStack } from '@shipyard/testing';
import { PHOTO_PICKER } from './log-form-sender';
import { studioSteps } from './studio-steps';

describe('the beginning of a README in a browser', () => {
  const steps = studioSteps(sharedStack());
  const { url, minor, signedIn } = steps;

  beforeAll(steps.open);
  afterAll(steps.close);

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
});
