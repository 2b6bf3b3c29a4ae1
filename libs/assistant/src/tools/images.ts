import { IMAGE_LIMIT_BYTES } from '@shipyard/contracts';
import { dataOf } from '@shipyard/client';
import { partName } from '@shipyard/markdown';
import { ToolFailure } from '../failures';
import { freshKey } from '../idempotency-key';
import { closedObject, fieldsOf } from '../schemas';
import { ADDS_ONCE, type Tool, type ToolContext } from '../tool';
import type { ToolArguments } from '../tool-arguments';
import { readStatus, SLUG } from './projects';

const FROM_FOLDER = {
  path: {
    type: 'string',
    minLength: 1,
    description: 'The path of the image, relative to the folder of the server.',
  },
};

/** The longest prefix of a data: URL that is cut off. */
const PREFIX_LENGTH = 64;

const FROM_ARGUMENTS = {
  data: {
    type: 'string',
    minLength: 1,
    // Four characters for three bytes.
    maxLength: Math.ceil(IMAGE_LIMIT_BYTES / 3) * 4 + PREFIX_LENGTH,
    description:
      'The bytes of the image in base64. A prefix such as data:image/png;base64, may stay. At most 5 MB before encoding.',
  },
};

const ADDS_IMAGE =
  'Adds a PNG, JPEG, WebP or GIF to a project, without its metadata such as the place. Write the returned file_id in the README or a log: `![What it shows](cloud://…)`.';

/** Few web assistants can pass on a file of their person, and what a model writes itself is short. */
const WITHOUT_FOLDER =
  'Pass the bytes on from a file that you can read. If you cannot, the person adds the image in the README editor of the studio. An image that is on the web can stay there: write its https:// URL. But the page may show it as a link, and only an uploaded image can be the header image.';

const PREFIX = /^data:[\w.+/-]{0,50};base64,/;
const BASE64 = /^[0-9A-Za-z+/]*={0,2}$/;

export const uploadImage = (hasFolder: boolean): Tool => ({
  name: 'upload_image',
  title: 'Upload an image',
  description: `${ADDS_IMAGE} ${hasFolder ? '' : WITHOUT_FOLDER}`.trim(),
  annotations: ADDS_ONCE,
  scope: 'projects:write',
  inputSchema: closedObject({ slug: SLUG, ...(hasFolder ? FROM_FOLDER : FROM_ARGUMENTS) }),
  outputSchema: closedObject(fieldsOf('AssetView', ['file_id', 'url', 'content_type', 'bytes', 'width', 'height'])),
  run: async (context, args) => {
    const bytes = await bytesOf(context, args);
    const { project } = await readStatus(context.client, args.text('slug'));
    const form = new FormData();
    form.set('project_id', project.id);
    if (context.folder !== null) form.set('path', partName(args.text('path').replaceAll('\\', '/')));
    form.set('file', new Blob([bytes]), 'image');
    const asset = await dataOf(
      context.client.POST('/api/v1/assets/upload', {
        body: { project_id: project.id },
        bodySerializer: () => form,
        headers: freshKey(),
      }),
    );
    return { data: { ...asset }, told: `Uploaded. Use it as ![What it shows](${asset.file_id}).` };
  },
});

async function bytesOf({ folder }: ToolContext, args: ToolArguments): Promise<Uint8Array<ArrayBuffer>> {
  if (folder !== null) return folder.readImage(args.text('path'));
  const data = args.text('data').replace(PREFIX, '');
  if (!BASE64.test(data)) throw new ToolFailure('data is not base64. Encode the bytes of the image.');
  return Uint8Array.from(Buffer.from(data, 'base64'));
}
