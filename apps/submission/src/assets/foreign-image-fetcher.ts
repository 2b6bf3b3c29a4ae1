import { createReadStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { uuidv7 } from '@shipyard/platform/ids';
import type { Logger } from '@shipyard/platform/logger';
import { ObjectStore } from '@shipyard/platform/object-store';
import { sweeper } from '@shipyard/platform/sweep';
import { DataSource } from 'typeorm';
import { CONFIG, type WorkerConfig } from '../config';
import { LOGGER } from '../runtime.module';
import { removeFolder, uploadFolder } from '../uploads/multipart-form';
import { downloadImage, DownloadRefused, openImageAgent } from './download-image';
import { type DueImage, ForeignImageQueue } from './foreign-image-queue';
import { foreignImageKey } from './foreign-images.service';
import { type CleanedFile, ImageCleaner } from './image-cleaner.service';
import { ImageTooLarge, ImageUnreadable } from './image-faults';
import { RenderRequests } from './render-requests';

/** With the pauses between attempts, a host has half an hour to recover. */
const ATTEMPTS = 3;
const PAUSE = `interval '10 minutes'`;

/**
 * Fetches remote images that documents show:
 * 1. Lease a due row, so that no other worker takes it (`foreign-image-queue.ts`). Another takes it if this one dies.
 * 2. Download the image through the guarded agent, and clean it like an upload, in a child process.
 * 3. Store the file, then mark the row as ready. Both steps can be repeated, because the key is the row's id.
 * 4. Mark the documents that show it as stale, so that they are rendered again.
 * An image that is invalid, or that fails three times, stays a link.
 */
@Injectable()
export class ForeignImageFetcher implements BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly agent = openImageAgent();
  private readonly queue: ForeignImageQueue;
  private readonly running = new Set<Promise<void>>();
  private wake = () => {};

  constructor(
    private readonly dataSource: DataSource,
    private readonly store: ObjectStore,
    private readonly cleaner: ImageCleaner,
    private readonly renderRequests: RenderRequests,
    @Inject(CONFIG) private readonly config: Pick<WorkerConfig, 'DATA_DIR' | 'IMAGE_PROXY'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.queue = new ForeignImageQueue(dataSource);
  }

  /** The signal of the sweep has ended them. They put their images back. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.running);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.agent.destroy();
  }

  async sweep(signal: AbortSignal): Promise<void> {
    if (!this.config.IMAGE_PROXY) return;
    await this.announceReady();
    await this.queue.setAside();
    while (!signal.aborted) {
      const image = await this.queue.take();
      if (!image) return;
      this.begin(image, signal);
    }
  }

  /** The next sweep must not wait for the slowest host, so a download runs on while the sweep ends. */
  private begin(image: DueImage, signal: AbortSignal): void {
    const fetching = this.fetch(image, signal)
      .catch((error: unknown) =>
        this.logger.warn(
          { err: error, image_id: image.id },
          'The copy of an image stays unfinished until its lease ends',
        ),
      )
      .finally(() => {
        this.running.delete(fetching);
        this.queue.end(image);
        this.wake();
      });
    this.running.add(fetching);
  }

  /** Calls the listener when a download has ended, which makes room for the next. */
  listen(listener: () => void): void {
    this.wake = listener;
  }

  private async fetch(image: DueImage, signal: AbortSignal): Promise<void> {
    const folder = path.join(uploadFolder(this.config.DATA_DIR), uuidv7());
    try {
      if (image.attempts > ATTEMPTS) throw new DownloadRefused('The image was given up', true);
      await mkdir(folder, { recursive: true });
      const file = path.join(folder, 'download');
      await downloadImage(image.url, file, this.agent, signal);
      const cleaned = await this.cleaner.clean(image.ownerId, file, signal);
      await this.store.put(foreignImageKey(image.id), createReadStream(cleaned.path));
      await this.finish(image, cleaned);
    } catch (error) {
      if (signal.aborted) await this.putBack(image);
      else await this.fail(image, error);
    } finally {
      await removeFolder(folder);
    }
  }

  private async finish({ id }: DueImage, { extension, bytes, width, height }: CleanedFile): Promise<void> {
    const [, written] = await this.dataSource.query<[unknown[], number]>(
      `UPDATE foreign_images SET status = 'ready', extension = $2, bytes = $3, width = $4, height = $5, finished_at = now(), is_announced = false
       WHERE id = $1 AND status = 'pending'`,
      [id, extension, bytes, width, height],
    );
    if (written > 0) await this.announce(id);
  }

  private async announceReady(): Promise<void> {
    const images = await this.dataSource.query<{ id: string }[]>(
      `SELECT id FROM foreign_images WHERE status = 'ready' AND NOT is_announced LIMIT 100`,
    );
    for (const { id } of images) await this.announce(id);
  }

  /** A separate statement, because a writer locks its document and then waits for the image. */
  private async announce(id: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      // Projects are locked first, as in all writers, to avoid deadlocks.
      await manager.query(
        `SELECT FROM projects WHERE id IN (
           SELECT project_id FROM readme_foreign_images WHERE image_id = $1
           UNION ALL SELECT log.project_id FROM log_foreign_images shown JOIN logs log ON log.id = shown.log_id WHERE shown.image_id = $1
         ) ORDER BY id FOR NO KEY UPDATE`,
        [id],
      );
      await manager.query(
        'UPDATE readmes SET renderer_version = 0 WHERE project_id IN (SELECT project_id FROM readme_foreign_images WHERE image_id = $1)',
        [id],
      );
      await manager.query(
        'UPDATE logs SET renderer_version = 0 WHERE id IN (SELECT log_id FROM log_foreign_images WHERE image_id = $1)',
        [id],
      );
    });
    this.renderRequests.add();
    await this.dataSource.query('UPDATE foreign_images SET is_announced = true WHERE id = $1', [id]);
  }

  private async putBack({ id }: DueImage): Promise<void> {
    await this.dataSource.query(
      `UPDATE foreign_images SET attempts = attempts - 1, next_attempt_at = now() WHERE id = $1 AND status = 'pending'`,
      [id],
    );
  }

  private async fail({ id, attempts }: DueImage, error: unknown): Promise<void> {
    const isFinal =
      attempts >= ATTEMPTS ||
      error instanceof ImageUnreadable ||
      error instanceof ImageTooLarge ||
      (error instanceof DownloadRefused && error.isFinal);
    this.logger.info(
      { err: error, image_id: id, attempts, is_final: isFinal },
      'An image of another host could not be copied',
    );
    const change = isFinal ? `status = 'failed', finished_at = now()` : `next_attempt_at = now() + ${PAUSE}`;
    await this.dataSource.query(`UPDATE foreign_images SET ${change} WHERE id = $1 AND status = 'pending'`, [id]);
  }
}

export const foreignImageDownloads = sweeper({
  name: 'images of other hosts',
  everyMs: 2_000,
  inject: [ForeignImageFetcher],
  listen: (fetcher, wake) => fetcher.listen(wake),
  sweep: (fetcher, signal) => fetcher.sweep(signal),
});
