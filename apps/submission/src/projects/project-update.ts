import { pickFields, PROJECT_FIELD_NAMES, type ProjectFields, type ProjectStatus } from '@shipyard/contracts';
import type { EntityManager } from 'typeorm';
import { projectErrors } from './projects.errors';

const COLUMNS = PROJECT_FIELD_NAMES.join(', ');

export interface NewProject {
  projectId: string;
  slug: string;
  programId: string;
  ownerId: string;
  fields: Partial<ProjectFields>;
}

/** Nobody but its owner sees it until its visibility is declared. */
export async function insertProject(manager: EntityManager, project: NewProject): Promise<void> {
  const { projectId, slug, programId, ownerId, fields } = project;
  await manager.query(
    `INSERT INTO projects (id, slug, program_id, owner_id, visibility, ${COLUMNS})
     SELECT $1, $2, $3, $4, 'private', ${COLUMNS} FROM jsonb_populate_record(NULL::projects, $5)`,
    [projectId, slug, programId, ownerId, fields],
  );
}

export interface ProjectChange {
  /** An absent field does not change. */
  fields: Partial<ProjectFields>;
  /**
   * Absent: the header image stays. The image of a README does not replace one that was set, unless there is a new one:
   * a README without images keeps it.
   */
  header?: { source: 'set' | 'readme'; assetId: string | null };
  projectStatus?: ProjectStatus;
  logs?: { count: number; lastSequence: number };
}

const TAKES_HEADER = `($3 = 'set' OR $3 = 'readme' AND ($4::uuid IS NOT NULL OR header_source IS DISTINCT FROM 'set'))`;

const CHANGES_PROPERTIES = `(project_status <> coalesce($5, project_status)
  OR (SELECT ROW(${COLUMNS}) FROM jsonb_populate_record(project, $2)) IS DISTINCT FROM ROW(${PROJECT_FIELD_NAMES.map((field) => `project.${field}`).join(', ')}))`;

/** The only statement that changes the fields of a project. Writes nothing if nothing is to change. */
export async function updateProject(manager: EntityManager, projectId: string, change: ProjectChange): Promise<void> {
  const { header, projectStatus, logs } = change;
  const fields = pickFields(change.fields, PROJECT_FIELD_NAMES);
  if (Object.keys(fields).length === 0 && !header && projectStatus === undefined && !logs) return;
  await manager.query(
    `UPDATE projects project SET
       (${COLUMNS}) = (SELECT ${COLUMNS} FROM jsonb_populate_record(project, $2)),
       header_asset_id = CASE WHEN ${TAKES_HEADER} THEN $4::uuid ELSE header_asset_id END,
       header_source = CASE WHEN ${TAKES_HEADER} THEN CASE WHEN $4::uuid IS NOT NULL THEN $3 END ELSE header_source END,
       project_status = coalesce($5, project_status), log_count = coalesce($6, log_count),
       last_sequence = coalesce($7, last_sequence), updated_at = now(),
       properties_updated_at = CASE WHEN ${CHANGES_PROPERTIES} THEN greatest(now(), project.properties_updated_at + interval '1 millisecond') ELSE project.properties_updated_at END
     WHERE id = $1`,
    [
      projectId,
      fields,
      header?.source ?? null,
      header?.assetId ?? null,
      projectStatus ?? null,
      logs?.count ?? null,
      logs?.lastSequence ?? null,
    ],
  );
}

/** Call it while the project is locked. */
export async function assertPropertiesNotNewer(manager: EntityManager, projectId: string, base: Date): Promise<void> {
  const [newer] = await manager.query<{ updatedAt: Date }[]>(
    'SELECT properties_updated_at AS "updatedAt" FROM projects WHERE id = $1 AND properties_updated_at > $2::timestamptz',
    [projectId, base],
  );
  if (newer) throw projectErrors.PROPERTIES_CHANGED({ details: { updated_at: newer.updatedAt } });
}

/** Call it while the project is locked. */
export async function countLog(
  manager: EntityManager,
  projectId: string,
): Promise<{ sequence: number; isPrivate: boolean }> {
  const [[counted]] = await manager.query<[[{ sequence: number; isPrivate: boolean }]]>(
    `UPDATE projects SET last_sequence = last_sequence + 1, log_count = log_count + 1, updated_at = now()
     WHERE id = $1 RETURNING last_sequence::integer AS sequence, visibility = 'private' AS "isPrivate"`,
    [projectId],
  );
  return counted;
}
