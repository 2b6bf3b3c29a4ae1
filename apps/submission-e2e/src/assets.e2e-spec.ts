import { callApi, drawPhonePhoto, drawImage, sharedStack } from '@shipyard/testing';
import sharp from 'sharp';
import { Participant } from './participant';

describe('assets', () => {
  const stack = sharedStack();
  const { credentials } = stack;
  const url = credentials.submission_url;
  const owner = new Participant(url, credentials.participant.token, credentials.program_id);
  const other = new Participant(url, credentials.other_participant.token, credentials.program_id);
  let projectId: string;

  beforeAll(async () => {
    projectId = await owner.projectId(await owner.createProject());
  });

  const form = (parts: Record<string, string | Buffer>) => {
    const made = new FormData();
    for (const [name, part] of Object.entries(parts)) {
      if (typeof part === 'string') made.set(name, part);
      else made.set(name, new Blob([new Uint8Array(part)]), 'picture');
    }
    return made;
  };
  const refused = (parts: Record<string, string | Buffer>, by = owner) =>
    by.refused('POST', '/assets/upload', { form: form(parts) });

  it('are uploaded, served without metadata, and stored once for the same bytes', async () => {
    const photo = await drawPhonePhoto();
    const first = await owner.uploadAsset(projectId, photo);
    expect(first.status).toBe(201);
    const { file_id, url: address, ...rest } = first.body.data;
    expect(file_id).toMatch(new RegExp(`^cloud://${projectId}/[0-9a-f-]{36}\\.jpg$`));
    expect(address).toBe(`/api/v1/assets/${file_id.split('/').at(-1)}`);
    const served = await fetch(new URL(address, url));
    const bytes = Buffer.from(await served.arrayBuffer());
    expect(rest).toEqual({ content_type: 'image/jpeg', bytes: bytes.length, width: 40, height: 60 });
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
    expect((await owner.uploadAsset(projectId, photo)).body.data).toEqual(first.body.data);
  });

  it('are one asset when ten requests upload the same bytes at once', async () => {
    const image = await drawImage({ color: '#123123' });
    const answers = await Promise.all(Array.from({ length: 10 }, () => owner.uploadAsset(projectId, image)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201));
    expect(new Set(answers.map(({ body }) => body.data.file_id)).size).toBe(1);
  });

  it.each<[string, () => Record<string, string | Buffer>, string]>([
    ['a project_id', () => ({ file: Buffer.from('a') }), 'project_id'],
    ['a file', () => ({ project_id: projectId }), 'file'],
    ['a file of that name', () => ({ project_id: projectId, image: Buffer.from('a') }), 'image'],
    ['a known text part', () => ({ project_id: projectId, note: 'a', file: Buffer.from('a') }), 'note'],
  ])('need %s', async (_, parts, field) => {
    const answer = await refused(parts());
    expect([answer.status, answer.body.error]).toEqual([400, 'VALIDATION_FAILED']);
    expect(answer.body.details).toMatchObject({ fields: [{ field }] });
  });

  it('refuse bytes that are not an image, and leave nothing behind', async () => {
    const before: number = (await assetIds()).length;
    for (const file of [
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      (await drawImage()).subarray(0, 40),
    ]) {
      const answer = await refused({ project_id: projectId, file });
      expect([answer.status, answer.body.error]).toEqual([400, 'IMAGE_TYPE_UNSUPPORTED']);
    }
    expect(await assetIds()).toHaveLength(before);
  });

  it('refuse an image that is one byte larger than 5 MB', async () => {
    const answer = await refused({ project_id: projectId, file: Buffer.alloc(5 * 1024 * 1024 + 1) });
    expect([answer.status, answer.body.error]).toEqual([413, 'IMAGE_TOO_LARGE']);
    expect(answer.body.details).toEqual({ limit: 5 * 1024 * 1024, unit: 'bytes', part: 'file' });
  });

  it('can be added only by the owner of an existing project', async () => {
    const file = await drawImage();
    expect((await refused({ project_id: projectId, file }, other)).body.error).toBe('FORBIDDEN');
    expect((await refused({ project_id: 'nowhere', file })).body.error).toBe('PROJECT_NOT_FOUND');
    expect((await refused({ project_id: '0192f0c1-0000-7000-8000-000000000000', file })).body.error).toBe(
      'PROJECT_NOT_FOUND',
    );
    expect((await callApi(url, 'POST', '/assets/upload', { form: form({ project_id: projectId, file }) })).status).toBe(
      401,
    );
  });

  const assetIds = () => stack.query('submission', 'SELECT id FROM assets WHERE project_id = $1', [projectId]);
});
