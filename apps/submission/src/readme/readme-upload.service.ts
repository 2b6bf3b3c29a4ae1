import { Injectable } from '@nestjs/common';
import { instantOf } from '@shipyard/contracts';
import { inputInvalid, type ResponseRecorder } from '@shipyard/http';
import { partPath } from '@shipyard/markdown';
import type { Caller } from '../accounts';
import { UnreadableImages } from '../assets';
import { AssetUrlsService, fileId, ProjectReadsService } from '../project-reads';
import { ProjectsService } from '../projects';
import type { FilePart, MultipartForm } from '../uploads/multipart-form';
import { readmeErrors } from './readme.errors';
import { readReadmeBody, ReadmeService, type ReadmeUpload } from './readme.service';
import type { ReadmeAnswer } from './readme.view';

@Injectable()
export class ReadmeUploadService {
  constructor(
    private readonly projects: ProjectsService,
    private readonly reads: ProjectReadsService,
    private readonly assetUrls: AssetUrlsService,
    private readonly readmes: ReadmeService,
  ) {}

  /**
   * Replaces the README, all or nothing:
   * 1. Check the shape: the text, the time of its base, and one part per path.
   * 2. Check that the project exists and is the caller's.
   * 3. Check the content: the bytes of every image, then the README's references, then its front matter.
   * 4. Write README, properties, header image and asset rows in one transaction, unless the README is newer than its base.
   */
  async put(caller: Caller, recorder: ResponseRecorder, slug: string, form: MultipartForm): Promise<ReadmeAnswer> {
    const upload = readUpload(form);
    const { id: projectId, visibility } = await this.projects.findOwn(slug, caller);
    const urlOf = this.assetUrls.of(visibility === 'private');
    return this.readmes
      .replace(caller, projectId, upload, async (manager, assetsByPath) => {
        const images = [...assetsByPath].map(([path, { id, extension }]) => ({
          path,
          file_id: fileId(projectId, id, extension),
          url: urlOf(id, extension),
        }));
        const unreferenced = [...upload.parts].filter(([path]) => !assetsByPath.has(path));
        const answer = {
          project: await this.reads.record(manager, projectId),
          images,
          unreferenced_parts: unreferenced.map(([, { name }]) => name),
        };
        return recorder.record(manager, answer, projectId);
      })
      .catch(refuseUnreadable);
  }
}

function refuseUnreadable(error: unknown): never {
  if (!(error instanceof UnreadableImages)) throw error;
  throw readmeErrors.README_ATTACHMENT_NOT_IMAGE({
    message: `These images are damaged, or are not PNG, JPEG, WebP or GIF: ${error.parts.join(', ')}. Replace them.`,
    details: { parts: error.parts },
  });
}

function readUpload(form: MultipartForm): ReadmeUpload {
  const markdown = readMarkdown(form);
  const baseUpdatedAt = readBase(form);
  const keepsImages = readKeepImages(form);
  return { form, markdown, baseUpdatedAt, keepsImages, parts: partsByPath(form.files) };
}

function readMarkdown({ texts }: MultipartForm): string {
  const bytes = texts.get('readme');
  if (!bytes) throw inputInvalid('readme', 'is required', 'missing');
  return readReadmeBody('readme', bytes);
}

function readBase({ texts }: MultipartForm): Date | null {
  const sent = texts.get('base_updated_at');
  if (!sent) return null;
  const base = instantOf(sent.toString());
  if (!base) throw inputInvalid('base_updated_at', 'must be an ISO 8601 time, as GET readme returns it in updated_at');
  return base;
}

function readKeepImages({ texts }: MultipartForm): boolean {
  const sent = texts.get('keep_images')?.toString() ?? 'false';
  if (sent !== 'true' && sent !== 'false') throw inputInvalid('keep_images', 'must be true or false');
  return sent === 'true';
}

function partsByPath(files: FilePart[]): Map<string, FilePart> {
  const parts = new Map<string, FilePart>();
  for (const part of files) {
    const result = partPath(part.name);
    if ('problem' in result) throw inputInvalid(part.name, `is not a valid part name: it ${result.problem}`);
    if (parts.has(result.path)) throw inputInvalid(part.name, 'has the same path as another part');
    parts.set(result.path, part);
  }
  return parts;
}
