import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Inject, Injectable } from '@nestjs/common';
import { isSigned, signFile } from '@shipyard/auth';
import { ObjectStore, uuidv7 } from '@shipyard/platform';
import { DataSource, LessThan } from 'typeorm';
import { CONFIG, type GatewayConfig } from '../config';
import type { SupplierImage } from '../suppliers/suppliers.service';
import { ImageFile } from './image-file.entity';
import { imageErrors } from './images.errors';

const SWEEP_AT_ONCE = 200;

/** Pictures in our own store, and the signed addresses that open them. */
@Injectable()
export class ImageFilesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly store: ObjectStore,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  /** Keeps pictures until `expiresAt`. The rows come first: whatever happens then, the sweep finds the bytes by them. */
  async keep(images: SupplierImage[], expiresAt: Date, taskId: string | null): Promise<ImageFile[]> {
    const files = images.map(({ bytes, extension }, position) =>
      this.dataSource.manager.create(ImageFile, {
        id: uuidv7(), taskId, position, extension, bytes: bytes.length, expiresAt, createdAt: new Date(),
      }),
    );
    await this.dataSource.manager.insert(ImageFile, files);
    await Promise.all(files.map((file, at) => this.store.put(storeKey(file), images[at]?.bytes ?? Buffer.alloc(0))));
    return files;
  }

  findOfTask(taskId: string): Promise<ImageFile[]> {
    return this.dataSource.manager.find(ImageFile, { where: { taskId }, order: { position: 'ASC' } });
  }

  /** An address that opens the file without a key, from now for IMAGE_URL_TTL_SECONDS. */
  address({ id, extension }: Pick<ImageFile, 'id' | 'extension'>): string {
    const expires = String(Math.floor(Date.now() / 1_000) + this.config.IMAGE_URL_TTL_SECONDS);
    const signature = signFile({ fileId: id, extension, expires }, this.config.URL_SIGNING_KEYS);
    return `${this.config.publicUrl}/v1/files/${id}.${extension}?expires=${expires}&signature=${encodeURIComponent(signature)}`;
  }

  async read(file: ImageFile): Promise<Buffer> {
    const stored = await this.store.get(storeKey(file));
    if (!stored) throw imageErrors.file_expired();
    return buffer(stored.read());
  }

  /** What a signed address opens. Throws file_not_found or file_expired. */
  async open(fileId: string, extension: string, expires: unknown, signature: unknown): Promise<{ file: ImageFile; stream: Readable; untilMs: number }> {
    if (typeof expires !== 'string' || typeof signature !== 'string') throw imageErrors.file_not_found();
    if (!isSigned({ fileId, extension, expires }, signature, this.config.URL_SIGNING_KEYS)) throw imageErrors.file_not_found();
    const untilMs = Number(expires) * 1_000;
    if (Date.now() >= untilMs) throw imageErrors.file_expired();
    // We signed for it, so it was there: what is missing now has been swept.
    const file = await this.dataSource.manager.findOneBy(ImageFile, { id: fileId });
    const stored = file && (await this.store.get(storeKey(file)));
    if (!stored) throw imageErrors.file_expired();
    return { file, stream: stored.read(), untilMs };
  }

  /** Clears away some of what has expired. Says whether there may be more. */
  async sweep(): Promise<boolean> {
    const expired = await this.dataSource.manager.find(ImageFile, { where: { expiresAt: LessThan(new Date()) }, take: SWEEP_AT_ONCE });
    for (const file of expired) {
      await this.store.delete(storeKey(file));
      await this.dataSource.manager.delete(ImageFile, { id: file.id });
    }
    return expired.length === SWEEP_AT_ONCE;
  }
}

const storeKey = ({ id, extension }: ImageFile) => `images/${id}.${extension}`;
