import { randomUUID } from 'node:crypto';
import { type ApiAnswer, callApi, drawImage, sharedStack } from '@shipyard/testing';
import { demoPeople, type Failure, logForm, readmeForm, uploadForm } from './participant';

const NO_IMAGE = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
const BROKEN_FRONT_MATTER = '---\ntagline: a: b\n---\n';

/** Requests with several errors: the contract says which one is reported. */
describe('the first of several errors to be reported is', () => {
  const stack = sharedStack();
  const { credentials } = stack;
  const url = credentials.submission_url;
  const { owner, other } = demoPeople(stack);
  let slug: string;
  let projectId: string;
  let foreign: string;
  let foreignId: string;
  let hidden: string;
  let png: Buffer;

  beforeAll(async () => {
    png = await drawImage();
    [slug, foreign, hidden] = [await owner.createProject(), await other.createProject(), await other.createProject()];
    [projectId, foreignId] = [await owner.projectId(slug), await owner.projectId(foreign)];
    await owner.sync({ project_id: projectId, new_logs: [log(1)] });
    await other.call('PATCH', `/projects/${hidden}`, { json: { visibility: 'private' } });
  });

  const log = (sequence: number, text = 'a') => ({ sequence, title: 'A', content_md: text });
  const bare = (method: string, path: string, token?: string, body?: string) =>
    callApi<Failure>(url, method, path, {
      token,
      ...(body !== undefined && { body, headers: { 'content-type': 'application/json' } }),
    });
  const put = (to: string, markdown: string, images: Record<string, Buffer> = {}) =>
    owner.refused('PUT', `/projects/${to}/readme`, { form: readmeForm(markdown, images) });
  const onBase = (markdown: string, base: string) => {
    const form = readmeForm(markdown);
    form.set('base_updated_at', base);
    return form;
  };
  const append = (to: string, title: string, images: Buffer[] = []) =>
    owner.refused('POST', `/projects/${to}/logs`, { form: logForm(title, 'a', images) });
  const patch = (to: string, json: object) => owner.refused('PATCH', `/projects/${to}`, { json });
  const sync = (json: object) => owner.refused('POST', '/projects/sync', { json });
  const upload = (id: string, image: Buffer) =>
    owner.refused('POST', '/assets/upload', { form: uploadForm(id, image) });
  const review = (of: string) => owner.refused('POST', `/projects/${of}/review/request`);
  const inState = async (state: string, work: (of: string) => Promise<ApiAnswer<Failure>>) => {
    const of = await owner.createProject();
    await stack.query('submission', 'UPDATE projects SET state = $2 WHERE slug = $1', [of, state]);
    return work(of);
  };

  it.each<[string, string, () => Promise<ApiAnswer<Failure>>]>([
    ['the route, before a token is missing', 'NOT_FOUND', () => bare('POST', '/nowhere')],
    ['the route, before a token is wrong', 'NOT_FOUND', () => bare('GET', '/nowhere', 'pst_x')],
    ['the token, before a body is broken', 'AUTH_TOKEN_INVALID', () => bare('POST', '/projects', 'pst_x', '{')],
    ['the token, before a project is missing', 'AUTH_TOKEN_MISSING', () => bare('GET', '/projects/nowhere/status')],
    [
      'a wrong token, before a public project is missing',
      'AUTH_TOKEN_INVALID',
      () => bare('GET', '/projects/nowhere', 'pst_x'),
    ],
    [
      'the new password, before the token of a reset is wrong',
      'VALIDATION_FAILED',
      () => bare('POST', '/accounts/reset', undefined, JSON.stringify({ reset_token: 'prt_x', password: 'short' })),
    ],
    [
      'a wrong API token, before the token of a reset is wrong',
      'AUTH_TOKEN_INVALID',
      () => bare('POST', '/accounts/reset', 'pst_x', '{'),
    ],
    [
      'the role, before an account is missing',
      'FORBIDDEN',
      () => owner.refused('POST', '/admin/accounts/nobody/reset-link', { json: { colour: 'red' } }),
    ],
    ['the body, before a project is missing', 'VALIDATION_FAILED', () => patch('nowhere', { colour: 'red' })],
    ['the body, before a project is foreign', 'VALIDATION_FAILED', () => patch(foreign, { name: '' })],
    ['a README without text, before its project is missing', 'VALIDATION_FAILED', () => put('nowhere', ' ')],
    [
      'the name of a part, before its project is missing',
      'VALIDATION_FAILED',
      () => put('nowhere', '# a', { '../a.png': png }),
    ],
    [
      'the bytes of a part, before its project is foreign',
      'IMAGE_TOO_LARGE',
      () => put(foreign, '# a', { 'a.png': Buffer.alloc(5 * 1024 * 1024 + 1) }),
    ],
    ['the title of a log, before its project is missing', 'VALIDATION_FAILED', () => append('nowhere', '', [NO_IMAGE])],
    [
      'the config of a sync, before its project is missing',
      'VALIDATION_FAILED',
      () => sync({ project_id: 'nowhere', config: { name: '' } }),
    ],
    [
      'a sequence that is there twice, before a project is foreign',
      'VALIDATION_FAILED',
      () => sync({ project_id: foreignId, new_logs: [log(1), log(1)] }),
    ],
    [
      'a field where there is none, before a project is missing',
      'VALIDATION_FAILED',
      () => owner.refused('POST', '/projects/nowhere/review/request', { json: { a: 1 } }),
    ],
    [
      'a program that is missing, before a slug is taken',
      'PROGRAM_NOT_FOUND',
      () => owner.refused('POST', '/projects', { json: { program_id: 'nowhere', slug, name: 'A' } }),
    ],
    [
      'a project that is missing, before its images are none',
      'PROJECT_NOT_FOUND',
      () => put('nowhere', '![a](a.png)', { 'b.png': NO_IMAGE }),
    ],
    [
      'a private project that is not there for others, before its images are none',
      'PROJECT_NOT_FOUND',
      () => append(hidden, 'A', [NO_IMAGE]),
    ],
    [
      'the owner of a README, before its images and front matter',
      'FORBIDDEN',
      () => put(foreign, `${BROKEN_FRONT_MATTER}![a](a.png)`, { 'b.png': NO_IMAGE }),
    ],
    ['the owner of a log, before its images', 'FORBIDDEN', () => append(foreign, 'A', [NO_IMAGE])],
    ['the owner of an image, before its bytes', 'FORBIDDEN', () => upload(foreignId, NO_IMAGE)],
    [
      'the owner of a project, before the header image it names',
      'FORBIDDEN',
      () => patch(foreign, { header_image: 'cloud://x/y.png' }),
    ],
    [
      'a project that is missing, before the README of its sync',
      'PROJECT_NOT_FOUND',
      () =>
        sync({ project_id: randomUUID(), readme_markdown: `${BROKEN_FRONT_MATTER}![a](a.png)`, new_logs: [log(1)] }),
    ],
    [
      'a project that is missing, before the bytes of its image',
      'PROJECT_NOT_FOUND',
      () => upload(randomUUID(), NO_IMAGE),
    ],
    [
      'the owner of a project, before its state',
      'FORBIDDEN',
      () => inState('review_pending', (of) => other.refused('POST', `/projects/${of}/review/request`)),
    ],
    [
      'the owner of a project that is to go, before its state',
      'FORBIDDEN',
      () => inState('review_pending', (of) => other.refused('DELETE', `/projects/${of}`)),
    ],
    [
      'a program that is missing, before the owner of its slug',
      'PROGRAM_NOT_FOUND',
      () => other.refused('POST', '/projects', { json: { program_id: 'nowhere', slug, name: 'A' } }),
    ],
    [
      'the fields of a project, before its program',
      'VALIDATION_FAILED',
      () => owner.refused('POST', '/projects', { json: { program_id: 'nowhere', slug: 'new', name: 'A' } }),
    ],
    [
      'the owner of a sync, before its README',
      'FORBIDDEN',
      () => sync({ project_id: foreignId, readme_markdown: '![a](a.png)' }),
    ],
    ['the owner of a project, before its readiness', 'FORBIDDEN', () => review(foreign)],
    [
      'the bytes of images, before references that lack theirs',
      'README_ATTACHMENT_NOT_IMAGE',
      () => put(slug, `${BROKEN_FRONT_MATTER}![a](a.png)`, { 'b.png': NO_IMAGE }),
    ],
    [
      'the bytes of images, before references that can never be right',
      'README_ATTACHMENT_NOT_IMAGE',
      () => put(slug, '![a](../a.png) ![b](cloud://x/y.png)', { 'b.png': NO_IMAGE }),
    ],
    [
      'references that can never be right, before those that lack their image',
      'VALIDATION_FAILED',
      () => put(slug, '![a](a.png) ![b](../b.png)'),
    ],
    [
      'the time of the base, before a project is missing',
      'VALIDATION_FAILED',
      () => owner.refused('PUT', '/projects/nowhere/readme', { form: onBase('# a', 'yesterday') }),
    ],
    [
      'front matter, before the README is newer than its base',
      'README_FRONT_MATTER_INVALID',
      async () => {
        await owner.putReadme(slug, '# a');
        const form = onBase(BROKEN_FRONT_MATTER, '2020-01-01T00:00:00Z');
        return owner.refused('PUT', `/projects/${slug}/readme`, { form });
      },
    ],
    [
      'a preview without text, before its project is missing',
      'VALIDATION_FAILED',
      () => owner.refused('POST', '/projects/nowhere/readme/preview', { json: {} }),
    ],
    [
      'the owner of a preview, before its front matter',
      'FORBIDDEN',
      () => owner.refused('POST', `/projects/${foreign}/readme/preview`, { json: { markdown: BROKEN_FRONT_MATTER } }),
    ],
    ['references, before front matter', 'README_IMAGE_MISSING', () => put(slug, `${BROKEN_FRONT_MATTER}![a](a.png)`)],
    [
      'references of a sync, before a sequence is taken',
      'README_IMAGE_MISSING',
      () => sync({ project_id: projectId, readme_markdown: '![a](a.png)', new_logs: [log(1)] }),
    ],
    [
      'front matter of a sync, before a sequence is taken',
      'README_FRONT_MATTER_INVALID',
      () => sync({ project_id: projectId, readme_markdown: BROKEN_FRONT_MATTER, new_logs: [log(1)] }),
    ],
    [
      'images of a log, before a sequence is taken',
      'VALIDATION_FAILED',
      () => sync({ project_id: projectId, new_logs: [log(1, '![a](a.png)')] }),
    ],
    [
      'a sequence that is taken, before a README is missing',
      'LOG_SEQUENCE_EXISTS',
      () => sync({ project_id: projectId, config: { project_status: 'completed' }, new_logs: [log(1)] }),
    ],
    [
      'a review under way, before README and logs are missing',
      'REVIEW_IN_PROGRESS',
      () => inState('review_pending', review),
    ],
    [
      'a state that allows none, before README and logs are missing',
      'STATE_CONFLICT',
      () => inState('approved_to_ship', review),
    ],
  ])('%s', async (_, code, ask) => {
    expect((await ask()).body.error).toBe(code);
  });
});
