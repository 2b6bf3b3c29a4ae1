import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { Inject, Injectable } from '@nestjs/common';
import { envelopeErrors, inputInvalid, RequestFault, type ResponseRecorder } from '@shipyard/http';
import type { AbortSignalLike } from '@shipyard/platform/cancellation';
import { isDatabaseUnavailable, violatedConstraint } from '@shipyard/platform/database';
import { partPath } from '@shipyard/markdown';
import { uuidv7 } from '@shipyard/platform/ids';
import type { Logger } from '@shipyard/platform/logger';
import { ObjectStore } from '@shipyard/platform/object-store';
import type { EntityManager } from 'typeorm';
import { DataSource, In } from 'typeorm';
import type { Caller } from '../accounts';
import { QueueOverloaded } from '@shipyard/platform/fair-queue';
import { ProjectsService, ProjectWrites } from '../projects';
import { LOGGER } from '../runtime.module';
import { readBody } from '../text/body';
import type { FilePart, MultipartForm } from '../uploads/multipart-form';
import { uploadErrors } from '../uploads/uploads.errors';
import { Asset } from './asset.entity';
import { type AssetView, toAssetView } from './asset.view';
import { assetErrors } from './assets.errors';
import { type CleanedFile, ImageCleaner } from './image-cleaner.service';
import { ImageTooLarge, ImageUnreadable } from './image-faults';
import { keysOf, objectKey } from './object-keys';

export interface UploadedImage {
  part: FilePart;
  asset: Asset;
  isNew: boolean;
  stagedAt: number;
}

interface SentImages {
  caller: Caller;
  projectId: string;
  form: MultipartForm;
  isKept: (part: FilePart) => boolean;
}

interface ImageUpload<Rendered, Result> extends SentImages {
  render: (images: UploadedImage[]) => Promise<Rendered>;
  write: (manager: EntityManager, images: UploadedImage[], rendered: Rendered) => Promise<Result>;
}

/** As long as the name of a part, which is a path too. */
export const PATH_LIMIT_BYTES = 1024;
const TRIES = 3;
const RETRY_AFTER_SECONDS = 10;
/** Half of the sweeper's delay. The other half is longer than a transaction can last after its insert. */
const ROW_WITHIN_MS = 30 * 60_000;
const ASSET_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

