import { drawImage, sharedStack, waitUntil } from '@shipyard/testing';
import { Client } from 'pg';
import { type Failure, Participant, readmeForm } from './participant';

/** The image is removed between the look-up of a request and its write. */
describe('an image that is removed during a request', () => {
  const stack = sharedStack();
  const { credentials, view } = stack;
  const owner = new Participant(credentials.submission_url, credentials.participant.token, credentials.program_id);
  let remover: Client;

  beforeAll(async () => {
    remover = new Client({ connectionString: view.databaseUrls.submission });
    await remover.connect();
  });

  afterAll(() => remover.end());

  /** `answerAfter` locks the project until the request waits for it, and then removes the image. */
  const projectWithImage = async () => {
    const slug = await owner.createProject();
    const projectId = await owner.projectId(slug);
    const png = await drawImage({ color: '#654321' });
    const { file_id } = (await owner.uploadAsset(projectId, png)).body.data;
    const answerAfter = async <Answer>(request: () => Promise<Answer>): Promise<Answer> => {
      await remover.query('BEGIN');
      await remover.query('SELECT FROM projects WHERE id = $1 FOR UPDATE', [projectId]);
      const answer = request();
      await waitUntil(
        () => stack.query('submission', 'SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() <> pid'),
        (waiting) => waiting.length > 0,
      );
      await remover.query('DELETE FROM assets WHERE project_id = $1', [projectId]);
      await remover.query('COMMIT');
      return answer;
    };
    return { slug, projectId, png, file_id, answerAfter };
  };
  const refusal = ({ status, body }: { status: number; body: Failure }) => [status, body.error, body.details];
  const naming = (field: string) => [
    400,
    'VALIDATION_FAILED',
    { fields: [{ field, message: expect.any(String) as string }] },
  ];

  it('is refused if a README refers to it, and nothing of the README is stored', async () => {
    const { slug, file_id, answerAfter } = await projectWithImage();
    const answer = await answerAfter(() =>
      owner.refused('PUT', `/projects/${slug}/readme`, { form: readmeForm(`![a](${file_id})`) }),
    );
    expect(refusal(answer)).toEqual(naming('readme'));
    expect((await owner.refused('GET', `/projects/${slug}/readme`)).body.error).toBe('README_NOT_FOUND');
  });

  it('is stored again if the request contains its bytes', async () => {
    const { slug, png, file_id, answerAfter } = await projectWithImage();
    const answer = await answerAfter(() => owner.putReadme(slug, '![a](a.png)', { 'a.png': png }));
    expect(answer.status).toBe(200);
    const [image] = answer.body.data.images;
    expect(image?.file_id).not.toBe(file_id);
    expect((await fetch(new URL(image?.url ?? '', credentials.submission_url))).status).toBe(200);
  });

  it('is stored again by an upload of the same bytes', async () => {
    const { projectId, png, file_id, answerAfter } = await projectWithImage();
    const answer = await answerAfter(() => owner.uploadAsset(projectId, png));
    expect([answer.status, answer.body.data.file_id === file_id]).toEqual([201, false]);
    expect((await fetch(new URL(answer.body.data.url, credentials.submission_url))).status).toBe(200);
  });

  it.each<[string, string, (fileId: string) => object]>([
    ['the README', 'readme_markdown', (fileId) => ({ readme_markdown: `![a](${fileId})` })],
    [
      'a log',
      'new_logs[0].content_md',
      (fileId) => ({ new_logs: [{ sequence: 1, title: 'a', content_md: `![a](${fileId})` }] }),
    ],
    ['the header image', 'config.header_image', (fileId) => ({ config: { header_image: fileId } })],
  ])('is refused if a sync refers to it in %s', async (_, field, json) => {
    const { slug, projectId, file_id, answerAfter } = await projectWithImage();
    const answer = await answerAfter(() =>
      owner.refused('POST', '/projects/sync', { json: { project_id: projectId, ...json(file_id) } }),
    );
    expect(refusal(answer)).toEqual(naming(field));
    expect((await owner.status(slug)).project).toMatchObject({ log_count: 0, header_image: null });
  });
});
