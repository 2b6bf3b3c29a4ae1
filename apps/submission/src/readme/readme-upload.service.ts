import { Injectable } from '@nestjs/common';
import { instantOf } from '@shipyard/contracts';
import { inputInvalid, type ResponseRecorder } from '@shipyard/http';
import { partPath, planImages } from '@shipyard/markdown';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../accounts';
import { type Asset, AssetsService, UnreadableImages } from '../assets';
import { AssetUrlsService, fileId, ProjectReadsService } from '../project-reads';
import { ProjectsService, ProjectWrites } from '../projects';
import type { FilePart, MultipartForm } from '../uploads/multipart-form';
import { readmeErrors } from './readme.errors';
import { ReadmeService, readReadmeBody } from './readme.service';
import type { ReadmeAnswer } from './readme.view';

@Injectable()
export class ReadmeUploadService {
  constructor(
    private readonly writes: ProjectWrites,
    private readonly projects: ProjectsService,
    private readonly reads: ProjectReadsService,
    private readonly assets: AssetsService,
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
    const markdown = readMarkdown(form);
    const baseUpdatedAt = readBase(form);
    const keepsImages = readKeepImages(form);
    const parts = partsByPath(form.files);
    const project = await this.projects.findOwn(slug, caller);
    const parsed = await this.readmes.parseCharged(caller.accountId, 'readme', markdown);
    const kept = keepsImages ? await this.readmes.uploadedImages(project.id) : new Map<string, Asset>();
    for (const path of parts.keys()) kept.delete(path);
    const plan = planImages(parsed.references, new Set([...parts.keys(), ...kept.keys()]), project.id);
    for (const path of kept.keys()) if (!plan.paths.has(path)) kept.delete(path);
    const pathOf = new Map([...parts].map(([path, part]) => [part, path]));
    const urlOf = this.assetUrls.of(project.visibility === 'private');
    const isKept = (part: FilePart) =>
      plan.refusals.length === 0 && plan.missing.length === 0 && plan.paths.has(pathOf.get(part) ?? '');
    try {
      return await this.assets.withImages(caller, project.id, form, isKept, async (images) => {
        const sent = images.map(({ part, asset }) => [pathOf.get(part) ?? '', asset] as const);
        const assetsByPath = new Map([...kept, ...sent]);
        const rendered = await this.readmes.finish(project.id, parsed, plan, assetsByPath);
        const uploaded = {
          images: [...assetsByPath].map(([path, { id, extension }]) => ({
            path,
            file_id: fileId(project.id, id, extension),
            url: urlOf(id, extension),
          })),
          unreferenced_parts: form.files
            .filter((part) => !plan.paths.has(pathOf.get(part) ?? ''))
            .map(({ name }) => name),
        };
        return this.writes.run(project.id, async (manager) => {
          if (baseUpdatedAt) await this.assertNotNewer(manager, project.id, baseUpdatedAt);
          const namedAssetIds = [...rendered.namedAssetIds, ...[...kept.values()].map(({ id }) => id)];
          await this.readmes.write(manager, project.id, { ...rendered, namedAssetIds }, images);
          return recorder.record(
            manager,
            { project: await this.reads.record(manager, project.id), ...uploaded },
            project.id,
          );
        });
      });
    } catch (error) {
      if (!(error instanceof UnreadableImages)) throw error;
      throw readmeErrors.README_ATTACHMENT_NOT_IMAGE({
        message: `These images are damaged, or are not PNG, JPEG, WebP or GIF: ${error.parts.join(', ')}. Replace them.`,
        details: { parts: error.parts },
      });
    }
  }

  /** Locks the project, so that of two writers with one base the second sees what the first wrote. */
  private async assertNotNewer(manager: EntityManager, projectId: string, base: Date): Promise<void> {
    await this.projects.lockOwn(manager, projectId);
    const [newer] = await manager.query<{ updatedAt: Date }[]>(
      'SELECT updated_at AS "updatedAt" FROM readmes WHERE project_id = $1 AND updated_at > $2::timestamptz',
      [projectId, base],
    );
    if (newer) throw readmeErrors.README_CHANGED({ details: { updated_at: newer.updatedAt } });
  }
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
