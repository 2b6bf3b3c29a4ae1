import { dataOf, type ShipyardClient } from '@shipyard/client';
import { partName } from '@shipyard/markdown';
import { ToolFailure } from '../failures';
import { freshKey } from '../idempotency-key';
import type { ProjectFolder } from '../project-folder';
import { closedObject, fieldsOf } from '../schemas';
import { ADDS, ADDS_ONCE, type Tool } from '../tool';
import { readStatus, SLUG } from './projects';

export const createUpload: Tool = {
  name: 'create_upload',
  title: 'Get a URL for an image',
  description:
    'Returns a URL that takes the bytes of one image for 10 minutes, without a token: `curl -T pots.png "$upload_url"`. Then call upload_image with the upload_id. If you can send no bytes, the person opens the README editor of the studio.',
  annotations: ADDS,
  scope: 'projects:write',
  inputSchema: closedObject({ slug: SLUG }),
  outputSchema: closedObject({
    upload_id: { type: 'string' },
    upload_url: { type: 'string' },
    method: { type: 'string' },
    expires_at: { type: 'string' },
    max_bytes: { type: 'integer' },
  }),
  run: async ({ client }, args) => {
    const { upload } = await dataOf(
      client.POST('/api/v1/projects/{slug}/uploads', {
        params: { path: { slug: args.text('slug') } },
        headers: freshKey(),
      }),
    );
    const { id, url, method, expires_at, max_bytes } = upload;
    return {
      data: { upload_id: id, upload_url: url, method, expires_at, max_bytes },
      told: `Send the bytes of one image with ${method} to the upload_url before ${expires_at}. Then call upload_image with the upload_id. Give the URL to nobody else.`,
    };
  },
};

export const uploadImage: Tool = {
  name: 'upload_image',
  title: 'Add an image',
  description:
    'Adds a PNG, JPEG, WebP or GIF to a project, without its metadata such as the place: a file of the folder by its path (stdio only), or what was sent to the URL of create_upload, by its upload_id. Write the returned file_id in the README or a log: `![What it shows](cloud://…)`.',
  annotations: ADDS_ONCE,
  scope: 'projects:write',
  inputSchema: closedObject(
    {
      slug: SLUG,
      path: {
        type: 'string',
        minLength: 1,
        description: 'The file, relative to the folder of the server (stdio only).',
      },
      upload_id: { type: 'string', minLength: 1, description: 'From create_upload.' },
    },
    ['path', 'upload_id'],
  ),
  outputSchema: closedObject(fieldsOf('AssetView', ['file_id', 'url', 'content_type', 'bytes', 'width', 'height'])),
  run: async ({ client, folder }, args) => {
    const slug = args.text('slug');
    const path = args.optionalText('path');
    const uploadId = args.optionalText('upload_id');
    if ((path === undefined) === (uploadId === undefined)) throw new ToolFailure(ONE_OF_BOTH);
    if (path !== undefined && folder === null) throw new ToolFailure(NO_FILES);
    const asset =
      path !== undefined && folder !== null
        ? await sendFile(client, folder, slug, path)
        : await takeUpload(client, slug, uploadId ?? '');
    return { data: { ...asset }, told: `Added. Use it as ![What it shows](${asset.file_id}).` };
  },
};

const ONE_OF_BOTH = 'Send path or upload_id: a file of the folder, or an upload of create_upload.\n(VALIDATION_FAILED)';
const NO_FILES =
  'This connection has no folder, so it takes no path. Call create_upload, send the bytes to its URL, and pass upload_id.\n(VALIDATION_FAILED)';
const NOTHING_SENT =
  'No image was sent to the URL of this upload. Send its bytes, then call this again. After 10 minutes call create_upload again.\n(ASSET_NOT_FOUND)';

async function sendFile(client: ShipyardClient, folder: ProjectFolder, slug: string, path: string) {
  const bytes = await folder.readImage(path);
  const { project } = await readStatus(client, slug);
  const form = new FormData();
  form.set('project_id', project.id);
  form.set('path', partName(path.replaceAll('\\', '/')));
  form.set('file', new Blob([bytes]), 'image');
  return dataOf(
    client.POST('/api/v1/assets/upload', {
      body: { project_id: project.id, file: '' },
      bodySerializer: () => form,
      headers: freshKey(),
    }),
  );
}

async function takeUpload(client: ShipyardClient, slug: string, uploadId: string) {
  const { upload } = await dataOf(
    client.GET('/api/v1/projects/{slug}/uploads/{uploadId}', { params: { path: { slug, uploadId } } }),
  );
  if (upload.asset === null) throw new ToolFailure(NOTHING_SENT, 'ASSET_NOT_FOUND');
  return upload.asset;
}
