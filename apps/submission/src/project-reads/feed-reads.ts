import type { EntityManager } from 'typeorm';
import { mayBeIndexed } from './indexing';
import { IS_VISIBLE, readerOf } from './project-reads.service';

const ENTRIES_MAX = 50;
/** A new log is a change of its project, so the newest logs belong to projects that changed lately. */
const PROJECTS_WITH_LOGS_MAX = 100;
const LOG_BODIES_LIMIT_BYTES = 1024 * 1024;

export type FeedPlace = [projectId: string, logId: string | null, version: string, ownerVersion: string];

/** The newest public projects and their newest logs together, newest first. */
export async function findWallPlaces(manager: EntityManager, bornAfter: string): Promise<FeedPlace[]> {
  const [found] = await manager.query<{ places: FeedPlace[] }[]>(
    `
    WITH changed AS (
      SELECT id, version, owner_id FROM projects WHERE visibility = 'public' AND ${mayBeIndexed('projects.owner_id', '$1')}
      ORDER BY updated_at DESC, id DESC LIMIT ${PROJECTS_WITH_LOGS_MAX}
    ), entries AS (
      (SELECT id, NULL::uuid AS log_id, version, owner_id, created_at FROM projects WHERE visibility = 'public' AND ${mayBeIndexed('projects.owner_id', '$1')}
       ORDER BY created_at DESC, id DESC LIMIT ${ENTRIES_MAX})
      UNION ALL
      SELECT changed.id, log.id, changed.version, changed.owner_id, log.created_at FROM changed CROSS JOIN LATERAL (
        SELECT logs.id, logs.created_at FROM logs WHERE logs.project_id = changed.id AND logs.removed_at IS NULL
        ORDER BY logs.created_at DESC, logs.sequence DESC LIMIT ${ENTRIES_MAX}
      ) log
    ), newest AS (
      SELECT * FROM entries ORDER BY created_at DESC, coalesce(log_id, id) DESC LIMIT ${ENTRIES_MAX}
    )
    SELECT coalesce(json_agg(json_build_array(newest.id, newest.log_id, newest.version, owner.version)
      ORDER BY newest.created_at DESC, coalesce(newest.log_id, newest.id) DESC), '[]') AS places
    FROM newest JOIN accounts owner ON owner.id = newest.owner_id`,
    [bornAfter],
  );
  return found?.places ?? [];
}

export interface WallEntryRow {
  projectId: string;
  slug: string;
  name: string;
  tagline: string;
  tags: string[];
  displayName: string;
  handle: string;
  logId: string | null;
  sequence: number | null;
  title: string | null;
  text: string | null;
  createdAt: Date;
}

/** In the order of the places. Leaves out what is not public any more. */
export function readWallEntries(
  manager: EntityManager,
  places: FeedPlace[],
  textLength: number,
): Promise<WallEntryRow[]> {
  return manager.query<WallEntryRow[]>(
    `SELECT project.id AS "projectId", project.slug, project.name, project.tagline, project.tags,
       owner.display_name AS "displayName", owner.handle, log.id AS "logId", log.sequence::integer, log.title, left(log.text, $3) AS text,
       coalesce(log.created_at, project.created_at) AS "createdAt"
     FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS place (project_id, log_id, at)
     JOIN projects project ON project.id = place.project_id AND project.visibility = 'public'
     JOIN accounts owner ON owner.id = project.owner_id
     LEFT JOIN logs log ON log.id = place.log_id AND log.removed_at IS NULL
     WHERE place.log_id IS NULL OR log.id IS NOT NULL
     ORDER BY place.at`,
    [places.map(([projectId]) => projectId), places.map(([, logId]) => logId), textLength],
  );
}

export interface LogFeedRow {
  projectId: string;
  slug: string;
  name: string;
  displayName: string;
  handle: string;
  createdAt: Date;
  isUnlisted: boolean;
}

export interface LogEntryRow {
  id: string;
  sequence: number;
  title: string;
  html: string;
  createdAt: Date;
  images: [assetId: string, extension: string, caption: string][];
}

/** Undefined if visitors do not see the project, or may not find it in feeds. A session changes nothing, because feed readers have none. */
export async function readLogFeed(
  manager: EntityManager,
  projectId: string,
  bornAfter: string,
): Promise<{ project: LogFeedRow; logs: LogEntryRow[] } | undefined> {
  const logs = await manager.query<LogEntryRow[]>(
    `SELECT id, sequence::integer, title, content_html AS html, created_at AS "createdAt", (
       SELECT coalesce(json_agg(json_build_array(asset.id, asset.extension, image.caption) ORDER BY image.position), '[]')
       FROM log_images image JOIN assets asset ON asset.id = image.asset_id WHERE image.log_id = measured.id
     ) AS images FROM (
       SELECT page.*, coalesce(sum(octet_length(content_html))
         OVER (ORDER BY created_at DESC, sequence DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS bytes_before
       FROM (
         SELECT * FROM logs WHERE project_id = $1 AND removed_at IS NULL ORDER BY created_at DESC, sequence DESC LIMIT ${ENTRIES_MAX}
       ) page
     ) measured
     WHERE bytes_before < ${LOG_BODIES_LIMIT_BYTES} ORDER BY created_at DESC, sequence DESC`,
    [projectId],
  );
  // Runs last, so that it decides whether all of it may be shown.
  const [project] = await manager.query<LogFeedRow[]>(
    `SELECT project.id AS "projectId", project.slug, project.name, owner.display_name AS "displayName", owner.handle,
       project.created_at AS "createdAt", project.visibility = 'unlisted' AS "isUnlisted"
     FROM projects project JOIN accounts owner ON owner.id = project.owner_id WHERE project.id = $1 AND ${IS_VISIBLE} AND ${mayBeIndexed('project.owner_id', '$4')}`,
    [projectId, ...readerOf(null), bornAfter],
  );
  return project && { project, logs };
}
