import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DocumentTooDeep, MarkdownDocument } from '@shipyard/markdown';
import { sharedStack, waitUntil } from '@shipyard/testing';
import { overflowOf, startBrowser, violationsOf, visit } from '@shipyard/testing/browser';
import type { Browser, Page } from 'playwright-core';
import { openPage } from './page-client';
import { demoPeople } from './participant';
import { showRiver } from './project-showcase';

const FOLDER = path.resolve(__dirname, '../../../libs/markdown/src/__fixtures__/hostile');

const inText = (vector: string) => `Before\n\n${vector}\n\nAfter`;
/** As the preview of a README shows an image that is missing. */
const IMAGE = { url: '/api/v1/assets/00000000-0000-0000-0000-000000000001.png', width: 640, height: 360 };

/** The height of a window that shows everything above the README, and its beginning. */
const HEIGHT = 1_700;
/** The head picture, and the photos of three logs. */
const SHOWN_IMAGES = 8;

/** Documents that try to leave their sheet, or to look like a part of the page. */
const PAINTERS = [
  '<div style="position:fixed;inset:0;background:red;z-index:99999">Log in</div>',
  '<p class="ui-skip ui-button ui-button-primary" id="main">Log in</p>',
  '<div id="readme"><div id="log-25"><a name="logs"></a></div></div>',
  '<hr size="9999" width="9999" color="red" noshade>',
  '<table width="9999" height="9999" border="99" cellpadding="999" cellspacing="999"><tr><td width="9999" height="9999" nowrap>wide</td></tr></table>',
  `<table>${`<tr>${'<td rowspan="999" colspan="999">x</td>'.repeat(9)}</tr>`.repeat(9)}</table>`,
  '<img src="/api/v1/assets/ASSET.jpg" width="9999" height="9999" hspace="999" vspace="999" align="left" border="99">',
  '<img src="/api/v1/assets/ASSET.jpg" align="right" height="99%"><br clear="none">',
  'W'.repeat(20_000),
  `Z${'\u0336\u0320\u0359\u0346\u030d'.repeat(300)}`,
  '\u202e\u2066\u2067 evil \u202d\u202c',
  '<p dir="rtl">\u202eLog in \u2069 here</p>',
  `${'> '.repeat(40)}deep`,
  Array.from({ length: 40 }, (_, at) => `${'  '.repeat(at)}- deep`).join('\n'),
  `${'<sup>'.repeat(45)}up${'</sup>'.repeat(45)}`,
  `${'<big>'.repeat(45)}big`,
  '<ol start="999999999"><li>one</li></ol>',
  '\u00a0'.repeat(5_000),
  `# ${'Heading'.repeat(500)}`,
  '<details open><summary>Log in</summary><input type="text" name="password"><button>Log in</button></details>',
  '</div></div></section></article></main><footer class="ui-footer">Mine</footer>',
  '<ruby>a<rt>' + 'b'.repeat(5_000) + '</rt></ruby>',
  `<pre width="9999">${'c'.repeat(20_000)}</pre>`,
  '[link](#main) [studio](/studio) <a href="https://evil.example/login">Log in</a>',
];

