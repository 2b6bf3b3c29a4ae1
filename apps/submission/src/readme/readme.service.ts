import { Injectable } from '@nestjs/common';
import { type ProjectFields, README_LIMIT_BYTES } from '@shipyard/contracts';
import { inputInvalid, type VersionedRead } from '@shipyard/http';
import {
  foreignImage,
  type ImageReference,
  plainParagraphs,
  planImages,
  type ReadmeImages,
  RENDERER_VERSION,
} from '@shipyard/markdown';
import {
  type FrontMatter,
  FrontMatterInvalid,
  parseFrontMatter,
  splitFrontMatter,
} from '@shipyard/markdown/front-matter';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import { type Caller, writingToolOf } from '../accounts';
import {
  type Asset,
  type AssetFinder,
  assetFinder,
  AssetsService,
  type UploadedImage,
  ForeignImagesService,
  NO_FOREIGN_IMAGES,
  type ShownForeignImages,
  shownImages,
} from '../assets';
import { MarkdownRenderer, type RenderedDocument, type Rendering } from '../markdown/markdown-renderer';
import { refuseUnrenderable } from '../markdown/unrenderable';
import { assetUrl, ProjectReadsService, readReadme } from '../project-reads';
import { lockForDocument, ProjectsService, updateProject } from '../projects';
import { readBody, readText } from '../text/body';
import type { FilePart, MultipartForm } from '../uploads/multipart-form';
import { keepRevision } from './readme-revision-rows';
import { findUploaded } from './readme-rows';
import { readmeErrors } from './readme.errors';
import { Readme } from './readme.entity';
import type { ReadmeView } from './readme.view';

export interface ReadmeUpload {
  form: MultipartForm;
  markdown: string;
  /** Null if a newer README is replaced too. */
  baseUpdatedAt: Date | null;
  /** Whether images of the README before stay where the new one names them. */
  keepsImages: boolean;
  parts: ReadonlyMap<string, FilePart>;
}

export interface RenderedReadme {
  markdown: string;
  html: string;
  headerAssetId: string | null;
  fields: Partial<ProjectFields>;
  assetsByPath: Map<string, Asset>;
  namedAssetIds: string[];
  foreign: ShownForeignImages;
}

export interface EditedReadme {
  markdown: string;
  html: string;
  updatedAt: Date;
  pictures: { path: string; url: string; bytes: number }[];
}

