import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { drawImage, sharedStack, waitUntil } from '@shipyard/testing';
import sharp from 'sharp';
import { headingOf, openPage } from './page-client';
import { LONG_README } from './participant';
import { takedownParty } from './takedown-party';

/** Screenshots of the suites are here too. */
const SCREENSHOTS = path.join(__dirname, '../../../dist/screenshots');

describe('the image of a project for links', () => {
  const stack = sharedStack();
  const { owner, hide, unhide, removeImage, detail, participant } = takedownParty(stack);

  const open = (slug: string, headers: Record<string, string> = {}) =>
    fetch(new URL(`/projects/${slug}/og.png`, stack.submissionUrl), { headers });
  const drawn = async (slug: string) => {
    const answer = await open(slug);
    const png = Buffer.from(await answer.arrayBuffer());
    const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) =>
      data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3).toString('hex');
    return { answer, png, at, size: [info.width, info.height] };
  };
  const etagOf = async (slug: string) => (await open(slug)).headers.get('etag') ?? '';
  /** In which a project has the color that was asked for. */
  const projectWith = async (changes: Record<string, unknown>) => {
    const slug = await owner.createProject('Weather station');
    expect((await owner.call('PATCH', `/projects/${slug}`, { json: changes })).status).toBe(200);
    return slug;
  };

  it('is a PNG of 1200 × 630 with the name, the paint and the picture', async () => {
    const slug = await owner.createProject('会织布的机器人');
    await owner.call('PATCH', `/projects/${slug}`, {
      json: { tagline: '用旧打印机的电机和木头做的织布机。', color: 'sky' },
    });
    const { answer, png, at, size } = await drawn(slug);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-length'), size]).toEqual([
      200,
      'image/png',
      String(png.length),
      [1_200, 630],
    ]);
    expect([at(5, 5), at(300, 495)]).toEqual(['e8eadf', '229dda']);
    await mkdir(SCREENSHOTS, { recursive: true });
    await writeFile(path.join(SCREENSHOTS, 'og-chinese.png'), png);

    const front = await drawImage({ width: 900, height: 700, color: '#ff00ff' });
    await owner.putReadme(slug, LONG_README, { 'front.png': front });
    const pictured = await drawn(slug);
    expect([pictured.at(900, 300), pictured.at(300, 495)]).toEqual(['ff00ff', 'e8eadf']);
    await writeFile(path.join(SCREENSHOTS, 'og-with-picture.png'), pictured.png);
  });

  it('is the same when it is drawn from a smaller copy of the picture', async () => {
    const slug = await owner.createProject();
    await owner.putReadme(slug, LONG_README, {
      'front.png': await drawImage({ width: 1_000, height: 800, color: '#00ff00' }),
    });
    await waitUntil(
      () =>
        stack.query(
          'submission',
          `SELECT FROM projects JOIN asset_variants ON asset_id = header_asset_id WHERE slug = $1`,
          [slug],
        ),
      (variants) => variants.length > 0,
      { giveUpAfterMs: 60_000 },
    );
    expect((await drawn(slug)).at(900, 300)).toMatch(/^0[0-3]f[c-f]0[0-3]$/);
  });

  it('has an ETag that changes with what it shows, and only then', async () => {
    // A project begins in a colour by chance, which could be the one of the change below.
    const slug = await projectWith({ tagline: 'A', color: 'sky' });
    const first = await open(slug);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    expect(first.headers.get('cache-control')).toBe('public, max-age=300, stale-while-revalidate=86400');
    expect(first.headers.get('cdn-cache-control')).toBe('max-age=60');
    const again = await open(slug, { 'if-none-match': etag });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    await owner.call('PATCH', `/projects/${slug}`, { json: { demo_urls: ['https://example.com'] } });
    expect(await etagOf(slug)).toBe(etag);
    const seen = new Set([etag]);
    for (const change of [{ name: 'B' }, { tagline: 'B' }, { color: 'rose' }])
      seen.add((await owner.call('PATCH', `/projects/${slug}`, { json: change }), await etagOf(slug)));
    await owner.appendLog(slug, 'A', 'a');
    seen.add(await etagOf(slug));
    expect(seen.size).toBe(5);
    expect((await open(slug, { 'if-none-match': etag })).status).toBe(200);
  });

  it('answers HEAD and many at once', async () => {
    const slug = await projectWith({});
    const all = await Promise.all(Array.from({ length: 20 }, () => open(slug)));
    const bodies = await Promise.all(all.map(async (each) => Buffer.from(await each.arrayBuffer()).toString('base64')));
    expect([new Set(all.map(({ status }) => status)), new Set(bodies).size]).toEqual([new Set([200]), 1]);
    const head = await fetch(new URL(`/projects/${slug}/og.png`, stack.submissionUrl), { method: 'HEAD' });
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  it('is absent for private, hidden and unknown projects alike, also for their owner', async () => {
    const [closed, hidden] = [await projectWith({ visibility: 'private' }), await projectWith({})];
    const etag = await etagOf(hidden);
    expect((await hide(hidden)).status).toBe(200);
    const unknown = `u-${randomUUID().slice(0, 20)}`;
    const told = async (slug: string, headers = {}) => {
      const answer = await open(slug, { 'if-none-match': etag, ...headers });
      const { headers: sent, status } = answer;
      return {
        status,
        heading: headingOf(await answer.text()),
        type: sent.get('content-type'),
        etag: sent.get('etag'),
      };
    };
    const expected = await told(unknown);
    expect(expected).toMatchObject({
      status: 404,
      heading: expect.stringContaining('no such page') as string,
      etag: null,
    });
    for (const slug of [closed, hidden, 'No Slug', '%00'])
      for (const headers of [{}, { authorization: `Bearer ${participant.token}` }])
        expect(await told(encodeURIComponent(slug), headers)).toEqual(expected);
    expect((await unhide(hidden)).status).toBe(200);
    expect((await open(hidden)).status).toBe(200);
    expect((await open(await projectWith({ visibility: 'unlisted' }))).status).toBe(200);
  });

  it('is drawn without a picture that staff removed', async () => {
    const slug = await owner.createProject();
    await owner.putReadme(slug, LONG_README, {
      'front.png': await drawImage({ width: 500, height: 500, color: '#ff0000' }),
    });
    expect((await drawn(slug)).at(900, 300)).toBe('ff0000');
    const assetId = /assets\/([0-9a-f-]{36})/.exec((await detail(slug)).header_image_url ?? '')?.[1] ?? '';
    expect((await removeImage(assetId)).status).toBe(200);
    expect((await drawn(slug)).at(900, 300)).toBe('e8eadf');
  });
});

