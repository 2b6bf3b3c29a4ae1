import { createHash } from 'node:crypto';
import { uuidv7 } from '@shipyard/platform/ids';
import { createLogger } from '@shipyard/platform/logger';
import type { ObjectStore } from '@shipyard/platform/object-store';
import { openSpecDatabase } from '@shipyard/testing';
import type { DataSource } from 'typeorm';
import { submissionDataSource } from '../database/data-source';
import { migrateDatabase } from '../database/migrate-schema';
import { ForeignImagesService } from './foreign-images.service';

const URL = 'https://images.example.org/a.png';
const COPIES: Readonly<Record<string, string>> = { a: uuidv7(), b: uuidv7() };

describe('a document that is written with images of other hosts', () => {
  let dataSource: DataSource;
  let projectId: string;

  beforeAll(async () => {
    const { ownerUrl } = await openSpecDatabase('submission', migrateDatabase);
    dataSource = submissionDataSource(ownerUrl, createLogger('specs'), 'specs');
    await dataSource.initialize();
    const ownerId = uuidv7();
    projectId = uuidv7();
    await dataSource.query(
      `INSERT INTO accounts (id, handle, display_name, email, password_hash) VALUES ($1, 'ada', 'Ada', 'ada@example.org', '')`,
      [ownerId],
    );
    await dataSource.query(`INSERT INTO programs (id, name) VALUES ('program', 'Program')`);
    await dataSource.query(
      `INSERT INTO projects (id, slug, program_id, owner_id, name, color) VALUES ($1, 'project', 'program', $2, 'Project', '#000000')`,
      [projectId, ownerId],
    );
  });

  afterAll(() => dataSource.destroy());

  beforeEach(async () => {
    await dataSource.query('DELETE FROM readme_foreign_images');
    await dataSource.query('DELETE FROM foreign_images');
    await dataSource.query('DELETE FROM readmes');
    await dataSource.query(
      `INSERT INTO readmes (project_id, markdown, html, renderer_version) VALUES ($1, '', '', 7)`,
      [projectId],
    );
  });

  async function store({ id, status }: { id: string; status: string }): Promise<void> {
    const isReady = status === 'ready';
    await dataSource.query(
      `INSERT INTO foreign_images (id, url, url_sha256, status, finished_at, extension, bytes, width, height)
       VALUES ($1, $2, $3, $4, CASE WHEN $5 THEN now() END, CASE WHEN $5 THEN 'png' END, CASE WHEN $5 THEN 1 END, CASE WHEN $5 THEN 1 END, CASE WHEN $5 THEN 1 END)`,
      [COPIES[id], URL, createHash('sha256').update(URL).digest(), status, isReady],
    );
  }

  it.each<[string, boolean, string | null, { id: string; status: string } | null]>([
    ['its copy is as it was', false, 'a', { id: 'a', status: 'ready' }],
    ['its copy is not there yet', false, null, { id: 'a', status: 'pending' }],
    ['its copy became ready meanwhile', true, null, { id: 'a', status: 'ready' }],
    ['its copy was removed meanwhile', true, 'a', null],
    [
      'its copy was removed meanwhile, and another document asked for it again',
      true,
      'a',
      { id: 'b', status: 'pending' },
    ],
    ['the row of its copy was removed before it was fetched', true, null, null],
  ])('where %s, is stale: %s', async (_, expected, shown, row) => {
    if (row) await store(row);
    const service = new ForeignImagesService(dataSource, {} as ObjectStore, { IMAGE_PROXY: true });
    const images = new Map(
      shown === null ? [] : [[URL, { url: `/api/v1/foreign-images/${COPIES[shown]}`, width: 1, height: 1 }]],
    );
    await dataSource.transaction((manager) =>
      service.link(manager, projectId, { kind: 'readme' }, { urls: [URL], shown: images }),
    );
    expect(await dataSource.query('SELECT renderer_version FROM readmes')).toEqual([
      { renderer_version: expected ? 0 : 7 },
    ]);
    expect(await dataSource.query('SELECT image_id FROM readme_foreign_images')).toEqual(
      row ? [{ image_id: COPIES[row.id] }] : [],
    );
  });
});
