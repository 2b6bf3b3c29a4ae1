import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { ObjectStore } from '@shipyard/platform';
import sharp from 'sharp';
import { DataSource } from 'typeorm';
import type { Review } from './review.entity';

/** The maximum length of the longer side. */
const SIDE_PIXELS = 1_024;
const QUALITY = 80;
const BYTES_LIMIT = 5 * 1024 * 1024;
const PIXELS_LIMIT = 40_000_000;

interface PictureRow {
  id: string;
  extension: string;
  /** The log's sequence, or null for the README. */
  sequence: number | null;
  found: number;
}

export interface ReviewPictures {
  shown: { where: string; url: string }[];
  /** How many images README and logs have. */
  found: number;
}

/** Prepares the images of a snapshot for a model: the README's first, then those of the newest logs. */
@Injectable()
export class ReviewPicturesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly store: ObjectStore,
  ) {}

  /** Returns at most `limit` images. An image that was removed since then counts as not seen. */
  async read(review: Review, limit: number): Promise<ReviewPictures> {
    const rows = await this.dataSource.query<PictureRow[]>(
      `SELECT id, extension, sequence, (count(*) OVER ())::integer AS found FROM (
         SELECT split_part(file, '.', 1) AS id, split_part(file, '.', 2) AS extension, NULL::integer AS sequence, 0 AS part, place, NULL::timestamptz AS created_at
         FROM unnest($2::text[]) WITH ORDINALITY own (file, place)
         UNION ALL
         SELECT asset.id::text, asset.extension, log.sequence::integer, 1, image.position, log.created_at
         FROM logs log JOIN log_images image ON image.log_id = log.id JOIN assets asset ON asset.id = image.asset_id
         WHERE log.project_id = $1 AND log.append_order <= $3
       ) images ORDER BY part, created_at DESC, sequence DESC, place LIMIT $4`,
      [review.projectId, review.snapshotImages, review.snapshotLogOrder, Math.max(1, limit)],
    );
    const shown: ReviewPictures['shown'] = [];
    for (const row of rows.slice(0, limit)) {
      const url = await this.dataUrl(`assets/${review.projectId}/${row.id}.${row.extension}`);
      if (url !== null) shown.push({ where: row.sequence === null ? 'README' : `log ${row.sequence}`, url });
    }
    return { shown, found: rows[0]?.found ?? 0 };
  }

  private async dataUrl(key: string): Promise<string | null> {
    const object = await this.store.get(key);
    if (!object || object.bytes > BYTES_LIMIT) return null;
    // An animation is reduced to its first frame, and transparency to white.
    const picture = await sharp(await buffer(await object.read()), { limitInputPixels: PIXELS_LIMIT })
      .resize({ width: SIDE_PIXELS, height: SIDE_PIXELS, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .jpeg({ quality: QUALITY })
      .toBuffer();
    return `data:image/jpeg;base64,${picture.toString('base64')}`;
  }
}
