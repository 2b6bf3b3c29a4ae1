import { drawImage, sharedStack } from '@shipyard/testing';
import { Participant, readmeForm } from './participant';

describe('images that came with the README before', () => {
  const stack = sharedStack();
  const { credentials } = stack;
  const owner = new Participant(credentials.submission_url, credentials.participant.token, credentials.program_id);
  let slug: string;
  let first: Buffer;

  beforeEach(async () => {
    slug = await owner.createProject();
    first = await drawImage({ format: 'jpeg' });
    await owner.putReadme(slug, '![a](a.jpg) ![b](b.jpg)', { 'a.jpg': first, 'b.jpg': await drawImage({ width: 40 }) });
  });

  const put = (markdown: string, keepImages: string | null, images: Record<string, Buffer> = {}) => {
    const form = readmeForm(markdown, images);
    if (keepImages !== null) form.set('keep_images', keepImages);
    return owner.refused('PUT', `/projects/${slug}/readme`, { form });
  };
  const html = async () => (await owner.call<{ html: string }>('GET', `/projects/${slug}/readme`)).body.data.html;
  const urls = (text: string) => [...text.matchAll(/<img[^>]*src="([^"]*)"/g)].map(([, url]) => url);
  const imagesOf = async () =>
    (
      await stack.query(
        'submission',
        'SELECT path FROM readme_images WHERE project_id = (SELECT id FROM projects WHERE slug = $1) ORDER BY path',
        [slug],
      )
    ).map(({ path }) => path);

  it('stay with keep_images where the new one names them, are the same files, and are listed', async () => {
    const [a, b] = urls(await html());
    const kept = await put('![b](./b.jpg) ![c](c.jpg)', 'true', { 'c.jpg': await drawImage({ width: 50 }) });
    expect(kept.status).toBe(200);
    expect(urls(await html())[0]).toBe(b);
    expect(await imagesOf()).toEqual(['b.jpg', 'c.jpg']);
    const { images } = (kept.body as unknown as { data: { images: { path: string; url: string }[] } }).data;
    expect(images.map(({ path }) => path).sort()).toEqual(['b.jpg', 'c.jpg']);
    expect(images.find(({ path }) => path === 'b.jpg')?.url).toBe(b);
    const gone = await put('![a](a.jpg)', 'true');
    expect([gone.status, gone.body.error, gone.body.details]).toEqual([
      400,
      'README_IMAGE_MISSING',
      { missing: ['a.jpg'] },
    ]);
    expect(a).not.toBe(b);
  });

  it('are replaced by a part of their path', async () => {
    const [a] = urls(await html());
    expect((await put('![a](a.jpg)', 'true', { 'a.jpg': await drawImage({ width: 60 }) })).status).toBe(200);
    expect(urls(await html())[0]).not.toBe(a);
  });

  it('must be sent again without it', async () => {
    for (const keepImages of [null, 'false']) {
      const refused = await put('![a](a.jpg)', keepImages);
      expect([refused.body.error, refused.body.details]).toEqual(['README_IMAGE_MISSING', { missing: ['a.jpg'] }]);
    }
    const odd = await put('![a](a.jpg)', 'yes');
    expect([odd.status, odd.body.error]).toEqual([400, 'VALIDATION_FAILED']);
  });
});
