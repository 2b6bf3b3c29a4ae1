import { access } from 'node:fs/promises';
import path from 'node:path';
import { drawImage, sharedStack, waitUntil } from '@shipyard/testing';
import sharp from 'sharp';
import { AccountHolder } from './account-holder';
import { LONG_README, Participant } from './participant';
import { assetIdOf, codeOf, takedownParty } from './takedown-party';

describe('the variants of images', () => {
  const stack = sharedStack();
  const { owner, removeImage, detail, open, participant, other } = takedownParty(stack);

  const variantsOf = (assetId: string) =>
    stack.query(
      'submission',
      `SELECT width, height, format, bytes FROM asset_variants WHERE asset_id = $1 ORDER BY format, width`,
      [assetId],
    );
  const statusOf = async (assetId: string) =>
    (await stack.query('submission', 'SELECT status FROM asset_variant_tasks WHERE asset_id = $1', [assetId]))[0]
      ?.status;
  const made = (assetId: string) =>
    waitUntil(
      () => statusOf(assetId),
      (status) => status === 'ready',
      { giveUpAfterMs: 60_000 },
    );
  const urlOf = (assetId: string, width: number, format: string) => `/api/v1/assets/${assetId}-${width}.${format}`;
  const isStored = (projectId: string, assetId: string) =>
    access(path.join(stack.dataDir, 'store/submission/assets', projectId, `${assetId}.variants`)).then(
      () => true,
      () => false,
    );
  const projectWithHeader = async (color: string, width = 1_000) => {
    const slug = await owner.createProject();
    const image = await drawImage({ width, height: width / 2, color });
    expect((await owner.putReadme(slug, LONG_README, { 'front.png': image })).status).toBe(200);
    const { id: projectId, header_image_url: url } = await detail(slug);
    return { slug, projectId, assetId: assetIdOf(url) };
  };

  it('appear after a README is written, none wider than the image', async () => {
    const { assetId, projectId } = await projectWithHeader('#112233');
    await made(assetId);
    const sizes = [480, 960, 1_000].map((width) => ({ width, height: width / 2 }));
    const rows = await variantsOf(assetId);
    expect(rows).toMatchObject(['avif', 'webp'].flatMap((format) => sizes.map((size) => ({ ...size, format }))));
    expect(await isStored(projectId, assetId)).toBe(true);
    for (const { width, height, format, bytes } of rows) {
      const answer = await fetch(new URL(urlOf(assetId, Number(width), String(format)), stack.submissionUrl));
      const content = Buffer.from(await answer.arrayBuffer());
      const { width: drawnWidth, height: drawnHeight } = await sharp(content).metadata();
      expect([answer.headers.get('content-type'), content.length, drawnWidth, drawnHeight]).toEqual([
        `image/${String(format)}`,
        bytes,
        width,
        height,
      ]);
    }
  });

  it('have the headers of the image, an ETag of their own and ranges', async () => {
    const { assetId } = await projectWithHeader('#332211');
    await made(assetId);
    const url = new URL(urlOf(assetId, 480, 'webp'), stack.submissionUrl);
    const whole = await fetch(url);
    const etag = whole.headers.get('etag') ?? '';
    expect(etag).toBe(`"${assetId}-480.webp"`);
    expect(whole.headers.get('cache-control')).toBe('public, max-age=600');
    expect(whole.headers.get('cdn-cache-control')).toBe('max-age=60');
    expect(whole.headers.get('content-security-policy')).toContain('sandbox');
    const bytes = Buffer.from(await whole.arrayBuffer());
    const part = await fetch(url, { headers: { range: 'bytes=4-11' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 4-11/${bytes.length}`]);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(4, 12));
    const last = await fetch(url, { headers: { range: 'bytes=-3' } });
    expect(Buffer.from(await last.arrayBuffer())).toEqual(bytes.subarray(-3));
    expect((await fetch(url, { headers: { range: `bytes=${bytes.length}-` } })).status).toBe(416);
    expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  it('are made for images of logs and for a header that is set, but not for other images', async () => {
    const slug = await owner.createProject();
    const projectId = await owner.projectId(slug);
    const [logged, header, unused] = await Promise.all(
      ['#000100', '#000200', '#000300'].map((color) => drawImage({ color })),
    );
    const { log } = (await owner.appendLog(slug, 'A', 'a', [logged as Buffer])).body.data;
    const set = (await owner.uploadAsset(projectId, header as Buffer)).body.data;
    const plain = (await owner.uploadAsset(projectId, unused as Buffer)).body.data;
    expect((await owner.call('PATCH', `/projects/${slug}`, { json: { header_image: set.file_id } })).status).toBe(200);
    for (const url of [log.image_urls[0], set.url]) {
      await made(assetIdOf(url));
      expect((await open(urlOf(assetIdOf(url), 32, 'avif'))).status).toBe(200);
    }
    expect(await statusOf(assetIdOf(plain.url))).toBeUndefined();
    expect(codeOf(await open(urlOf(assetIdOf(plain.url), 32, 'avif')))).toEqual([404, 'ASSET_NOT_FOUND']);
  });

  it('are replaced by the image, uncached, until they are made', async () => {
    const { assetId } = await projectWithHeader('#445566');
    await made(assetId);
    await stack.query('submission', 'DELETE FROM asset_variants WHERE asset_id = $1', [assetId]);
    await stack.query(
      'submission',
      `UPDATE asset_variant_tasks SET status = 'pending', attempts = 0, next_attempt_at = now() + interval '1 hour' WHERE asset_id = $1`,
      [assetId],
    );
    const answer = await open(urlOf(assetId, 480, 'avif'));
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'image/png',
      'private, no-cache',
    ]);
    // No variant will ever have these names.
    for (const name of [urlOf(assetId, 481, 'avif'), urlOf(assetId, 1_600, 'avif'), urlOf(assetId, 480, 'png')])
      expect((await open(name)).status).toBe(404);
    // An image that waits, as those do that were there before, gets its variants from the sweep.
    await stack.query('submission', 'UPDATE asset_variant_tasks SET next_attempt_at = now() WHERE asset_id = $1', [
      assetId,
    ]);
    await made(assetId);
    expect((await open(urlOf(assetId, 480, 'avif'))).headers.get('content-type')).toBe('image/avif');
  });

  it('of a private project open for its owner only', async () => {
    const { slug, assetId } = await projectWithHeader('#778899');
    await made(assetId);
    expect((await owner.call('PATCH', `/projects/${slug}`, { json: { visibility: 'private' } })).status).toBe(200);
    const name = urlOf(assetId, 480, 'avif');
    expect([(await open(name)).status, (await open(name, other.token)).status]).toEqual([404, 404]);
    const own = await open(name, participant.token);
    expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    // The signature of the image opens the image alone.
    const [plain, signature] = ((await detail(slug)).header_image_url ?? '').split('?');
    expect((await open(`${plain}?${signature}`)).status).toBe(200);
    expect((await open(`${name}?${signature}`)).status).toBe(404);
  });

  it('go with an image that staff remove, and with a deleted project', async () => {
    const removed = await projectWithHeader('#010203');
    const erased = await projectWithHeader('#040506');
    for (const { assetId } of [removed, erased]) await made(assetId);
    expect((await removeImage(removed.assetId)).status).toBe(200);
    expect((await owner.call('DELETE', `/projects/${erased.slug}`)).status).toBe(200);
    for (const { projectId, assetId } of [removed, erased]) {
      expect(await variantsOf(assetId)).toEqual([]);
      expect(await isStored(projectId, assetId)).toBe(false);
      expect((await open(urlOf(assetId, 480, 'webp'))).status).toBe(404);
    }
  });

  it('go with a deleted account', async () => {
    const holder = await AccountHolder.register(stack);
    const maker = new Participant(stack.credentials.submission_url, holder.account.token, stack.credentials.program_id);
    const slug = await maker.createProject();
    const { body } = await maker.putReadme(slug, LONG_README, { 'front.png': await drawImage({ color: '#0a0b0c' }) });
    const projectId = body.data.project.id;
    const assetId = assetIdOf(body.data.images[0]?.url);
    await made(assetId);
    expect(await isStored(projectId, assetId)).toBe(true);
    await stack.query('submission', `SELECT close_account($1, 'delete')`, [holder.account.id]);
    await waitUntil(
      () => stack.query('submission', 'SELECT id FROM projects WHERE id = $1', [projectId]),
      (projects) => projects.length === 0,
      { giveUpAfterMs: 60_000 },
    );
    expect([await isStored(projectId, assetId), await variantsOf(assetId)]).toEqual([false, []]);
  });
});
