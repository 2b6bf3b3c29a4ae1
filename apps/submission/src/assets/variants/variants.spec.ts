import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { uuidv7 } from '@shipyard/platform/ids';
import { createLogger, type Logger } from '@shipyard/platform/logger';
import { FolderStore, ObjectStoreUnavailable } from '@shipyard/platform/object-store';
import { openSpecDatabase } from '@shipyard/testing';
import type { DataSource } from 'typeorm';
import { submissionDataSource } from '../../database/data-source';
import { migrateDatabase } from '../../database/migrate-schema';
import type { AssetUrlsService } from '../../project-reads';
import { uploadFolder } from '../../uploads/multipart-form';
import type { ImageCleaner } from '../image-cleaner.service';
import { objectKey, variantsKey } from '../object-keys';
import { PageImagesService } from './page-images.service';
import { VariantMaker } from './variant-maker.service';

const CONTENT = Buffer.from('avifwebp');
const MADE = {
  isAnimated: true,
  variants: [
    { width: 8, height: 6, format: 'avif' as const, startsAt: 0, bytes: 4 },
    { width: 8, height: 6, format: 'webp' as const, startsAt: 4, bytes: 4 },
  ],
};

const logger = { warn: () => undefined } as unknown as Logger;

describe('the job that makes variants', () => {
  let dataSource: DataSource;
  let dataDir: string;
  let store: FolderStore;
  const [ownerId, leavingId] = [uuidv7(), uuidv7()];

  beforeAll(async () => {
    const { ownerUrl } = await openSpecDatabase('submission', migrateDatabase);
    dataSource = await submissionDataSource(ownerUrl, createLogger('specs'), 'specs').initialize();
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'variants-'));
    store = await FolderStore.open(path.join(dataDir, 'store'));
    await dataSource.query(
      `INSERT INTO accounts (id, handle, display_name, email, password_hash)
       SELECT id, 'maker-' || n, 'A', n || '@example.com', '' FROM unnest($1::uuid[]) WITH ORDINALITY AS account (id, n)`,
      [[ownerId, leavingId]],
    );
    await dataSource.query(`INSERT INTO programs (id, name) VALUES ('program', 'Program')`);
  }, 120_000);

  afterAll(async () => {
    await dataSource.destroy();
    await rm(dataDir, { recursive: true });
  });

  async function headerImage({ visibility = 'public', by = ownerId } = {}) {
    const [projectId, id] = [uuidv7(), uuidv7()];
    await dataSource.query(
      `INSERT INTO projects (id, slug, program_id, owner_id, name, color, visibility, declared_visibility)
       VALUES ($1::uuid, right(replace(($1::uuid)::text, '-', ''), 30), 'program', $2, 'A', 'red', $3, $3)`,
      [projectId, by, visibility],
    );
    await dataSource.query(
      `INSERT INTO assets (id, project_id, uploaded_sha256, extension, bytes, width, height) VALUES ($1::uuid, $2, sha256(($1::uuid)::text::bytea), 'png', 5, 8, 6)`,
      [id, projectId],
    );
    await dataSource.query(`UPDATE projects SET header_asset_id = $2, header_source = 'set' WHERE id = $1`, [
      projectId,
      id,
    ]);
    const asset = { id, projectId, extension: 'png' as const };
    await store.put(objectKey(asset), Buffer.from('image'));
    await makeDue(id);
    return asset;
  }

  const makerWith = (make: () => Promise<void> = () => Promise.resolve()) => {
    const makeVariants = jest.fn(async (_owner: string, _source: string, target: string) => {
      await make();
      await writeFile(target, CONTENT);
      return MADE;
    });
    const cleaner = { makeVariants } as unknown as ImageCleaner;
    const maker = new VariantMaker(dataSource, store, cleaner, { DATA_DIR: dataDir }, logger);
    return { maker, makeVariants };
  };
  const task = async (id: string) =>
    (
      await dataSource.query<{ status: string; attempts: number; isDue: boolean; minutes: number }[]>(
        `SELECT status, attempts, next_attempt_at <= now() AS "isDue", round(extract(epoch FROM next_attempt_at - now()) / 60)::integer AS minutes
         FROM asset_variant_tasks WHERE asset_id = $1`,
        [id],
      )
    )[0];
  const makeDue = (id: string) =>
    dataSource.query("UPDATE asset_variant_tasks SET next_attempt_at = now() - interval '1 s' WHERE asset_id = $1", [
      id,
    ]);

  it('makes them once, however often it runs, and leaves no file of its own', async () => {
    const asset = await headerImage();
    const { maker, makeVariants } = makerWith();
    await Promise.all([1, 2, 3].map(() => maker.make(asset.id)));
    await makeDue(asset.id);
    await maker.make(asset.id);
    expect(makeVariants).toHaveBeenCalledTimes(1);
    expect(await task(asset.id)).toMatchObject({ status: 'ready', attempts: 1 });
    expect((await store.get(variantsKey(asset)))?.bytes).toBe(CONTENT.length);
    expect(await readdir(uploadFolder(dataDir))).toEqual([]);
  });

  it('waits longer after each failure, and ends after the fifth', async () => {
    const asset = await headerImage();
    const { maker, makeVariants } = makerWith(() => Promise.reject(new ObjectStoreUnavailable('down')));
    const waited: unknown[] = [];
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await maker.make(asset.id);
      waited.push((await task(asset.id))?.minutes);
      await makeDue(asset.id);
    }
    expect(waited.slice(0, 4)).toEqual([1, 4, 16, 64]);
    await maker.make(asset.id);
    expect(makeVariants).toHaveBeenCalledTimes(5);
    expect(await task(asset.id)).toMatchObject({ status: 'failed', attempts: 5 });
  });

  it('is done by another process when the lease of a dead one ends, and no more than five times', async () => {
    const asset = await headerImage();
    const { maker, makeVariants } = makerWith();
    await dataSource.query(
      `UPDATE asset_variant_tasks SET attempts = 4, next_attempt_at = now() + interval '5 minutes' WHERE asset_id = $1`,
      [asset.id],
    );
    await maker.make(asset.id);
    expect(makeVariants).not.toHaveBeenCalled();
    await makeDue(asset.id);
    await maker.make(asset.id);
    expect(await task(asset.id)).toMatchObject({ status: 'ready' });

    const crashing = await headerImage();
    await dataSource.query('UPDATE asset_variant_tasks SET attempts = 5 WHERE asset_id = $1', [crashing.id]);
    await maker.make(crashing.id);
    expect(await task(crashing.id)).toMatchObject({ status: 'failed' });
    expect(makeVariants).toHaveBeenCalledTimes(1);
  });

  it('leaves nothing of an image that is deleted meanwhile', async () => {
    const asset = await headerImage();
    const { maker } = makerWith(async () => {
      await dataSource.query('UPDATE projects SET header_asset_id = NULL, header_source = NULL WHERE id = $1', [
        asset.projectId,
      ]);
      await dataSource.query('DELETE FROM assets WHERE id = $1', [asset.id]);
    });
    await maker.make(asset.id);
    expect(await store.get(variantsKey(asset))).toBeNull();
    expect(await task(asset.id)).toBeUndefined();
  });

  it('makes none for the project of a deleted account', async () => {
    const asset = await headerImage({ by: leavingId });
    await dataSource.query(`SELECT close_account($1, 'delete')`, [leavingId]);
    const { maker, makeVariants } = makerWith();
    await maker.make(asset.id);
    expect(makeVariants).not.toHaveBeenCalled();
  });

  it('gives pages the URLs and sizes of many images in one statement, signed for private projects', async () => {
    const [ready, waiting, hidden] = [
      await headerImage(),
      await headerImage(),
      await headerImage({ visibility: 'private' }),
    ];
    const { maker } = makerWith();
    for (const { id } of [ready, hidden]) await maker.make(id);
    const urls = {
      of: (isPrivate: boolean) => (id: string, extension: string) => `${id}.${extension}${isPrivate ? '?s' : ''}`,
    };
    const asked = jest.spyOn(dataSource, 'query');
    const images = await new PageImagesService(dataSource.manager, urls as AssetUrlsService).find([
      ready.id,
      waiting.id,
      hidden.id,
      uuidv7(),
    ]);
    expect(asked).toHaveBeenCalledTimes(1);
    asked.mockRestore();
    const size = { width: 8, height: 6 };
    const variants = (id: string, query = '') =>
      ['avif', 'webp'].map((format) => ({ url: `${id}-8.${format}${query}`, ...size, format }));
    expect(Object.fromEntries(images)).toEqual({
      [ready.id]: { url: `${ready.id}.png`, ...size, isAnimated: true, variants: variants(ready.id) },
      [waiting.id]: { url: `${waiting.id}.png`, ...size, isAnimated: false, variants: [] },
      [hidden.id]: { url: `${hidden.id}.png?s`, ...size, isAnimated: true, variants: variants(hidden.id, '?s') },
    });
  });
});
