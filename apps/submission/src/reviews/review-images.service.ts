import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AssetsService } from '../assets';
import { readLogImages } from '../logs';
import type { Review } from './review.entity';

const SIDE_PIXELS = 1_024;
const QUALITY = 80;
const BYTES_LIMIT = 5 * 1024 * 1024;
const PIXELS_LIMIT = 40_000_000;

export interface ReviewImages {
  shown: { where: string; url: string }[];
  found: number;
}

@Injectable()
export class ReviewImagesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly assets: AssetsService,
  ) {}

  async read(review: Review, limit: number): Promise<ReviewImages> {
    const { projectId, snapshotImages, snapshotLogOrder } = review;
    const ofReadme = snapshotImages.slice(0, limit);
    const room = limit - ofReadme.length;
    const ofLogs = await readLogImages(this.dataSource, projectId, snapshotLogOrder, Math.max(1, room));
    const chosen = ofLogs.slice(0, room);
    const assets = await this.assets.findInProject(
      projectId,
      chosen.map(({ assetId }) => assetId),
    );
    const files = new Map(assets.map(({ id, extension }) => [id, `${id}.${extension}`]));
    const wanted = [
      ...ofReadme.map((file) => ({ where: 'README', file })),
      ...chosen.flatMap(({ assetId, sequence }) => {
        const file = files.get(assetId);
        return file === undefined ? [] : [{ where: `log ${sequence}`, file }];
      }),
    ];
    const shown: ReviewImages['shown'] = [];
    for (const { where, file } of wanted) {
      const url = await this.dataUrl(projectId, file);
      if (url !== null) shown.push({ where, url });
    }
    return { shown, found: snapshotImages.length + (ofLogs[0]?.found ?? 0) };
  }

  private async dataUrl(projectId: string, file: string): Promise<string | null> {
    const object = await this.assets.open(projectId, file);
    if (!object || object.bytes > BYTES_LIMIT) return null;
    // A native library. Most workers look at no image for long.
    const { default: sharp } = await import('sharp');
    // An animation is reduced to its first frame, and transparency to white.
    const image = await sharp(await buffer(await object.read()), { limitInputPixels: PIXELS_LIMIT })
      .resize({ width: SIDE_PIXELS, height: SIDE_PIXELS, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .jpeg({ quality: QUALITY })
      .toBuffer();
    return `data:image/jpeg;base64,${image.toString('base64')}`;
  }
}
