import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import type { ImageExtension } from '@shipyard/contracts';
import { ObjectStore } from '@shipyard/platform/object-store';
import { sweeper } from '@shipyard/platform/sweep';
import { DataSource } from 'typeorm';
import { objectKey } from './object-keys';

const AT_ONCE = 50;
const NIL = '00000000-0000-0000-0000-000000000000';

interface UnhashedImage {
  id: string;
  projectId: string;
  extension: ImageExtension;
}

/**
 * Hashes the stored bytes of images that have no served hash: those from before there was one, and those that processes of
 * the version before write. It goes round in the order of ids, so an image that cannot be read stops no other. Several
 * workers may hash the same image, because the result is the same.
 */
@Injectable()
export class ServedHashes {
  private last = NIL;

  constructor(
    private readonly dataSource: DataSource,
    private readonly store: ObjectStore,
  ) {}

  async hashNext(signal: AbortSignal): Promise<void> {
    const images = await this.dataSource.query<UnhashedImage[]>(
      `SELECT id, project_id AS "projectId", extension FROM assets
       WHERE served_sha256 IS NULL AND id > $1 ORDER BY id LIMIT $2`,
      [this.last, AT_ONCE],
    );
    for (const image of images) {
      if (signal.aborted) return;
      this.last = image.id;
      await this.hash(image);
    }
    if (images.length < AT_ONCE) this.last = NIL;
  }

  private async hash(image: UnhashedImage): Promise<void> {
    const object = await this.store.get(objectKey(image));
    if (!object) return;
    const hash = createHash('sha256');
    await pipeline(await object.read(), hash);
    await this.dataSource.query('UPDATE assets SET served_sha256 = $2 WHERE id = $1 AND served_sha256 IS NULL', [
      image.id,
      hash.digest(),
    ]);
  }
}

export const servedHashSweeper = sweeper({
  name: 'images without a served hash',
  everyMs: 10_000,
  inject: [ServedHashes],
  sweep: (hashes, signal) => hashes.hashNext(signal),
});