@Injectable()
export class AssetsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly writes: ProjectWrites,
    private readonly store: ObjectStore,
    private readonly projects: ProjectsService,
    private readonly cleaner: ImageCleaner,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async upload(caller: Caller, recorder: ResponseRecorder, form: MultipartForm): Promise<AssetView> {
    const { projectId, path } = readUpload(form);
    const project = await this.projects.findOwnById(projectId, caller);
    return this.addOne({ caller, projectId: project.id, form }, async (manager, asset) => {
      if (path !== null) await this.keepPaths(manager, project.id, new Map([[path, asset]]));
      return recorder.record(manager, toAssetView(asset), project.id);
    });
  }

  /** Adds the one image of a form. `finish` ends its transaction, and may refuse it. */
  addOne<Result>(
    sent: Omit<SentImages, 'isKept'>,
    finish: (manager: EntityManager, asset: Asset) => Promise<Result>,
  ): Promise<Result> {
    return this.withImages({
      ...sent,
      isKept: () => true,
      render: () => Promise.resolve(),
      write: async (manager, images) => {
        await this.projects.lockOwn(manager, sent.projectId);
        await this.insert(manager, images);
        const [image] = images;
        if (!image) throw new Error('The image that was sent was not stored');
        return finish(manager, image.asset);
      },
    }).catch(refuseUnreadable);
  }

  /**
   * Stores images together with what shows them:
   * 1. Clean each image, unless the project already has these bytes. Throws UnreadableImages with all failures.
   *    Accounts take turns, and a disconnect cancels.
   * 2. Put the new images that `isKept` wants into the store, so that a row never names a missing object.
   * 3. Run `render`, then `write` in a transaction, which writes the rows of the images with `insert`. If one of them
   *    fails, remove the new objects.
   * Starts again if another request brought the same image, or a known image was removed meanwhile.
   */
  async withImages<Rendered, Result>(upload: ImageUpload<Rendered, Result>): Promise<Result> {
    const { projectId, render, write } = upload;
    for (let left = TRIES; ; left -= 1) {
      const images = await this.prepare(upload);
      try {
        const rendered = await render(images);
        return await this.writes.run(projectId, (manager) => write(manager, images, rendered));
      } catch (error) {
        await this.discard(images, error);
        const isOvertaken = violatedConstraint(error) === 'assets_content_key' || error instanceof AssetsGone;
        if (!isOvertaken || left <= 1) throw error;
      }
    }
  }

  /**
   * Call it in the transaction of the document. Refuses images staged so long ago that the sweeper may remove their
   * files.
   */
  async insert(manager: EntityManager, images: UploadedImage[]): Promise<void> {
    const uploaded = images.filter(({ isNew }) => isNew);
    const [first] = uploaded;
    if (first) {
      await manager.insert(
        Asset,
        uploaded.map(({ asset }) => asset),
      );
      await this.projects.assertImagesFit(manager, first.asset.projectId);
    }
    const [known] = images.filter(({ isNew }) => !isNew).map(({ asset }) => asset);
    if (known)
      await this.hold(
        manager,
        known.projectId,
        images.map(({ asset }) => asset.id),
      );
    if (uploaded.some(({ stagedAt }) => Date.now() - stagedAt > ROW_WITHIN_MS)) {
      throw new RequestFault({
        kind: 'unavailable',
        cause: new Error('The images of a request waited too long for their rows'),
      });
    }
  }

  /** Call it while the project is locked. Of several paths of an image the last one is kept. */
  async keepPaths(manager: EntityManager, projectId: string, assets: ReadonlyMap<string, Asset>): Promise<void> {
    const paths = new Map([...assets].map(([path, { id }]) => [id, path]));
    if (paths.size === 0) return;
    await manager.query(
      `UPDATE assets SET path = named.path FROM unnest($2::uuid[], $3::text[]) AS named (id, path)
       WHERE project_id = $1 AND assets.id = named.id AND assets.path IS DISTINCT FROM named.path`,
      [projectId, [...paths.keys()], [...paths.values()]],
    );
  }

  /** Locks assets until the transaction ends. Throws AssetsGone if one was removed since its look-up. */
  async hold(manager: EntityManager, projectId: string, assetIds: string[]): Promise<void> {
    const wanted = new Set(assetIds);
    if (wanted.size === 0) return;
    const held = await manager.query<unknown[]>(
      'SELECT id FROM assets WHERE project_id = $1 AND id = ANY ($2::uuid[]) FOR KEY SHARE',
      [projectId, [...wanted]],
    );
    if (held.length < wanted.size)
      throw new AssetsGone('An image was removed while something that shows it was being written');
  }

  async removeFiles(assets: Pick<Asset, 'id' | 'projectId' | 'extension'>[]): Promise<void> {
    for (const asset of assets) {
      await Promise.all(keysOf(asset).map((key) => this.store.delete(key))).catch((error: unknown) => {
        this.logger.warn(
          { err: error, asset_id: asset.id },
          'The files of an image without a row stay until the sweep',
        );
      });
    }
  }

  /** Returns null if it was removed. */
  open(projectId: string, file: string): ReturnType<ObjectStore['get']> {
    return this.store.get(`assets/${projectId}/${file}`);
  }

  async find(assetId: string): Promise<Asset> {
    const asset = ASSET_ID.test(assetId) ? await this.dataSource.manager.findOneBy(Asset, { id: assetId }) : null;
    if (!asset) throw assetErrors.ASSET_NOT_FOUND();
    return asset;
  }

  /** Call it while the project is locked. */
  has(manager: EntityManager, projectId: string, assetId: string): Promise<boolean> {
    return manager.existsBy(Asset, { projectId, id: assetId });
  }

  findInProject(projectId: string, assetIds: string[]): Promise<Asset[]> {
    return assetIds.length === 0
      ? Promise.resolve([])
      : this.dataSource.manager.findBy(Asset, { projectId, id: In(assetIds) });
  }

  /** One after the other, so that a request holds at most one in memory. */
  private async prepare({ caller, projectId, form, isKept }: SentImages): Promise<UploadedImage[]> {
    const images: UploadedImage[] = [];
    const unreadable: string[] = [];
    try {
      for (const part of form.files) {
        const clean = <Result>(use: (image: CleanedFile) => Promise<Result>) =>
          this.withClean(caller, part, form.disconnect, use);
        try {
          if (isKept(part)) images.push(await this.prepareOne(projectId, part, images, clean));
          else await clean(() => Promise.resolve());
        } catch (error) {
          if (!(error instanceof ImageUnreadable)) throw error;
          unreadable.push(part.name);
        }
      }
      if (unreadable.length > 0) throw new UnreadableImages(unreadable);
      return images;
    } catch (error) {
      await this.discard(images, error);
      throw error;
    }
  }

  private async prepareOne(
    projectId: string,
    part: FilePart,
    before: UploadedImage[],
    clean: Cleaning,
  ): Promise<UploadedImage> {
    const uploadedSha256 = await sha256Of(part.path);
    const twin = before.find(({ asset }) => asset.uploadedSha256.equals(uploadedSha256));
    if (twin) return { part, asset: twin.asset, isNew: false, stagedAt: twin.stagedAt };
    const known = await this.findByContent(projectId, uploadedSha256);
    if (known) return { part, asset: known, isNew: false, stagedAt: Date.now() };
    return clean(async ({ path, extension, bytes, width, height }) => {
      const servedSha256 = await sha256Of(path);
      const content = { uploadedSha256, servedSha256, extension, bytes, width, height };
      const asset: Asset = { id: uuidv7(), projectId, path: null, ...content };
      const stagedAt = Date.now();
      await this.store.put(objectKey(asset), createReadStream(path));
      return { part, asset, isNew: true, stagedAt };
    });
  }

  /** An image that was downloaded from here comes back with the bytes that are served. */
  private async findByContent(projectId: string, sha256: Buffer): Promise<Asset | null> {
    const known = await this.dataSource.manager.findOneBy(Asset, { projectId, uploadedSha256: sha256 });
    return known ?? this.dataSource.manager.findOneBy(Asset, { projectId, servedSha256: sha256 });
  }

  private async withClean<Result>(
    caller: Caller,
    part: FilePart,
    disconnect: AbortSignalLike,
    use: (image: CleanedFile) => Promise<Result>,
  ): Promise<Result> {
    const image = await this.cleaner.clean(caller.accountId, part.path, disconnect).catch((error: unknown) => {
      if (error instanceof QueueOverloaded) throw tooBusy(error);
      if (error instanceof ImageTooLarge) throw tooLarge(error, part.name);
      throw error;
    });
    try {
      return await use(image);
    } finally {
      await rm(image.path, { force: true });
    }
  }

  private async discard(images: UploadedImage[], reason: unknown): Promise<void> {
    // A transaction on a broken connection may have been committed. The sweeper removes objects without a row later.
    if (isDatabaseUnavailable(reason)) return;
    await this.removeFiles(images.filter(({ isNew }) => isNew).map(({ asset }) => asset));
  }
}

