import type { EntityManager } from 'typeorm';

/** Facts about projects and not about people. */
export interface ProgramExportRow {
  id: string;
  slug: string;
  name: string;
  state: string;
  project_status: string;
  visibility: string;
  hidden: boolean;
  log_count: number;
  created_at: Date;
  updated_at: Date;
  review_requested_at: Date | null;
  approved_at: Date | null;
  shipped_at: Date | null;
}

const PAGE = 1_000;

/** Each page is read when the one before was taken. */
export async function* readProgramExport(
  manager: EntityManager,
  programId: string,
): AsyncGenerator<ProgramExportRow[]> {
  let after: string | null = null;
  for (;;) {
    const page: ProgramExportRow[] = await manager.query<ProgramExportRow[]>(
      `SELECT project.id, slug, name, state, project_status, declared_visibility AS visibility,
         hidden_at IS NOT NULL OR guardian_hidden_at IS NOT NULL AS hidden, log_count, created_at, updated_at,
         (SELECT min(requested_at) FROM reviews WHERE reviews.project_id = project.id) AS review_requested_at,
         (SELECT max(at) FROM audit_entries WHERE audit_entries.project_id = project.id AND action = 'approve') AS approved_at, shipped_at
       FROM projects project WHERE program_id = $1 AND erasing_at IS NULL AND ($2::uuid IS NULL OR project.id > $2) ORDER BY project.id LIMIT $3`,
      [programId, after, PAGE],
    );
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (page.length < PAGE || !last) return;
    after = last.id;
  }
}
