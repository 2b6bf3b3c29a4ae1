import type { EntityManager } from 'typeorm';

/** Tags of older projects are found by a search. */
const NEWEST_PROJECTS = 200;
const MOST_TAGS = 8;

export interface WallFacts {
  projects: number;
  shipped: number;
  /** Those that the newest projects use most. */
  tags: string[];
}

/** What the wall says of all public projects. */
export async function readWallFacts(manager: EntityManager): Promise<WallFacts> {
  const [facts] = await manager.query<WallFacts[]>(
    `SELECT (SELECT coalesce(sum(project_count), 0)::integer FROM programs) AS projects,
       (SELECT count(*)::integer FROM projects WHERE state = 'shipped' AND visibility = 'public') AS shipped,
       ARRAY (
         SELECT tag FROM (
           SELECT tags FROM projects WHERE visibility = 'public' ORDER BY created_at DESC, id DESC LIMIT ${NEWEST_PROJECTS}
         ) newest CROSS JOIN unnest(newest.tags) AS tag
         GROUP BY tag ORDER BY count(*) DESC, tag LIMIT ${MOST_TAGS}
       ) AS tags`,
  );
  if (!facts) throw new Error('A statement without FROM has one row');
  return facts;
}
