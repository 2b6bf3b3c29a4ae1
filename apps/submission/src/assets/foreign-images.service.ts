import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONTENT_TYPES, type ImageExtension } from '@shipyard/contracts';
import { imageKey, type ImageReference } from '@shipyard/markdown';
import { uuidv7 } from '@shipyard/platform/ids';
import { ObjectStore } from '@shipyard/platform/object-store';
import { DataSource, type EntityManager } from 'typeorm';
import { CONFIG, type HttpConfig, type WorkerConfig } from '../config';
import type { ShownImages } from '../markdown/markdown-renderer';
import { IS_VISIBLE, type Reader, readerOf } from '../project-reads';
import { assetErrors } from './assets.errors';
import { MAY_FETCH } from './foreign-image-queue';
import type { ServedImage } from './send-image';

/** Per document. Further images stay links. */
const IMAGES_LIMIT = 100;
/** Per account. Further images stay links. */
const OWNER_LIMIT = 2_000;
const URL_LIMIT = 2_000;
const IMAGE_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const foreignImageKey = (imageId: string) => `foreign-images/${imageId}`;
const addressOf = (imageId: string) => `/api/v1/foreign-images/${imageId}`;

export interface WaitingImage {
  id: string;
  url: string;
}

/** $1: the project. */
const SHOWN_BY_PROJECT = `SELECT image_id FROM readme_foreign_images WHERE project_id = $1
  UNION ALL SELECT link.image_id FROM log_foreign_images link JOIN logs log ON log.id = link.log_id WHERE log.project_id = $1`;

export interface ShownForeignImages {
  urls: string[];
  shown: ShownImages;
}

export const NO_FOREIGN_IMAGES: ShownForeignImages = { urls: [], shown: new Map() };

export type ShowingDocument = { kind: 'readme' } | { kind: 'log'; logId: string };

const LINKS = {
  readme: {
    clear: 'DELETE FROM readme_foreign_images WHERE project_id = $1',
    add: 'INSERT INTO readme_foreign_images (project_id, image_id) SELECT $1, unnest($2::uuid[])',
    markStale: 'UPDATE readmes SET renderer_version = 0 WHERE project_id = $1',
  },
  log: {
    clear: 'DELETE FROM log_foreign_images WHERE log_id = $1',
    add: 'INSERT INTO log_foreign_images (log_id, image_id) SELECT $1, unnest($2::uuid[])',
    markStale: 'UPDATE logs SET renderer_version = 0 WHERE id = $1',
  },
} as const;

/**
 * Keeps copies of remote images, so that visitors' browsers do not contact other hosts:
 * 1. Rendering asks `find` for the copies. An image without a copy gets a row and is shown as a link.
 * 2. The transaction that writes the document calls `link` with what it shows.
 * 3. The worker fetches the images that documents show (`foreign-image-fetcher.ts`), those of a private project only
 *    after its owner allowed them, and has these documents rendered
 *    again.
 * 4. `serve` returns a copy to readers of a document that shows it. The worker removes copies that no document shows.
 */
