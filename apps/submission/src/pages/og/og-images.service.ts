import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Inject, Injectable } from '@nestjs/common';
import { BUILD_HASH } from '@shipyard/http';
import { uuidv7 } from '@shipyard/platform/ids';
import { COLORS } from '@shipyard/ui/tokens';
import { LRUCache } from 'lru-cache';
import { type PageImage, PageImagesService, ServedAssetsService } from '../../assets';
import { CONFIG, type HttpConfig } from '../../config';
import { removeFolder, uploadFolder } from '../../uploads/multipart-form';
import { PICTURE } from './og-layout';
import { OgDrawer } from './og-drawer.service';
import type { OgSubject } from './og-subjects.service';

/** About 200 KB each. */
const CACHED = 100;
const { wall, ink, ink2, lead } = COLORS;

export interface FoundOgImage {
  etag: string;
  draw: () => Promise<Buffer>;
}

/** The images that are shown where somebody links to a page. */
@Injectable()
export class OgImagesService {
  private readonly drawn = new LRUCache<string, Promise<Buffer>>({ max: CACHED });

  constructor(
    private readonly drawer: OgDrawer,
    private readonly images: PageImagesService,
    private readonly assets: ServedAssetsService,
    @Inject(CONFIG) private readonly config: Pick<HttpConfig, 'DATA_DIR'>,
  ) {}

  /** What is drawn alone decides the ETag. */
  find(subject: OgSubject): FoundOgImage {
    const version = createHash('sha256')
      .update(JSON.stringify([BUILD_HASH, subject]))
      .digest('base64url');
    return { etag: `"${version.slice(0, 22)}"`, draw: () => this.drawOnce(version, subject) };
  }

  /** Requests for the same image wait for one drawing. */
  private drawOnce(version: string, subject: OgSubject): Promise<Buffer> {
    const known = this.drawn.get(version);
    if (known) return known;
    const drawing = this.draw(subject).catch((error: unknown) => {
      this.drawn.delete(version);
      throw error;
    });
    this.drawn.set(version, drawing);
    return drawing;
  }

  private async draw({ owner, image, tape, headerAssetId }: OgSubject): Promise<Buffer> {
    const colors = { wall: wall.light, ink: ink.light, ink2: ink2.light, lead: lead.light, ...tape };
    const folder = path.join(uploadFolder(this.config.DATA_DIR), uuidv7());
    try {
      const picture = headerAssetId === null ? null : await this.copyPicture(headerAssetId, folder);
      return await this.drawer.draw(owner, { ...image, colors, picture });
    } finally {
      await removeFolder(folder);
    }
  }

  /** Null if the image was removed meanwhile. */
  private async copyPicture(assetId: string, folder: string): Promise<string | null> {
    const image = (await this.images.find([assetId])).get(assetId);
    if (!image) return null;
    const served = await this.assets.find(smallestFile(image), null, { expires: undefined, signature: undefined });
    await mkdir(folder, { recursive: true });
    const file = path.join(folder, 'picture');
    await pipeline(await served.read(), createWriteStream(file));
    return file;
  }
}

/** The name of the smallest file that fills the picture. */
function smallestFile({ url, variants }: PageImage): string {
  const large = variants.filter(
    ({ format, width, height }) => format === 'webp' && width >= PICTURE.width && height >= PICTURE.height,
  );
  const smallest = large.sort((one, other) => one.width - other.width)[0];
  return path.posix.basename(smallest?.url ?? url);
}
