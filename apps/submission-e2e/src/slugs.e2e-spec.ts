import { randomUUID } from 'node:crypto';
import { callApi, sharedStack } from '@shipyard/testing';
import { Participant } from './participant';

interface SlugView {
  slug: string;
  free: boolean;
  reason: string | null;
}

describe('a check of a slug', () => {
  const { credentials } = sharedStack();
  const url = credentials.submission_url;
  const owner = new Participant(url, credentials.participant.token, credentials.program_id);

  const check = async (slug: string) => {
    const { status, body } = await callApi<{ data: SlugView }>(url, 'GET', `/slugs/${encodeURIComponent(slug)}`);
    expect(status).toBe(200);
    return body.data;
  };

  it('needs no token, and finds a new slug free until a project has it', async () => {
    const slug = `s-${randomUUID().slice(0, 20)}`;
    expect(await check(slug)).toEqual({ slug, free: true, reason: null });
    await owner.call('POST', '/projects', { json: { program_id: credentials.program_id, slug, name: 'A' } });
    expect(await check(slug)).toEqual({ slug, free: false, reason: 'taken' });
  });

  it('finds the slug of a private project taken, and that of an erased one too', async () => {
    const [hidden, erased] = [await owner.createProject(), await owner.createProject()];
    await owner.call('PATCH', `/projects/${hidden}`, { json: { visibility: 'private' } });
    await owner.call('DELETE', `/projects/${erased}`);
    for (const slug of [hidden, erased]) expect(await check(slug)).toEqual({ slug, free: false, reason: 'taken' });
  });

  it.each(['sync', 'new', 'admin', 'api', 'studio', 'console', 'assets'])('finds %s reserved', async (slug) => {
    expect(await check(slug)).toEqual({ slug, free: false, reason: 'reserved' });
  });

  it.each(['ab', 'x'.repeat(33), 'My-Slug', 'a_b', 'a b', 'caf\u00e9', '日本語', 'a\0bc', "a'bc", 'a/bc', ' abc'])(
    'finds %j invalid without an error',
    async (slug) => {
      expect(await check(slug)).toEqual({ slug, free: false, reason: 'invalid' });
    },
  );

  it('suggests a free slug for a name if asked to', async () => {
    const name = `清湖号 ${randomUUID().slice(0, 8)}`;
    const suggest = async (text: string) => {
      const path = `/slugs/${encodeURIComponent(text)}?suggest=yes`;
      return (await callApi<{ data: SlugView & { suggestion: string } }>(url, 'GET', path)).body.data;
    };
    const { suggestion } = await suggest(name);
    expect((await check(suggestion)).free).toBe(true);
    await owner.call('POST', '/projects', { json: { program_id: credentials.program_id, slug: suggestion, name } });
    expect((await suggest(name)).suggestion).toBe(`${suggestion}-2`);
    expect((await suggest('강')).suggestion).toBeNull();
  });

  it('agrees with creation', async () => {
    const slugs = ['x'.repeat(33), 'api', await owner.createProject(), `---${randomUUID().slice(0, 20)}---`];
    for (const slug of slugs) {
      const { free } = await check(slug);
      const json = { program_id: credentials.program_id, slug, name: 'A' };
      expect([slug, free]).toEqual([slug, (await owner.call('POST', '/projects', { json })).status === 201]);
    }
  });

  it('changes its ETag when the slug is taken', async () => {
    const slug = `s-${randomUUID().slice(0, 20)}`;
    const first = await callApi(url, 'GET', `/slugs/${slug}`);
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect((await callApi(url, 'GET', `/slugs/${slug}`, { headers })).status).toBe(304);
    await owner.call('POST', '/projects', { json: { program_id: credentials.program_id, slug, name: 'A' } });
    expect((await callApi(url, 'GET', `/slugs/${slug}`, { headers })).status).toBe(200);
  });
});