@Injectable()
export class ForeignImagesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly store: ObjectStore,
    @Inject(CONFIG) private readonly config: Pick<HttpConfig | WorkerConfig, 'IMAGE_PROXY'>,
  ) {}

  async find(projectId: string, references: ImageReference[]): Promise<ShownForeignImages> {
    const urls = await this.wanted(projectId, references);
    if (urls.length === 0) return NO_FOREIGN_IMAGES;
    // Inserts in sorted order, so that two documents with the same new images cannot deadlock. What the worker has set
    // aside is released here already, because `link` would do it under a shared lock.
    await this.dataSource.query(
      `INSERT INTO foreign_images (id, url, url_sha256) SELECT id, url, url_sha256 FROM unnest($1::uuid[], $2::text[], $3::bytea[]) AS image (id, url, url_sha256)
       ORDER BY url_sha256
       ON CONFLICT (url_sha256) DO UPDATE SET status = 'pending', attempts = 0, next_attempt_at = now(), finished_at = NULL
         WHERE (foreign_images.status = 'failed' AND foreign_images.finished_at < now() - interval '1 day')
           OR (foreign_images.status = 'pending' AND foreign_images.next_attempt_at = 'infinity')`,
      [urls.map(() => uuidv7()), urls, urls.map(sha256Of)],
    );
    return { urls, shown: await this.ready(urls) };
  }

  /** Like `find`, but for a document that nobody stores: asks for no new copies. */
  async findReady(projectId: string, references: ImageReference[]): Promise<ShownImages> {
    const urls = await this.wanted(projectId, references);
    return urls.length === 0 ? NO_FOREIGN_IMAGES.shown : this.ready(urls);
  }

  private wanted(projectId: string, references: ImageReference[]): Promise<string[]> {
    const urls = this.config.IMAGE_PROXY ? urlsOf(references) : [];
    return urls.length === 0 ? Promise.resolve([]) : withinLimit(this.dataSource.manager, projectId, urls);
  }

  private async ready(urls: string[]): Promise<ShownImages> {
    const ready = await this.dataSource.query<{ id: string; url: string; width: number; height: number }[]>(
      `SELECT id, url, width, height FROM foreign_images WHERE url_sha256 = ANY ($1::bytea[]) AND status = 'ready'`,
      [urls.map(sha256Of)],
    );
    return new Map(ready.map(({ id, url, width, height }) => [url, { url: addressOf(id), width, height }]));
  }

  /** Call it in the document's transaction. If a copy has changed since rendering, the document becomes stale. */
  async link(
    manager: EntityManager,
    projectId: string,
    document: ShowingDocument,
    { urls, shown }: ShownForeignImages,
  ): Promise<void> {
    const { clear, add, markStale } = LINKS[document.kind];
    const id = document.kind === 'readme' ? projectId : document.logId;
    await manager.query(clear, [id]);
    if (urls.length === 0) return;
    // Serializes the count for documents of one account.
    await manager.query(
      `SELECT pg_advisory_xact_lock(hashtextextended('foreign images ' || owner_id, 0)) FROM projects WHERE id = $1`,
      [projectId],
    );
    const within = await withinLimit(manager, projectId, urls);
    // Locked until the commit. A worker that finishes an image waits, and then sees that this document shows it.
    const images = await manager.query<{ id: string; url: string; status: string }[]>(
      `SELECT id, url, status FROM foreign_images WHERE url_sha256 = ANY ($1::bytea[]) ORDER BY id FOR SHARE`,
      [within.map(sha256Of)],
    );
    await manager.query(add, [id, images.map((image) => image.id)]);
    const addresses = new Map(
      images.map(({ id: imageId, url, status }) => [url, status === 'ready' ? addressOf(imageId) : undefined]),
    );
    const isCurrent = (url: string) => addresses.has(url) && addresses.get(url) === shown.get(url)?.url;
    if (!urls.every(isCurrent)) await manager.query(markStale, [id]);
  }

  /** The images of a private project that are fetched only if its owner allows it, by their addresses. */
  async waiting(projectId: string): Promise<WaitingImage[]> {
    return this.dataSource.query<WaitingImage[]>(
      `SELECT image.id, image.url FROM foreign_images image JOIN projects project ON project.id = $1
       WHERE image.status = 'pending' AND NOT ${MAY_FETCH} AND image.id IN (${SHOWN_BY_PROJECT})
       ORDER BY image.url LIMIT ${OWNER_LIMIT}`,
      [projectId],
    );
  }

  /** Only images that the project shows. Call it for its owner. The next round of the worker fetches them. */
  async allow(projectId: string, imageIds: readonly string[]): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO allowed_foreign_images (project_id, image_id)
       SELECT $1, image.id FROM foreign_images image WHERE image.id = ANY ($2::uuid[]) AND image.id IN (${SHOWN_BY_PROJECT})
       ON CONFLICT DO NOTHING`,
      [projectId, imageIds.filter((id) => IMAGE_ID.test(id))],
    );
  }

  async serve(imageId: string, caller: Reader | null): Promise<ServedImage> {
    const [image] = IMAGE_ID.test(imageId)
      ? await this.dataSource.query<{ id: string; extension: ImageExtension; isPrivate: boolean | null }[]>(
          `SELECT image.id, image.extension, (
             SELECT bool_and(project.visibility = 'private') FROM projects project WHERE ${IS_VISIBLE} AND project.id IN (
               SELECT project_id FROM readme_foreign_images WHERE image_id = image.id
               UNION ALL SELECT log.project_id FROM log_foreign_images shown JOIN logs log ON log.id = shown.log_id WHERE shown.image_id = image.id)
           ) AS "isPrivate"
           FROM foreign_images image WHERE image.id = $1 AND image.status = 'ready'`,
          [imageId, ...readerOf(caller)],
        )
      : [];
    if (!image || image.isPrivate === null) throw assetErrors.ASSET_NOT_FOUND();
    const object = await this.store.get(foreignImageKey(image.id));
    if (!object) throw new Error(`The object of foreign image ${image.id} is gone from the store`);
    return {
      id: image.id,
      contentType: CONTENT_TYPES[image.extension],
      isPrivate: image.isPrivate,
      isCopy: true,
      bytes: object.bytes,
      read: (range) => object.read(range),
    };
  }
}

/** A URL may be longer than an index entry. */
const sha256Of = (url: string) => createHash('sha256').update(url).digest();

async function withinLimit(manager: EntityManager, projectId: string, urls: string[]): Promise<string[]> {
  const [found] = await manager.query<{ count: number; known: string[] | null }[]>(
    `WITH owned AS (
       SELECT id FROM projects WHERE owner_id = (SELECT owner_id FROM projects WHERE id = $1)
     ), shown AS (
       SELECT image_id FROM readme_foreign_images WHERE project_id IN (SELECT id FROM owned)
       UNION SELECT link.image_id FROM log_foreign_images link JOIN logs log ON log.id = link.log_id WHERE log.project_id IN (SELECT id FROM owned)
     )
     SELECT count(*)::integer AS count, array_agg(image.url) FILTER (WHERE image.url_sha256 = ANY ($2::bytea[])) AS known
     FROM shown JOIN foreign_images image ON image.id = shown.image_id`,
    [projectId, urls.map(sha256Of)],
  );
  const known = new Set(found?.known ?? []);
  let room = Math.max(0, OWNER_LIMIT - (found?.count ?? 0));
  return urls.filter((url) => known.has(url) || room-- > 0);
}

function urlsOf(references: ImageReference[]): string[] {
  const urls = references.flatMap(({ target, isImage }) =>
    isImage && target.kind === 'remote' ? (imageKey(target) ?? []) : [],
  );
  return [...new Set(urls)].filter((url) => url.length <= URL_LIMIT).slice(0, IMAGES_LIMIT);
}
