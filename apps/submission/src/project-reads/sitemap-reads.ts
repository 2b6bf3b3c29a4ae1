import type { EntityManager } from 'typeorm';
import { mayBeIndexed } from './indexing';

/** $1: `childrenBornAfter`. What search engines may list, in the order of a sitemap: programs, then creators, then projects. */
const LISTED = `
  SELECT 0 AS kind, id AS key, version FROM programs
  UNION ALL SELECT 1, handle, version FROM accounts WHERE project_count > 0 AND deleted_at IS NULL AND ${mayBeIndexed('accounts.id', '$1')}
  UNION ALL SELECT 2, slug, version FROM projects WHERE visibility = 'public' AND ${mayBeIndexed('projects.owner_id', '$1')}`;

export interface SitemapPlace {
  kind: number;
  key: string;
}

export interface ListedRow {
  key: string;
  changedAt: Date | null;
}

/** The version changes with every listed row. */
export async function measureSitemap(
  manager: EntityManager,
  bornAfter: string,
): Promise<{ urls: number; version: string }> {
  const [measured] = await manager.query<{ urls: number; version: string }[]>(
    `SELECT count(*)::integer AS urls, coalesce(bit_xor(hashtextextended(version::text, 0)), 0)::text AS version FROM (${LISTED}) listed`,
    [bornAfter],
  );
  return measured ?? { urls: 0, version: '0' };
}

/** The last URL of each part that another part follows. */
export function findPartEnds(manager: EntityManager, partUrls: number, bornAfter: string): Promise<SitemapPlace[]> {
  return manager.query<SitemapPlace[]>(
    `SELECT kind, key FROM (
       SELECT kind, key, row_number() OVER (ORDER BY kind, key) AS at, count(*) OVER () AS urls FROM (${LISTED}) listed
     ) numbered
     WHERE at % $2 = 0 AND at < urls ORDER BY kind, key`,
    [bornAfter, partUrls],
  );
}

type ReadPage = (manager: EntityManager, after: string, limit: number, bornAfter: string) => Promise<ListedRow[]>;

/** By the kinds of places. Each follows a unique index. */
export const LISTED_PAGES: readonly { path: string; read: ReadPage }[] = [
  {
    path: '/programs/',
    read: (manager, after, limit) =>
      manager.query<ListedRow[]>(
        'SELECT id AS key, NULL::timestamptz AS "changedAt" FROM programs WHERE id > $1 ORDER BY id LIMIT $2',
        [after, limit],
      ),
  },
  {
    path: '/creators/',
    read: (manager, after, limit, bornAfter) =>
      manager.query<ListedRow[]>(
        `SELECT handle AS key, NULL::timestamptz AS "changedAt" FROM accounts
         WHERE handle > $1 AND project_count > 0 AND deleted_at IS NULL AND ${mayBeIndexed('accounts.id', '$3')} ORDER BY handle LIMIT $2`,
        [after, limit, bornAfter],
      ),
  },
  {
    path: '/projects/',
    read: (manager, after, limit, bornAfter) =>
      manager.query<{ key: string; changedAt: Date }[]>(
        `SELECT slug AS key, updated_at AS "changedAt" FROM projects
         WHERE slug > $1 AND visibility = 'public' AND ${mayBeIndexed('projects.owner_id', '$3')} ORDER BY slug LIMIT $2`,
        [after, limit, bornAfter],
      ),
  },
];
