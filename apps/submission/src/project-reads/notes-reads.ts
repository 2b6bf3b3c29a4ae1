import type { EntityManager } from 'typeorm';

export interface ProjectNotes {
  text: string;
  /** The handle of who changed it last. */
  by: string;
  updated_at: Date;
}

/** What staff noted about a project. */
export async function readNotes(manager: EntityManager, projectId: string): Promise<ProjectNotes | null> {
  const [notes] = await manager.query<ProjectNotes[]>(
    `SELECT notes.text, coalesce(nullif(account.handle, ''), 'staff') AS by, notes.updated_at
     FROM project_notes notes JOIN accounts account ON account.id = notes.updated_by WHERE notes.project_id = $1`,
    [projectId],
  );
  return notes ?? null;
}
