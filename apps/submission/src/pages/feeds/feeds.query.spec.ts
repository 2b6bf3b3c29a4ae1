import { createLogger } from '@shipyard/platform/logger';
import { openSpecDatabase } from '@shipyard/testing';
import type { DataSource } from 'typeorm';
import { submissionDataSource } from '../../database/data-source';
import { migrateDatabase } from '../../database/migrate-schema';
import { AssetUrlsService, ProjectReadsService } from '../../project-reads';
import { FeedsQuery } from './feeds.query';

jest.setTimeout(120_000);

const PROGRAMS = 99_990;
const LISTED_PROJECTS = 10;

describe('the sitemap of a site with more URLs than one file may have', () => {
  let dataSource: DataSource;
  let feeds: FeedsQuery;

  beforeAll(async () => {
    const { ownerUrl } = await openSpecDatabase('submission', migrateDatabase);
    dataSource = submissionDataSource(ownerUrl, createLogger('specs'), 'specs', { timeLimitMs: 0 });
    await dataSource.initialize();
    feeds = new FeedsQuery(dataSource.manager, new ProjectReadsService(dataSource.manager, {} as AssetUrlsService), {
      GUARDIAN_CONSENT_BELOW: 16,
    });
    await dataSource.query(`INSERT INTO programs (id, name) SELECT 'p-' || n, 'P' FROM generate_series(1, $1::int) n`, [
      PROGRAMS,
    ]);
    await dataSource.query(
      `INSERT INTO accounts (id, handle, display_name, email, password_hash)
       SELECT gen_random_uuid(), 'person-' || n, 'Person', n || '@example.org', '' FROM generate_series(1, 4) n`,
    );
    await dataSource.query(
      `INSERT INTO projects (id, slug, program_id, owner_id, name, color, declared_visibility)
       SELECT gen_random_uuid(), 'project-' || n, 'p-1', (SELECT id FROM accounts WHERE handle = 'person-' || (1 + n % 2)), 'Project', 'red',
         CASE WHEN n <= $1::int THEN 'public' WHEN n % 2 = 0 THEN 'unlisted' ELSE 'private' END
       FROM generate_series(1, $1::int + 4) n`,
      [LISTED_PROJECTS],
    );
  });

  afterAll(() => dataSource.destroy());

  const pathsFrom = async (start: Awaited<ReturnType<FeedsQuery['partStarts']>>[number]) => {
    const paths: string[] = [];
    for await (const entries of feeds.part(start)) paths.push(...entries.map(({ path }) => path));
    return paths;
  };

  it('has each URL in one part, and no part has too many', async () => {
    expect((await feeds.sitemap()).isSplit).toBe(true);
    const parts = await Promise.all((await feeds.partStarts()).map(pathsFrom));
    const paths = parts.flat();
    for (const part of parts) expect(part.length).toBeLessThanOrEqual(50_000);
    expect(parts).toHaveLength(3);
    // The site, its programs, its page on assistants, six pages about it, two creators with public projects, and these projects.
    expect([paths.length, new Set(paths).size]).toEqual(Array(2).fill(9 + PROGRAMS + 2 + LISTED_PROJECTS));
    expect(paths.filter((path) => /^\/(creators|projects)\//.test(path)).sort()).toEqual(
      [
        '/creators/person-1',
        '/creators/person-2',
        ...Array.from({ length: LISTED_PROJECTS }, (_, at) => `/projects/project-${at + 1}`),
      ].sort(),
    );
  });

  it('has a version that changes when a project is shown or hidden, or two change places', async () => {
    const show = (number: number, visibility: string) =>
      dataSource.query(`UPDATE projects SET declared_visibility = $2 WHERE slug = $1`, [
        `project-${number}`,
        visibility,
      ]);
    const versions = [(await feeds.sitemap()).version[0]];
    await show(1, 'unlisted');
    versions.push((await feeds.sitemap()).version[0]);
    await show(12, 'public');
    versions.push((await feeds.sitemap()).version[0]);
    expect(new Set(versions).size).toBe(3);
    expect((await feeds.sitemap()).version[0]).toBe(versions[2]);
  });
});
