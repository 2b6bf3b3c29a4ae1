import type { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { retryDuringOutage } from '@shipyard/platform/database';
import { uuidv7 } from '@shipyard/platform/ids';
import type { Logger } from '@shipyard/platform/logger';
import { ObjectStore } from '@shipyard/platform/object-store';
import { DataSource, In, LessThan } from 'typeorm';
import { CONFIG, type GatewayConfig, LOGGER } from '../../config';
import type { SupplierImage } from '../../suppliers';
import { readFileLink, signedPath } from './file-link';
import { ImageFile } from './image-file.entity';
import { imageErrors } from '../images.errors';
import { purchaseRetry } from '../purchase-retry';
import type { StoredImage } from './image-json';

const SWEEP_AT_ONCE = 200;
/** For an image that could not be deleted. */
const AGAIN_AFTER_MS = 3_600_000;

export interface OpenFile {
  file: ImageFile;
  bytes: number;
  read: () => Promise<Readable>;
  untilMs: number;
}

@Injectable()
export class ImageFilesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly store: ObjectStore,
    @Inject(CONFIG) private readonly config: GatewayConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Rows come first, so that the sweep finds the bytes after a crash. A failure leaves nothing behind. */
  async keep(images: SupplierImage[], expiresAt: Date): Promise<ImageFile[]> {
    const files = images.map(({ bytes, extension, revisedPrompt }, position) =>
      this.dataSource.manager.create(ImageFile, {
        id: uuidv7(),
        taskId: null,
        position,
        extension,
        bytes: bytes.length,
        revisedPrompt,
        expiresAt,
        createdAt: new Date(),
      }),
    );
    await retryDuringOutage(
      () => this.dataSource.createQueryBuilder().insert().into(ImageFile).values(files).orIgnore().execute(),
      purchaseRetry(this.logger),
    );
    // All must end before any is discarded: bytes written after their row was deleted would be orphans.
    const puts = await Promise.allSettled(
      files.map((file, at) => this.store.put(storeKey(file), images[at]?.bytes ?? Buffer.alloc(0))),
    );
    const failed = puts.find((put) => put.status === 'rejected');
    if (!failed) return files;
    await this.discard(files);
    throw failed.reason;
  }

  /** Never fails: the files are deleted when they expire. */
  async discard(files: ImageFile[]): Promise<void> {
    try {
      for (const file of files) await this.remove(file);
    } catch (error) {
      this.logger.warn({ err: error }, 'Images that nobody will request stay until they expire');
    }
  }

  findOfTask(taskId: string): Promise<ImageFile[]> {
    return this.dataSource.manager.find(ImageFile, { where: { taskId }, order: { position: 'ASC' } });
  }

  address({ id, extension }: Pick<ImageFile, 'id' | 'extension'>): string {
    const untilSecond = Math.floor(Date.now() / 1_000) + this.config.IMAGE_URL_TTL_SECONDS;
    return this.config.publicUrl + signedPath(id, extension, untilSecond, this.config.URL_SIGNING_KEYS);
  }

  async find(file: ImageFile): Promise<StoredImage> {
    const stored = await this.store.get(storeKey(file));
    if (!stored) throw imageErrors.file_expired();
    return stored;
  }

  /** Throws file_not_found or file_expired. */
  async open(name: string, signed: Record<'expires' | 'signature', unknown>): Promise<OpenFile> {
    const { fileId, untilMs } = readFileLink(name, signed, this.config.URL_SIGNING_KEYS, Date.now());
    // The URL is signed, so the file existed. If it is missing now, it was swept.
    const file = await this.dataSource.manager.findOneBy(ImageFile, { id: fileId });
    const stored = file && (await this.store.get(storeKey(file)));
    if (!stored) throw imageErrors.file_expired();
    return { file, bytes: stored.bytes, read: () => stored.read(), untilMs };
  }

  /** Returns whether there may be more. A failed deletion is retried later, so that it blocks no others. */
  async sweep(): Promise<boolean> {
    const expired = await this.dataSource.manager.find(ImageFile, {
      where: { expiresAt: LessThan(new Date()) },
      take: SWEEP_AT_ONCE,
    });
    const failures: unknown[] = [];
    for (const file of expired) {
      await this.remove(file).catch(async (error: unknown) => {
        failures.push(error);
        await this.dataSource.manager.update(
          ImageFile,
          { id: file.id },
          { expiresAt: new Date(Date.now() + AGAIN_AFTER_MS) },
        );
      });
    }
    if (failures.length > 0) throw failures[0];
    return expired.length === SWEEP_AT_ONCE;
  }

  /** Returns the keys to keep: a row names them, or they belong to another feature, which deletes its own files. */
  async namedOf(keys: string[]): Promise<Set<string>> {
    const ids = keys.flatMap((key) => STORE_KEY.exec(key)?.[1] ?? []);
    const files = await this.dataSource.manager.findBy(ImageFile, { id: In(ids) });
    return new Set([...files.map(storeKey), ...keys.filter((key) => OF_OTHERS.test(key))]);
  }

  private async remove(file: ImageFile): Promise<void> {
    await this.store.delete(storeKey(file));
    await this.dataSource.manager.delete(ImageFile, { id: file.id });
  }
}

const OF_OTHERS = /^ledger-files\//;
const STORE_KEY = /^images\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.[a-z]+$/;

const storeKey = ({ id, extension }: ImageFile) => `images/${id}.${extension}`;
