import type { EntityManager } from 'typeorm';
import type { ProjectTitlesListView } from './project-list.view';

interface TitlesRow {
  slug: string;
  name: string;
  hasReadme: boolean;
  logs: { sequence: number; title: string }[];
}

const NEWEST_LOGS = 20;

const SELECT_TITLES = `
  SELECT project.slug, project.name, EXISTS (SELECT FROM readmes WHERE readmes.project_id = project.id) AS "hasReadme", (
    SELECT coalesce(json_agg(json_build_object('sequence', newest.sequence, 'title', newest.title) ORDER BY newest.created_at DESC, newest.sequence DESC), '[]')
    FROM (
      SELECT log.sequence, log.title, log.created_at FROM logs log WHERE log.project_id = project.id
      ORDER BY log.created_at DESC, log.sequence DESC LIMIT ${NEWEST_LOGS}
    ) newest
  ) AS logs
  FROM projects project WHERE project.owner_id = $1 AND project.erasing_at IS NULL
  ORDER BY project.updated_at DESC, project.id DESC LIMIT $2 OFFSET $3`;

const COUNT_OWN =
  'SELECT count(*)::integer AS total FROM projects project WHERE project.owner_id = $1 AND project.erasing_at IS NULL';

/** What the texts of an account are called, without one byte of the texts. */
export async function readOwnTitles(
  manager: EntityManager,
  { accountId, limit, offset }: { accountId: string; limit: number; offset: number },
): Promise<ProjectTitlesListView> {
  const [rows, [count]] = await Promise.all([
    manager.query<TitlesRow[]>(SELECT_TITLES, [accountId, limit, offset]),
    manager.query<{ total: number }[]>(COUNT_OWN, [accountId]),
  ]);
  const projects = rows.map(({ slug, name, hasReadme, logs }) => ({ slug, name, has_readme: hasReadme, logs }));
  return { projects, total: count?.total ?? 0, limit, offset };
}