describe('hostile READMEs in the page of a project', () => {
  const stack = sharedStack();
  const { submissionUrl: url } = stack;
  const { owner } = demoPeople(stack);
  let browser: Browser;
  let slug: string;

  const collections = readdirSync(FOLDER).map((file) => ({
    name: path.basename(file, '.json'),
    vectors: JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as string[],
  }));

  /** What is refused is no README. */
  function rendered(vectors: readonly string[]): string[] {
    return vectors.flatMap((vector) => {
      try {
        return [new MarkdownDocument(inText(vector)).render(({ kind }) => (kind === 'relative' ? IMAGE : null), true)];
      } catch (error) {
        if (error instanceof DocumentTooDeep) return [];
        throw error;
      }
    });
  }

  /** As the service shows each of them, with images of the project. */
  async function previewed(vectors: readonly string[]): Promise<string[]> {
    const pieces: string[] = [];
    for (const vector of vectors) {
      const { status, body } = await owner.call<{ html: string }>('POST', `/projects/${slug}/readme/preview`, {
        json: { markdown: inText(vector) },
      });
      if (status === 200) pieces.push(body.data.html);
    }
    return pieces;
  }

  /** A preview stores nothing, so many documents are put into one page by hand. */
  const store = (html: string) =>
    stack.query(
      'submission',
      'UPDATE readmes SET html = $2 WHERE project_id = (SELECT id FROM projects WHERE slug = $1)',
      [slug, html],
    );

  interface Around {
    boxes: unknown;
    /** As PNG, which is the same for the same pixels. */
    pixels: string;
  }

  /** What stands around the README: boxes, and pixels of all that is above it and beside it. */
  async function around(page: Page): Promise<Around> {
    await page.goto(`${url}/projects/${slug}`);
    const boxes = await page.evaluate(`(async () => {
      await document.fonts.ready;
      // Browsers scale pictures a little differently each time.
      for (const image of document.images) if (image.closest('.ui-md') === null) image.style.opacity = '0';
      const boxOf = (name) => document.querySelector(name).getBoundingClientRect();
      const above = ['.ui-header', '.ui-crumb', '.ui-name', '.ui-plate', '.ui-front', '.ui-jumps'].map((name) => {
        const { x, y, width, height } = boxOf(name);
        return [name, x, y, width, height];
      });
      const others = ['#logs', '.ui-report', '.ui-footer'].map((name) => {
        const { x, width, height } = boxOf(name);
        return [name, x, width, Math.round(height)];
      });
      return [...above, ...others];
    })()`);
    // What the sheet shows is covered, so one picture has all that is above it and beside it.
    const isSeen = await page.evaluate<boolean>(`(() => {
      const { x, y, width } = document.querySelector('.ui-readme').getBoundingClientRect();
      const cover = document.createElement('div');
      cover.style = 'position: fixed; z-index: 2147483647; bottom: 0; background: gray';
      cover.style.left = Math.floor(x) + 'px';
      cover.style.top = Math.floor(y) + 'px';
      cover.style.width = Math.ceil(x + width) - Math.floor(x) + 'px';
      document.body.append(cover);
      return y < innerHeight;
    })()`);
    if (!isSeen) throw new Error('No README is seen');
    const session = await page.context().newCDPSession(page);
    // The screenshots of Playwright are compressed well, which takes longer than all else here.
    const { data } = await session.send('Page.captureScreenshot', { optimizeForSpeed: true });
    await session.detach();
    return { boxes, pixels: data };
  }

  beforeAll(async () => {
    browser = await startBrowser();
    slug = await showRiver(owner);
    // Until the smaller copies are made, the page shows other pixels.
    await waitUntil(
      async () => (await openPage(url, `/projects/${slug}`)).html.split('type="image/avif"').length - 1,
      (copies) => copies === SHOWN_IMAGES,
    );
  });

  afterAll(() => browser.close());

  const plainAround = async (page: Page) => {
    await store(`<p>${'Plain text, as long as the columns beside it. '.repeat(400)}</p>`);
    return around(page);
  };

  const assertUntouched = async (page: Page, name: string, html: string, plain: Around) => {
    await store(html);
    const hostile = await around(page);
    expect([name, hostile.boxes]).toEqual([name, plain.boxes]);
    expect([name, hostile.pixels === plain.pixels]).toEqual([name, true]);
    expect([name, await overflowOf(page)]).toEqual([name, 0]);
  };

  // Each alone where there is something beside the sheet.
  it.each([
    { width: 1440, together: 1 },
    { width: 390, together: 4 },
  ])('cannot paint outside of their sheet at $width px', async ({ width, together }) => {
    const { header_image_url: image } = (await owner.call<{ header_image_url: string }>('GET', `/projects/${slug}`))
      .body.data;
    const asset = /([0-9a-f-]{36})/.exec(image)?.[1] ?? '';
    const pieces = await previewed(PAINTERS.map((each) => each.replaceAll('ASSET', asset)));
    expect(pieces.length).toBeGreaterThan(PAINTERS.length - 3);
    await visit(browser, url, { viewport: { width, height: HEIGHT } }, async (page) => {
      const plain = await plainAround(page);
      await assertUntouched(page, 'all', pieces.join('\n'), plain);
      for (let from = 0; from < pieces.length; from += together) {
        const html = pieces.slice(from, from + together).join('\n');
        await assertUntouched(page, html.slice(0, 80), html, plain);
      }
    });
  });

  it('run nothing, ask nobody, and leave the page as it is', async () => {
    const hostile = new Map<string, string>();
    for (const { name, vectors } of collections) {
      const pieces = rendered(vectors);
      expect([name, pieces.length > vectors.length * 0.8]).toEqual([name, true]);
      hostile.set(name, pieces.join('\n'));
    }
    hostile.set('all', [...hostile.values()].join('\n'));
    // Each without the policy, which is the second wall and not the first, and all together with it.
    for (const bypassCSP of [false, true]) {
      await visit(browser, url, { bypassCSP, viewport: { width: 1440, height: HEIGHT } }, async (page) => {
        const dialogs: string[] = [];
        page.on('dialog', (dialog) => {
          dialogs.push(dialog.message());
          void dialog.dismiss();
        });
        const plain = await plainAround(page);
        for (const [name, html] of hostile) {
          if (name !== 'all' && !bypassCSP) continue;
          await assertUntouched(page, name, html, plain);
          if (name === 'all' && !bypassCSP) expect(await violationsOf(page, "{ exclude: [['.ui-md']] }")).toEqual([]);
          expect(await page.evaluate('document.querySelectorAll("h1, main, footer, .ui-plate").length')).toBe(4);
          // Details, images that load late, and whatever waits for a pointer.
          await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
          await page.mouse.move(300, 500);
          await page.mouse.wheel(0, 2_000);
          expect([name, dialogs]).toEqual([name, []]);
          expect(page.url()).toBe(`${url}/projects/${slug}`);
        }
      });
    }
  });
});
