import type { DataSource, EntityManager } from 'typeorm';
import type { Log } from './log.entity';

export interface LogText {
  sequence: number;
  title: string;
  writtenAs: Log['writtenAs'];
  contentMd: string;
}

export interface LogImage {
  sequence: number;
  assetId: string;
  found: number;
}

export async function readSequences(
  dataSource: DataSource,
  projectId: string,
  lastOrder: string,
): Promise<Set<number>> {
  const rows = await dataSource.query<{ sequence: number }[]>(
    'SELECT sequence::float8 AS sequence FROM logs WHERE project_id = $1 AND append_order <= $2 AND removed_at IS NULL',
    [projectId, lastOrder],
  );
  return new Set(rows.map(({ sequence }) => sequence));
}

export function readLogTexts(
  dataSource: DataSource,
  projectId: string,
  lastOrder: string,
  page: { limit: number; offset: number },
): Promise<LogText[]> {
  return dataSource.query<LogText[]>(
    `SELECT sequence::float8 AS sequence, title, written_as AS "writtenAs", content_md AS "contentMd" FROM logs
     WHERE project_id = $1 AND append_order <= $2 AND removed_at IS NULL ORDER BY created_at DESC, sequence DESC LIMIT $3 OFFSET $4`,
    [projectId, lastOrder, page.limit, page.offset],
  );
}

export function readLogImages(
  dataSource: DataSource,
  projectId: string,
  lastOrder: string,
  limit: number,
): Promise<LogImage[]> {
  return dataSource.query<LogImage[]>(
    `SELECT log.sequence::integer AS sequence, image.asset_id AS "assetId", (count(*) OVER ())::integer AS found
     FROM logs log JOIN log_images image ON image.log_id = log.id
     WHERE log.project_id = $1 AND log.append_order <= $2
     ORDER BY log.created_at DESC, log.sequence DESC, image.position LIMIT $3`,
    [projectId, lastOrder, limit],
  );
}

export async function hasLog(manager: EntityManager, projectId: string, sequence: number): Promise<boolean> {
  const found = await manager.query<unknown[]>(
    'SELECT FROM logs WHERE project_id = $1 AND sequence = $2 AND removed_at IS NULL',
    [projectId, sequence],
  );
  return found.length > 0;
}

export async function readImageIds(manager: EntityManager, projectId: string, sequence: number): Promise<string[]> {
  const rows = await manager.query<{ assetId: string }[]>(
    `SELECT DISTINCT image.asset_id AS "assetId" FROM logs log JOIN log_images image ON image.log_id = log.id
     WHERE log.project_id = $1 AND log.sequence = $2`,
    [projectId, sequence],
  );
  return rows.map(({ assetId }) => assetId);
}
