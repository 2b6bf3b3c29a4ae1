import { callApi, drawImage, sharedStack } from '@shipyard/testing';
import { LONG_README, Participant, type ProjectView } from './participant';

describe('the images of a private project', () => {
  const { credentials, submissionUrl } = sharedStack();
  const owner = new Participant(credentials.submission_url, credentials.participant.token, credentials.program_id);
  let slug: string;

  beforeAll(async () => {
    slug = await owner.createReadyProject(LONG_README);
    await owner.appendLog(slug, 'With an image', 'a', [await drawImage({ color: '#123456' })]);
  });

  const detail = async () => (await owner.call<ProjectView>('GET', `/projects/${slug}`)).body.data;
  const open = (address: string, token?: string) => callApi(submissionUrl, 'GET', address, { token });

  it('have signed URLs for their owner, and open only with these or a token', async () => {
    const { body } = await owner.call<{ project: ProjectView }>('PATCH', `/projects/${slug}`, {
      json: { visibility: 'private' },
    });
    const project = await detail();
    expect(body.data.project).toEqual(project);
    const signed = [project.header_image_url ?? '', project.logs[0]?.image_urls[0] ?? ''];
    for (const address of signed) {
      expect(address).toMatch(/^\/api\/v1\/assets\/[\w-]+\.png\?expires=\d+&signature=/);
      const { status, headers } = await open(address);
      expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
        200,
        'image/png',
        'private, no-cache',
      ]);
      const plain = address.split('?')[0] ?? '';
      expect((await open(plain)).status).toBe(404);
      expect((await open(plain, credentials.participant.token)).status).toBe(200);
      expect((await open(plain, credentials.other_participant.token)).status).toBe(404);
      expect((await open(address.replace(/expires=\d+/, 'expires=99999999999'))).status).toBe(404);
      expect((await open(`${plain}?expires=1&expires=2&signature=a`)).status).toBe(404);
    }
    // The signature of one image is invalid for another.
    expect((await open(`${signed[0]?.split('?')[0]}?${signed[1]?.split('?')[1]}`)).status).toBe(404);
    const logs = await owner.call<{ logs: { image_urls: string[] }[] }>('GET', `/projects/${slug}/logs`);
    expect(logs.body.data.logs[0]?.image_urls[0]).toContain('signature=');
    expect(project.readme_html).not.toContain('signature=');
  });

  it('have signed URLs in the responses to writes too', async () => {
    const written = await owner.putReadme(slug, '![a](a.png)', { 'a.png': await drawImage({ color: '#010101' }) });
    const logged = await owner.appendLog(slug, 'Another image', 'a', [await drawImage({ color: '#020202' })]);
    for (const address of [
      written.body.data.images[0]?.url,
      logged.body.data.log.image_urls[0],
      logged.body.data.project.logs[0]?.image_urls[0],
    ]) {
      expect((await open(address ?? '')).status).toBe(200);
    }
    expect(logged.body.data.project.logs[0]).toEqual(logged.body.data.log);
  });

  it('have plain URLs again when the project is public', async () => {
    await owner.call('PATCH', `/projects/${slug}`, { json: { visibility: 'public' } });
    const { header_image_url: address } = await detail();
    expect(address).toMatch(/^\/api\/v1\/assets\/[\w-]+\.png$/);
    const { headers } = await open(address ?? '');
    expect(headers.get('cache-control')).toBe('public, max-age=86400, stale-while-revalidate=604800');
    // Shared caches hold it for a minute.
    expect(headers.get('cdn-cache-control')).toBe('max-age=60');
  });

  it('can be revalidated only by those who may see them', async () => {
    const { header_image_url: address } = await detail();
    const { headers } = await open(address ?? '');
    const revalidate = (token?: string) =>
      callApi(submissionUrl, 'GET', address ?? '', { token, headers: { 'if-none-match': headers.get('etag') ?? '' } });
    expect((await revalidate()).status).toBe(304);
    await owner.call('PATCH', `/projects/${slug}`, { json: { visibility: 'private' } });
    expect([(await revalidate()).status, (await revalidate(credentials.participant.token)).status]).toEqual([404, 304]);
    expect((await revalidate(credentials.participant.token)).headers.get('cache-control')).toBe('private, no-cache');
  });
});
