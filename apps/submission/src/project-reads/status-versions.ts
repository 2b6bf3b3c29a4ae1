import type { DataSource } from 'typeorm';

/** Returns, for each project that exists, a text that changes whenever its status does. */
export async function readStatusVersions(dataSource: DataSource, projectIds: string[]): Promise<Map<string, string>> {
  const rows = await dataSource.query<{ id: string; look: string }[]>(
    `SELECT project.id, json_build_array(project.xmin, readme.xmin, shipment.xmin, parcel.id, owner.display_name, program.logs_required,
         review.id, review.status, review.stage, review.progress)::text AS look
     FROM projects project
     JOIN accounts owner ON owner.id = project.owner_id
     JOIN programs program ON program.id = project.program_id
     LEFT JOIN readmes readme ON readme.project_id = project.id
     LEFT JOIN shipments shipment ON shipment.project_id = project.id
     LEFT JOIN LATERAL (SELECT id FROM parcels WHERE parcels.project_id = project.id ORDER BY shipped_at DESC, id DESC LIMIT 1) parcel ON true
     LEFT JOIN LATERAL (
       SELECT id, status, stage, progress FROM reviews WHERE reviews.project_id = project.id ORDER BY requested_at DESC, id DESC LIMIT 1
     ) review ON true
     WHERE project.id = ANY ($1::uuid[])`,
    [projectIds],
  );
  return new Map(rows.map(({ id, look }) => [id, look]));
}
