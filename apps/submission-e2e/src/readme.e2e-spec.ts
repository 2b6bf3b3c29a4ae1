import { callApi, drawPicture, sharedStack } from '@shipyard/testing';
import { Participant, readmeForm } from './participant';

describe('a README and its parts', () => {
  const stack = sharedStack();
  const { credentials } = stack;
  const owner = new Participant(credentials.submission_url, credentials.participant.token, credentials.program_id);
  let slug: string;

  beforeEach(async () => {
    slug = await owner.createProject();
  });

  it('stores no part that nothing refers to, and lists it', async () => {
    const [used, unused] = [await drawPicture({ colour: '#111111' }), await drawPicture({ colour: '#222222' })];
    const { body } = await owner.putReadme(slug, '![a](a%20b.png)', { './a b.png': used, 'unused.png': unused });
    expect(body.data.images.map(({ path }) => path)).toEqual(['a b.png']);
    expect(body.data.unreferenced_parts).toEqual(['unused.png']);
    expect(body.data.project.url).toBe(`/projects/${slug}`);
    expect(await stack.query('submission', 'SELECT id FROM assets WHERE project_id = $1', [body.data.project.id])).toHaveLength(1);
  });

  it.each([
    ['two that come to one path', ['a.png', './a.png']],
    ['one above the root', ['../a.png']],
    ['one from the root', ['/a.png']],
    ['one on a drive', ['C:/a.png']],
  ])('refuses parts: %s', async (_, names) => {
    const picture = await drawPicture();
    const answer = await owner.refused('PUT', `/projects/${slug}/readme`, { form: readmeForm('# a', Object.fromEntries(names.map((name) => [name, picture]))) });
    expect([answer.status, answer.body.error]).toEqual([400, 'VALIDATION_FAILED']);
    expect(answer.body.details).toMatchObject({ fields: [{ field: names.at(-1) }] });
  });

  it('is kept with LF alone and without a BOM', async () => {
    await owner.putReadme(slug, '\uFEFF# A\r\n\r\nb\r\n');
    expect((await owner.call<{ markdown: string }>('GET', `/projects/${slug}/readme`)).body.data.markdown).toBe('# A\n\nb\n');
  });

  it('is read from any origin, as nothing that needs a token is, and unknown query parameters are ignored', async () => {
    await owner.putReadme(slug, '# A');
    const read = await callApi(credentials.submission_url, 'GET', `/projects/${slug}/readme?unknown=1`);
    expect([read.status, read.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    for (const [method, path] of [['GET', '/accounts/me'], ['GET', `/projects/${slug}/status`], ['PATCH', `/projects/${slug}`]] as const) {
      expect((await owner.call(method, path, method === 'PATCH' ? { json: {} } : {})).headers.has('access-control-allow-origin')).toBe(false);
    }
  });
});
