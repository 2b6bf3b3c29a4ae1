import { drawImage, sharedStack } from '@shipyard/testing';
import { findingsInLook, LOOKS } from '@shipyard/testing/browser';
import sharp from 'sharp';
import { preview, ReadmeWriter, save, source, status } from './readme-writer';

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

/** Chromium has no decoder of HEIC, as Safari has: it gets one that draws its own picture. */
const READ_HEIC = `
  const decode = createImageBitmap;
  window.createImageBitmap = (file) =>
    file.type === 'image/heic' ? decode(new OffscreenCanvas(3200, 2400).getContext('2d').canvas) : decode(file);`;

const TOO_LARGE = Buffer.alloc(5 * 1024 * 1024 + 1);

describe('the pictures of the README editor in a browser', () => {
  const stack = sharedStack();
  const { submissionUrl: url } = stack;
  let writer: ReadmeWriter;
  let image: Buffer;

  beforeAll(async () => {
    writer = await ReadmeWriter.start(stack);
    image = await drawImage({ width: 640, height: 400 });
  });

  afterAll(() => writer.stop());

  it.each(LOOKS)('looks right and passes axe in $locale, $colorScheme', async (look) => {
    const full = await writer.newProject(
      `${README}\n\n## Layout\n\n![Layer map](images/layers.png)\n`.replace('layers.png', 'bench.png'),
      {
        'images/bench.png': image,
      },
    );
    const empty = await writer.newProject();
    const findings: Record<string, string[]> = {};
    await writer.edit(
      full,
      async (page) => {
        const name = (state: string) => `readme-${state}-${look.colorScheme}-${look.locale}`;
        // The account is English.
        await page.goto(`${url}/studio?lang=${look.locale}`);
        await writer.open(page, full);
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
        await page.locator('[role=status].ui-unseen').getByText('SVG').waitFor();
        Object.assign(findings, await findingsInLook(page, name('written')));
        await save(page).click();
        await page.locator('.ui-summary:focus', { hasText: 'images/layers.png' }).waitFor();
        await writer.open(page, empty);
        Object.assign(findings, await findingsInLook(page, name('empty')));
      },
      look,
    );
    expect(Object.entries(findings).filter(([, found]) => found.length > 0)).toEqual([]);
  });

  it('a dropped and a pasted picture are named at once, described, uploaded by the save, and kept by the next one', async () => {
    const slug = await writer.newProject('# A\n');
    await writer.edit(slug, async (page) => {
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
    const { markdown, html } = await writer.stored(slug);
    expect(markdown).toContain('![The bench](images/my-bench.png)');
    expect(html.match(/<img[^>]*src="\/api\/v1\/assets\//g)).toHaveLength(2);
  });

  it('a photo above the limit is made smaller, HEIC that the browser cannot read is named, and a lost upload goes on', async () => {
    const slug = await writer.newProject('# A\n');
    const noise = {
      create: { width: 3_200, height: 2_400, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 60 } },
    };
    const photo = await sharp(noise as never)
      .jpeg({ quality: 98 })
      .toBuffer();
    expect(photo.length).toBeGreaterThan(TOO_LARGE.length);
    await writer.edit(slug, async (page) => {
      await page.setInputFiles('.ui-drop input', [
        { name: 'Lake.JPG', mimeType: 'image/jpeg', buffer: photo },
        { name: 'bow.heic', mimeType: 'image/heic', buffer: Buffer.from('no picture') },
        { name: 'stern.heic', mimeType: '', buffer: Buffer.from('no picture') },
      ]);
      await page.locator('.ui-tools-note', { hasText: 'bow.heic, stern.heic was not added. This browser' }).waitFor();
      await page.getByText('made smaller, it had').waitFor();
      await source(page).getByText('![](images/lake.jpg)').waitFor();
      const button = await save(page).boundingBox();
      const keys: (string | undefined)[] = [];
      await page.route('**/readme', async (route) => {
        if (route.request().method() !== 'PUT') return route.continue();
        keys.push(route.request().headers()['idempotency-key']);
        return keys.length === 1 ? route.abort('connectionreset') : route.continue();
      });
      await save(page).click();
      await save(page).and(page.locator('[aria-disabled]')).getByText('…').waitFor({ state: 'attached' });
      expect((await save(page).boundingBox())?.width).toBe(button?.width);
      await status(page)
        .getByText(/^Saved at /)
        .waitFor();
      expect(keys).toEqual([expect.any(String), keys[0]]);
    });
    expect((await writer.stored(slug)).html).toMatch(/<img[^>]* width="2560" height="1920"/);
  });

  it('a HEIC photo becomes a JPEG where the browser can read it', async () => {
    const slug = await writer.newProject('# A\n');
    await writer.edit(slug, async (page) => {
      await page.evaluate(READ_HEIC);
      const photo = { name: 'IMG_0042.HEIC', mimeType: 'image/heic', buffer: Buffer.from('ftypheic') };
      await page.setInputFiles('.ui-drop input', photo);
      await source(page).getByText('![](images/img-0042.jpg)').waitFor();
      await save(page).click();
      await status(page)
        .getByText(/^Saved at /)
        .waitFor();
    });
    expect((await writer.stored(slug)).html).toMatch(/<img[^>]* width="2560" height="1920"/);
  });

  it('a saved picture becomes the head picture, and another one is removed', async () => {
    const pictures = ['images/bench.png', 'images/layers.png'];
    const slug = await writer.newProject(
      '# A\n\n![The bench](images/bench.png)\n\n![Layers](images/layers.png)\n\nB\n',
      {
        'images/bench.png': image,
        'images/layers.png': await drawImage({ color: '#123456' }),
      },
    );
    await writer.edit(slug, async (page) => {
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
    const { markdown, html } = await writer.stored(slug);
    expect(markdown).toBe('# A\n\n![[head] Layers](images/layers.png)\n\nB\n');
    expect(html.match(/<img/g)).toHaveLength(1);
  });

  it('offline and after a reload, the text and its picture are still there, and are sent when there is a network', async () => {
    const slug = await writer.newProject('# A\n');
    await writer.edit(slug, async (page) => {
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
      await writer.open(page, slug);
      await source(page).getByText('written offline').waitFor();
      await page.getByText('Uploaded when you save').waitFor();
      await save(page).click();
      await status(page)
        .getByText(/^Saved at /)
        .waitFor();
    });
    const { markdown, html } = await writer.stored(slug);
    expect(markdown).toContain('written offline');
    expect(html).toContain('/api/v1/assets/');
  });

  it('without JavaScript the form asks for the missing pictures, and saves them', async () => {
    const slug = await writer.newProject();
    await writer.visit({ locale: 'en', javaScriptEnabled: false }, async (page) => {
      await writer.logIn(page);
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
    const { markdown, html } = await writer.stored(slug);
    expect([markdown, html.includes('<img')]).toEqual(['# B\n\n![b](b.png)', true]);
  });
});
