import { isTextField, PROJECT_FIELD_NAMES, PROJECT_FIELDS } from '@shipyard/contracts';
import { drawImage, sharedStack } from '@shipyard/testing';
import { Participant, type ProjectView } from './participant';

describe('PATCH /projects/:slug', () => {
  const { credentials } = sharedStack();
  const owner = new Participant(credentials.submission_url, credentials.participant.token, credentials.program_id);
  const other = new Participant(
    credentials.submission_url,
    credentials.other_participant.token,
    credentials.program_id,
  );
  let slug: string;

  beforeAll(async () => {
    slug = await owner.createProject();
  });

  const patch = (json: object, to = slug) => owner.call<{ project: ProjectView }>('PATCH', `/projects/${to}`, { json });

  it('changes the sent fields, normalized, and returns the record', async () => {
    const { status, body } = await patch({
      name: 'Cafe\u0301',
      tagline: 'Wind',
      tags: [' Solar ', 'solar'],
      demo_urls: ['https://example.org/a'],
      color: 'teal',
      visibility: 'unlisted',
    });
    expect(status).toBe(200);
    expect(body.data.project).toMatchObject({
      slug,
      name: 'Caf\u00e9',
      tagline: 'Wind',
      tags: ['solar'],
      demo_urls: ['https://example.org/a'],
      color: 'teal',
      visibility: 'unlisted',
    });
    const { body: after } = await patch({ tagline: '' });
    expect(after.data.project).toMatchObject({
      name: 'Caf\u00e9',
      tagline: '',
      tags: ['solar'],
      color: 'teal',
      visibility: 'unlisted',
    });
  });

  it('changes nothing when nothing is sent', async () => {
    const { body } = await owner.call<ProjectView>('GET', `/projects/${slug}`);
    expect((await patch({})).body.data.project).toEqual(body.data);
  });

  it.each<[string, object]>([
    ['name', { name: '' }],
    ...PROJECT_FIELD_NAMES.filter(isTextField).flatMap((field): [string, object][] => [
      [field, { [field]: 'x'.repeat(PROJECT_FIELDS[field].line.max + 1) }],
      [field, { [field]: null }],
    ]),
    ['tags', { tags: null }],
    ['tags', { tags: ['x'.repeat(33)] }],
    ['demo_urls', { demo_urls: ['ftp://example.org'] }],
    ['demo_urls', { demo_urls: Array.from({ length: 11 }, () => 'https://example.org') }],
    ['color', { color: 'black' }],
    ['visibility', { visibility: 'secret' }],
    ['header_image', { header_image: 7 }],
    ['header_image', { header_image: 'https://example.org/a.png' }],
    [
      'header_image',
      { header_image: 'cloud://------------------------------------/------------------------------------.png' },
    ],
    ['slug', { slug: 'another' }],
    ['state', { state: 'shipped' }],
  ])('refuses a wrong %s: %j', async (field, json) => {
    const { status, body } = await owner.refused('PATCH', `/projects/${slug}`, { json });
    expect([status, body.error, body.details]).toEqual([
      400,
      'VALIDATION_FAILED',
      { fields: [expect.objectContaining({ field })] },
    ]);
  });

  it('refuses null for optional fields', async () => {
    const json = { program_id: credentials.program_id, slug: 'null-fields', name: 'A', tagline: null };
    expect((await owner.refused('POST', '/projects', { json })).body.error).toBe('VALIDATION_FAILED');
  });

  it("refuses another participant's project, and one that does not exist", async () => {
    expect((await other.refused('PATCH', `/projects/${slug}`, { json: { name: 'Mine' } })).body.error).toBe(
      'FORBIDDEN',
    );
    expect((await owner.refused('PATCH', '/projects/no-such-slug', { json: {} })).body.error).toBe('PROJECT_NOT_FOUND');
    const hidden = await owner.createProject();
    await patch({ visibility: 'private' }, hidden);
    expect((await other.refused('PATCH', `/projects/${hidden}`, { json: { name: 'Mine' } })).body.error).toBe(
      'PROJECT_NOT_FOUND',
    );
  });

  it('and front matter overwrite each other, the later one wins', async () => {
    const tagline = async () => (await owner.call<ProjectView>('GET', `/projects/${slug}`)).body.data.tagline;
    await owner.putReadme(slug, '---\ntagline: Of the README\n---\n# A');
    expect(await tagline()).toBe('Of the README');
    await patch({ tagline: 'Of the patch' });
    expect(await tagline()).toBe('Of the patch');
    await owner.putReadme(slug, '# None');
    expect(await tagline()).toBe('Of the patch');
    await owner.putReadme(slug, '---\ntagline: Again\n---\n# A');
    expect(await tagline()).toBe('Again');
  });

  it('changes the fields that the front matter of the README has, so that saving it again keeps them', async () => {
    const named = await owner.createProject();
    const markdown = (yaml: string) => `---\n${yaml}extra: [kept] # too\n---\n# A\n\ntagline: Old\n`;
    await owner.putReadme(named, markdown('# Mine\ntagline: >-\n  Old\ntags:\n- a\nname: "Boat" # first\n'));
    const source = async () =>
      (await owner.call<{ markdown: string }>('GET', `/projects/${named}/readme`)).body.data.markdown;
    const before = await owner.readmeTime(named);
    await patch({ name: 'Boat', color: 'teal' }, named);
    expect(await owner.readmeTime(named)).toBe(before);
    const fields = { name: 'Ship: one', tagline: 'New', tags: ['b', 'c'], demo_urls: ['https://example.org/'] };
    await patch(fields, named);
    expect(await source()).toBe(markdown('# Mine\ntagline: New\ntags:\n- b\n- c\nname: "Ship: one" # first\n'));
    expect(Date.parse(await owner.readmeTime(named))).toBeGreaterThan(Date.parse(before));
    await owner.putReadme(named, await source());
    expect((await owner.call<ProjectView>('GET', `/projects/${named}`)).body.data).toMatchObject(fields);
  });

  it("keeps a header image when a README has none, and replaces it with a README's", async () => {
    const decorated = await owner.createProject();
    const images = { 'a.png': await drawImage(), 'b.png': await drawImage({ color: '#00ff00' }) };
    const { body } = await owner.putReadme(decorated, '![a](a.png) ![b](b.png)', images);
    const [first, second] = body.data.images.map(({ file_id }) => file_id);
    const header = async () => (await owner.call<ProjectView>('GET', `/projects/${decorated}`)).body.data.header_image;
    expect(await header()).toBe(first);

    expect((await patch({ header_image: second }, decorated)).body.data.project.header_image).toBe(second);
    await owner.putReadme(decorated, '# None');
    expect(await header()).toBe(second);
    await owner.putReadme(decorated, `![a](${first})`);
    expect(await header()).toBe(first);
    await owner.putReadme(decorated, '# None');
    expect(await header()).toBeNull();

    await patch({ header_image: second }, decorated);
    expect((await patch({ header_image: null }, decorated)).body.data.project.header_image).toBeNull();
    const foreign = await owner.refused('PATCH', `/projects/${slug}`, { json: { header_image: second } });
    expect([foreign.status, foreign.body.error]).toEqual([400, 'VALIDATION_FAILED']);
    const misnamed = await owner.refused('PATCH', `/projects/${decorated}`, {
      json: { header_image: second?.replace('.png', '.gif') },
    });
    expect(misnamed.body.error).toBe('VALIDATION_FAILED');
  });
});
