import { sharedStack, waitUntil } from '@shipyard/testing';
import type { Page } from 'playwright-core';
import { studioSteps } from './studio-steps';

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

describe('a review in a browser', () => {
  const steps = studioSteps(sharedStack());
  const { stack, url, minor, readme, reviewed, finishReview, signedIn } = steps;

  beforeAll(steps.open);
  afterAll(steps.close);

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
});
