import type { EntityManager } from 'typeorm';

/** More than anybody puts into a README. */
const LISTED_AT_MOST = 100;

export interface ChosenLog {
  sequence: number;
  title: string;
  /** The text, if the log is among the chosen ones. */
  contentMd: string | null;
  /** The names of its images, `<asset id>.<ext>`, in their order. */
  images: string[];
}

/** The newest logs of a project, with the texts of those that were chosen. Oldest first. */
export async function readChosenLogs(
  manager: EntityManager,
  projectId: string,
  sequences: readonly number[],
): Promise<ChosenLog[]> {
  const logs = await manager.query<ChosenLog[]>(
    `SELECT log.sequence::integer AS sequence, log.title, CASE WHEN log.sequence = ANY ($2::bigint[]) THEN log.content_md END AS "contentMd",
       ARRAY (SELECT asset.id || '.' || asset.extension FROM log_images image JOIN assets asset ON asset.id = image.asset_id
         WHERE image.log_id = log.id ORDER BY image.position) AS images
     FROM logs log WHERE log.project_id = $1 AND log.removed_at IS NULL
     ORDER BY log.sequence DESC LIMIT ${LISTED_AT_MOST}`,
    [projectId, sequences],
  );
  return logs.reverse();
}