describe('the images of pages of projects for links', () => {
  const stack = sharedStack();
  const { participant, program_id: programId } = stack.credentials;
  const pages = ['/', `/programs/${programId}`, `/creators/${participant.handle}`];
  const urlOf = (page: string) => `${stack.submissionUrl}${page === '/' ? '' : page}/og.png`;

  it.each(pages.map((page) => ({ page })))(
    '$page names its image, which is drawn once for a version',
    async ({ page }) => {
      const { html } = await openPage(stack.submissionUrl, page);
      expect(html).toContain(`<meta property="og:image" content="${urlOf(page)}"/>`);
      const answer = await fetch(urlOf(page));
      const png = Buffer.from(await answer.arrayBuffer());
      const { width, height } = await sharp(png).metadata();
      expect([answer.status, answer.headers.get('content-type'), width, height]).toEqual([
        200,
        'image/png',
        1_200,
        630,
      ]);
      await writeFile(path.join(SCREENSHOTS, `og-${page.split('/')[1] || 'wall'}.png`), png);
      const etag = answer.headers.get('etag') ?? '';
      const again = await fetch(urlOf(page), { headers: { 'if-none-match': etag } });
      expect([again.status, again.headers.has('ratelimit-limit')]).toEqual([304, true]);
    },
  );

  it('are the 404 of their page for what is not there', async () => {
    for (const page of ['/programs/nowhere-at-all', '/creators/nobody-at-all'])
      expect((await fetch(urlOf(page))).status).toBe(404);
  });
});