type Cleaning = <Result>(use: (image: CleanedFile) => Promise<Result>) => Promise<Result>;

async function sha256Of(file: string): Promise<Buffer> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest();
}

const tooBusy = (cause: QueueOverloaded) =>
  envelopeErrors.SERVICE_UNAVAILABLE({
    message: 'Too many images are waiting to be processed. Try again in a moment.',
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
    cause,
  });

const tooLarge = ({ limit, unit, message }: ImageTooLarge, part: string) =>
  uploadErrors.IMAGE_TOO_LARGE({
    message: `The image ${part} ${message}. Send a smaller one.`,
    details: { limit, unit, part },
  });

function readUpload({ texts, files }: MultipartForm): { projectId: string; path: string | null } {
  const projectId = texts.get('project_id')?.toString();
  if (projectId === undefined) throw inputInvalid('project_id', 'is required', 'missing');
  const unknown = files.find(({ name }) => name !== 'file');
  if (unknown) throw inputInvalid(unknown.name, 'is not a known part: send the image in the part file', 'unknown');
  const [file, second] = files;
  if (!file) throw inputInvalid('file', 'is required', 'missing');
  if (second) throw inputInvalid('file', 'was sent twice: send one image per request');
  const sent = texts.get('path');
  return { projectId, path: sent ? readPath(sent) : null };
}

function readPath(sent: Buffer): string {
  const result = partPath(readBody('path', sent, PATH_LIMIT_BYTES));
  if ('problem' in result) throw inputInvalid('path', result.problem);
  return result.path;
}

/** An image was removed after its look-up. A retry sees the new state. */
export class AssetsGone extends Error {}

export class UnreadableImages extends Error {
  constructor(readonly parts: string[]) {
    super(`Not acceptable as images: ${parts.join(', ')}`);
  }
}

export function refuseUnreadable(error: unknown): never {
  if (!(error instanceof UnreadableImages)) throw error;
  const [part = ''] = error.parts;
  throw uploadErrors.IMAGE_TYPE_UNSUPPORTED({
    message: `The part ${part} is damaged, or is not a PNG, JPEG, WebP or GIF image. Send another file.`,
    details: { part },
  });
}