@Injectable()
export class ReadmeService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly projects: ProjectsService,
    private readonly reads: ProjectReadsService,
    private readonly assets: AssetsService,
    private readonly foreignImages: ForeignImagesService,
    private readonly renderer: MarkdownRenderer,
  ) {}

  async get(slug: string, caller: Caller | null): Promise<VersionedRead<ReadmeView>> {
    const { projectId, isPrivate, hasReadme, version } = await this.reads.visibleProject(slug, caller);
    if (!hasReadme) throw readmeErrors.README_NOT_FOUND();
    const read = async (keepPrivate: () => void) => {
      const readme = await readReadme(this.reads.reads, projectId, caller);
      if (!readme) throw readmeErrors.README_NOT_FOUND();
      if (readme.isPrivate) keepPrivate();
      return { markdown: readme.markdown, html: readme.html, updated_at: readme.updatedAt };
    };
    return { version, isPrivate, read };
  }

  async prepare(projectId: string, field: string, text: string, rendering: Rendering): Promise<RenderedReadme> {
    const parsed = await this.parse(field, text, rendering);
    const plan = planImages(parsed.references, new Set(), projectId);
    return this.finish(projectId, parsed, plan, new Map());
  }

  /** What its owner edits. Null while there is no README. */
  async edited(projectId: string, caller: Caller): Promise<EditedReadme | null> {
    const [readme, images] = await Promise.all([
      readReadme(this.dataSource.manager, projectId, caller),
      this.uploadedImages(projectId),
    ]);
    if (!readme) return null;
    const pictures = [...images].map(([path, { id, extension, bytes }]) => ({
      path,
      url: assetUrl(id, extension),
      bytes,
    }));
    return { markdown: readme.markdown, html: readme.html, updatedAt: readme.updatedAt, pictures };
  }

  /** The images that came with the README as it is stored, by their paths. */
  private async uploadedImages(projectId: string): Promise<Map<string, Asset>> {
    const uploaded = await findUploaded(this.dataSource.manager, projectId);
    const found = await this.assets.findInProject(
      projectId,
      uploaded.map(({ assetId }) => assetId),
    );
    const byId = new Map(found.map((asset) => [asset.id, asset]));
    return new Map(
      uploaded.flatMap(({ path, assetId }) => {
        const asset = byId.get(assetId);
        return asset ? [[path, asset] as const] : [];
      }),
    );
  }

  /** Replaces the README and stores its images, all or nothing. `answer` ends the transaction. */
  async replace<Answer>(
    caller: Caller,
    projectId: string,
    upload: ReadmeUpload,
    answer: (manager: EntityManager, assetsByPath: ReadonlyMap<string, Asset>) => Promise<Answer>,
  ): Promise<Answer> {
    const { form, parts, baseUpdatedAt } = upload;
    const rendering = this.renderer.startChargedRendering(caller.accountId);
    const parsed = await this.parse('readme', upload.markdown, rendering);
    const kept = upload.keepsImages ? await this.uploadedImages(projectId) : new Map<string, Asset>();
    for (const path of parts.keys()) kept.delete(path);
    const plan = planImages(parsed.references, new Set([...parts.keys(), ...kept.keys()]), projectId);
    for (const path of kept.keys()) if (!plan.paths.has(path)) kept.delete(path);
    if (upload.keepsImages) {
      const named = await this.namedBefore(projectId, plan.missing, isPathIn);
      plan.missing = plan.missing.filter((path) => !named.has(path));
    }
    const pathOf = new Map([...parts].map(([path, part]) => [part, path]));
    const isRefused = plan.refusals.length > 0 || plan.missing.length > 0;
    return this.assets.withImages({
      ...{ caller, projectId, form },
      isKept: (part) => !isRefused && plan.paths.has(pathOf.get(part) ?? ''),
      render: (images) => {
        const sent = images.map(({ part, asset }) => [pathOf.get(part) ?? '', asset] as const);
        return this.finish(projectId, parsed, plan, new Map([...kept, ...sent]));
      },
      write: async (manager, images, rendered) => {
        if (baseUpdatedAt) await this.assertNotNewer(manager, projectId, baseUpdatedAt);
        const namedAssetIds = [...rendered.namedAssetIds, ...[...kept.values()].map(({ id }) => id)];
        await this.write(manager, caller, projectId, { ...rendered, namedAssetIds }, images);
        return answer(manager, rendered.assetsByPath);
      },
    });
  }

  /** Drops missing images and those in `without`. Null without a README. Rejects like the renderer unless `isPlain`. */
  async rerender(projectId: string, isPlain: boolean, without?: ReadonlySet<string>): Promise<string | null> {
    const readme = await this.dataSource.manager.findOneBy(Readme, { projectId });
    if (!readme) return null;
    const { body } = splitFrontMatter(readme.markdown);
    if (isPlain) return plainParagraphs(body);
    const rendering = this.renderer.startRendering(projectId);
    const { images: references, rendered } = await rendering.read(body);
    if (rendered) return rendered.html;
    const own = await this.ownImages(projectId, references, without);
    const { shown } = await this.relink(readme, references);
    return (await rendering.render(body, new Map([...own, ...shown]))).html;
  }

  /** Shows an earlier README with the images that the project still has. Throws VALIDATION_FAILED if it takes too long. */
  async renderEarlier(caller: Caller, projectId: string, markdown: string): Promise<string> {
    const { body } = splitFrontMatter(markdown);
    const rendering = this.renderer.startChargedRendering(caller.accountId);
    const { images: references, rendered } = await rendering.read(body).catch(refuseUnrenderable('readme'));
    if (rendered) return rendered.html;
    const own = await this.ownImages(projectId, references);
    const foreign = await this.foreignImages.findReady(projectId, references);
    const shown = new Map([...own, ...foreign]);
    return (await rendering.render(body, shown).catch(refuseUnrenderable('readme'))).html;
  }

  /** The images of the project that the references name, without those of `without`. */
  private async ownImages(projectId: string, references: ImageReference[], without?: ReadonlySet<string>) {
    const uploaded = await findUploaded(this.dataSource.manager, projectId);
    const named = references.flatMap(({ target }) => (target.kind === 'stored' ? (target.assetId ?? []) : []));
    const shownIds = [...uploaded.map(({ assetId }) => assetId), ...named].filter((id) => !without?.has(id));
    const found = await this.assets.findInProject(projectId, shownIds);
    const byId = new Map(found.map((asset) => [asset.id, asset]));
    const byPath = new Map(uploaded.map(({ path, assetId }) => [path, byId.get(assetId)]));
    return shownImages(references, assetFinder(byId, byPath));
  }

  private async relink({ projectId, updatedAt }: Readme, references: ImageReference[]): Promise<ShownForeignImages> {
    const foreign = await this.foreignImages.find(projectId, references);
    await this.dataSource.transaction(async (manager) => {
      // Locks the project first, like all writers, because a changed README gives the project a new version.
      await lockForDocument(manager, projectId);
      const held = await manager.query<unknown[]>(
        'SELECT FROM readmes WHERE project_id = $1 AND updated_at = $2 FOR UPDATE',
        [projectId, updatedAt],
      );
      if (held.length > 0) await this.foreignImages.link(manager, projectId, { kind: 'readme' }, foreign);
    });
    return foreign;
  }

  private async finish(
    projectId: string,
    parsed: ParsedReadme,
    plan: ReadmeImages,
    assetsByPath: Map<string, Asset>,
  ): Promise<RenderedReadme> {
    const { field, markdown, yaml, body, references, rendering } = parsed;
    const stored = await this.resolveStored(projectId, field, plan);
    const fields = yaml === null ? {} : this.projects.readFrontMatter(readFrontMatter(yaml));
    const find = assetFinder(stored, assetsByPath);
    const foreign = parsed.rendered ? NO_FOREIGN_IMAGES : await this.foreignImages.find(projectId, references);
    const shown = new Map([...shownImages(references, find), ...foreign.shown]);
    const { html } = parsed.rendered ?? (await rendering.render(body, shown).catch(refuseUnrenderable(field)));
    return {
      foreign,
      markdown,
      fields,
      assetsByPath,
      html,
      headerAssetId: headerOf(references, find)?.id ?? null,
      namedAssetIds: [...stored.keys()],
    };
  }

  /** Locks the project, so that of two writers with one base the second sees what the first wrote. */
  async assertNotNewer(manager: EntityManager, projectId: string, base: Date): Promise<void> {
    await this.projects.lockOwn(manager, projectId);
    const [newer] = await manager.query<{ updatedAt: Date }[]>(
      'SELECT updated_at AS "updatedAt" FROM readmes WHERE project_id = $1 AND updated_at > $2::timestamptz',
      [projectId, base],
    );
    if (newer) throw readmeErrors.README_CHANGED({ details: { updated_at: newer.updatedAt } });
  }

  private async parse(field: string, markdown: string, rendering: Rendering): Promise<ParsedReadme> {
    const { yaml, body } = splitFrontMatter(markdown);
    const { images, rendered } = await rendering.read(body).catch(refuseUnrenderable(field));
    return { field, markdown, yaml, body, references: images, rendered, rendering };
  }

  private async resolveStored(projectId: string, field: string, plan: ReadmeImages): Promise<Map<string, Asset>> {
    const [refusal] = plan.refusals;
    if (refusal) throw inputInvalid(field, refusal.message);
    if (plan.missing.length > 0) {
      const unused =
        plan.unused.length > 0 ? ` The README refers to none of these parts: ${plan.unused.join(', ')}.` : '';
      throw readmeErrors.README_IMAGE_MISSING({
        message: `The README refers to these images, but they were not sent: ${plan.missing.join(', ')}.${unused} Send each with PUT readme in a part named by its path, or upload it and refer to its file id.`,
        details: { missing: plan.missing },
      });
    }
    const found = await this.assets.findInProject(projectId, [...plan.storedIds.keys()]);
    const stored = new Map(
      found.filter((asset) => plan.storedIds.get(asset.id) === asset.extension).map((asset) => [asset.id, asset]),
    );
    const lost = [...plan.storedIds.keys()].filter((assetId) => !stored.has(assetId));
    const named = await this.namedBefore(projectId, lost, (markdown, assetId) => markdown.includes(assetId));
    const foreign = lost.find((assetId) => !named.has(assetId));
    if (foreign !== undefined) throw inputInvalid(field, foreignImage(foreign));
    return stored;
  }

  /**
   * Those that the stored README names. They were there when it was saved, so they have been withdrawn or taken down
   * since, and their descriptions stand in their places.
   */
  private async namedBefore(
    projectId: string,
    lost: readonly string[],
    isNamed: (markdown: string, name: string) => boolean,
  ): Promise<Set<string>> {
    if (lost.length === 0) return new Set();
    const readme = await this.dataSource.manager.findOneBy(Readme, { projectId });
    return new Set(lost.filter((name) => readme !== null && isNamed(readme.markdown, name)));
  }

  /** Its time always grows, even for a transaction that began before the one that it waited for. */
  async write(
    manager: EntityManager,
    caller: Caller,
    projectId: string,
    readme: RenderedReadme,
    images: UploadedImage[] = [],
  ): Promise<void> {
    const { fields, headerAssetId } = readme;
    await this.projects.lockOwn(manager, projectId);
    await this.assets.insert(manager, images);
    await this.assets.hold(manager, projectId, readme.namedAssetIds);
    await keepRevision(manager, projectId, readme.markdown);
    await manager.query(
      `INSERT INTO readmes (project_id, markdown, html, renderer_version, written_by) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (project_id) DO UPDATE SET markdown = $2, html = $3, renderer_version = $4, written_by = $5,
         updated_at = greatest(now(), readmes.updated_at + interval '1 millisecond')`,
      [projectId, readme.markdown, readme.html, RENDERER_VERSION, await writingToolOf(manager, caller)],
    );
    await manager.query('DELETE FROM readme_images WHERE project_id = $1', [projectId]);
    await manager.query(
      'INSERT INTO readme_images (project_id, path, asset_id) SELECT $1, path, asset_id FROM unnest($2::text[], $3::uuid[]) AS image (path, asset_id)',
      [projectId, [...readme.assetsByPath.keys()], [...readme.assetsByPath.values()].map(({ id }) => id)],
    );
    await this.assets.keepPaths(manager, projectId, readme.assetsByPath);
    await this.foreignImages.link(manager, projectId, { kind: 'readme' }, readme.foreign);
    await updateProject(manager, projectId, { fields, header: { source: 'readme', assetId: headerAssetId } });
  }
}

