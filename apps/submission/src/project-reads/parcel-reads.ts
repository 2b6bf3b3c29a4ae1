import type { EntityManager } from 'typeorm';

/** What is on its way. Both are null once the time has passed for which they are kept. */
export interface SentParcel {
  carrier: string | null;
  tracking: string | null;
}

/** The latest parcel of each project that is shipped. For the owner, and for those who send. */
export async function readSentParcels(
  manager: EntityManager,
  projectIds: readonly string[],
): Promise<Map<string, SentParcel>> {
  const rows = await manager.query<(SentParcel & { projectId: string })[]>(
    `SELECT DISTINCT ON (parcel.project_id) parcel.project_id AS "projectId", parcel.carrier, parcel.tracking
     FROM parcels parcel JOIN projects project ON project.id = parcel.project_id
     WHERE parcel.project_id = ANY ($1::uuid[]) AND project.state = 'shipped'
     ORDER BY parcel.project_id, parcel.shipped_at DESC, parcel.id DESC`,
    [projectIds],
  );
  return new Map(rows.map(({ projectId, carrier, tracking }) => [projectId, { carrier, tracking }]));
}
