import type { ProjectState } from '@shipyard/contracts';
import type { EntityManager } from 'typeorm';

export interface ProjectClaim {
  ownerId: string;
  /** The handle of the reviewer who holds the project now. Null if nobody does. */
  by: string | null;
  expiresAt: Date | null;
}

/** Who holds the project. */
export async function readClaim(manager: EntityManager, projectId: string): Promise<ProjectClaim> {
  const [claim] = await manager.query<ProjectClaim[]>(
    `SELECT project.owner_id AS "ownerId", claimer.handle AS by, CASE WHEN claimer.id IS NOT NULL THEN project.claimed_until END AS "expiresAt"
     FROM projects project
     LEFT JOIN accounts claimer ON claimer.id = project.claimed_by AND project.claimed_until > now()
     WHERE project.id = $1`,
    [projectId],
  );
  if (!claim) throw new Error(`Project ${projectId} is gone`);
  return claim;
}

export interface ListedClaim {
  slug: string;
  state: ProjectState;
  ownerHandle: string;
  by: string | null;
  expiresAt: Date | null;
}

/** Who holds each of these projects. */
export function readClaims(manager: EntityManager, slugs: readonly string[]): Promise<ListedClaim[]> {
  return manager.query<ListedClaim[]>(
    `SELECT project.slug, project.state, owner.handle AS "ownerHandle", claimer.handle AS by,
       CASE WHEN claimer.id IS NOT NULL THEN project.claimed_until END AS "expiresAt"
     FROM projects project
     JOIN accounts owner ON owner.id = project.owner_id
     LEFT JOIN accounts claimer ON claimer.id = project.claimed_by AND project.claimed_until > now()
     WHERE project.slug = ANY ($1::text[]) AND project.erasing_at IS NULL ORDER BY project.id`,
    [slugs],
  );
}