/** As Markdown or HTML names an image. */
const isPathIn = (markdown: string, path: string) =>
  ['(', '(<', '"', "'"].some((mark) => markdown.includes(mark + path));

export function readReadmeBody(field: string, bytes: Buffer): string {
  return notBlank(field, readBody(field, bytes, README_LIMIT_BYTES));
}

export function readReadmeText(field: string, text: string): string {
  return notBlank(field, readText(field, text, README_LIMIT_BYTES));
}

function notBlank(field: string, markdown: string): string {
  if (markdown.trim() === '') throw inputInvalid(field, 'must not be empty');
  return markdown;
}

interface ParsedReadme {
  field: string;
  markdown: string;
  yaml: string | null;
  body: string;
  references: ImageReference[];
  rendered: RenderedDocument | null;
  rendering: Rendering;
}

function readFrontMatter(yaml: string): FrontMatter {
  try {
    return parseFrontMatter(yaml);
  } catch (error) {
    if (!(error instanceof FrontMatterInvalid)) throw error;
    const { message, place } = error;
    throw readmeErrors.README_FRONT_MATTER_INVALID(
      place === null ? { message } : { message, details: { line: place.line, column: place.column } },
    );
  }
}

export function headerOf(references: ImageReference[], find: AssetFinder): Asset | null {
  const own = references.filter(({ isImage, target }) => isImage && find(target) !== null);
  const header = own.find(({ isHead }) => isHead) ?? own[0];
  return header ? find(header.target) : null;
}
