import type { EntityManager } from 'typeorm';

export const CLAIM_MINUTES = 10;

/** Returns when the claim ends, or null while another reviewer holds one. Also renews a claim. */
export async function claimProject(manager: EntityManager, projectId: string, accountId: string): Promise<Date | null> {
  const [[claimed]] = await manager.query<[{ expiresAt: Date }[], number]>(
    `UPDATE projects SET claimed_by = $2, claimed_until = now() + make_interval(mins => $3)
     WHERE id = $1 AND (claimed_until IS NULL OR claimed_until <= now() OR claimed_by = $2)
     RETURNING claimed_until AS "expiresAt"`,
    [projectId, accountId, CLAIM_MINUTES],
  );
  return claimed?.expiresAt ?? null;
}

/** Returns false while another reviewer holds the claim. */
export async function endClaim(
  manager: EntityManager,
  projectId: string,
  by: { accountId: string; endsAll: boolean },
): Promise<boolean> {
  const [, freed] = await manager.query<[unknown[], number]>(
    `UPDATE projects SET claimed_by = NULL, claimed_until = NULL
     WHERE id = $1 AND ($3 OR claimed_until IS NULL OR claimed_until <= now() OR claimed_by = $2)`,
    [projectId, by.accountId, by.endsAll],
  );
  return freed > 0;
}
