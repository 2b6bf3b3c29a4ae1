import { Injectable } from '@nestjs/common';
import { type HttpError, keepAnswer } from '@shipyard/http';
import type { EntityManager } from 'typeorm';
import { type Caller, hasRole } from '../accounts/caller.view';
import { Project } from '../projects/project.entity';
import { projectErrors } from '../projects/projects.errors';
import { ProjectWrites } from '../projects/project-writes.service';
import { ProjectsService } from '../projects/projects.service';
import type { ClaimView, FreedClaimView } from './staff.view';

const CLAIM_MINUTES = 10;

/** A reviewer's claim on the decisions about a project. The moves that a claim reserves check it themselves. */
@Injectable()
export class ClaimsService {
  constructor(
    private readonly writes: ProjectWrites,
    private readonly projects: ProjectsService,
  ) {}

  /**
   * Claims the project or renews the caller's claim. Throws FORBIDDEN on the caller's own project, and STATE_CONFLICT
   * if another reviewer holds the claim.
   */
  async claim(caller: Caller, slug: string): Promise<{ claim: ClaimView }> {
    const { id: projectId, ownerId } = await this.projects.findForOwnerOrStaff(slug, caller);
    if (ownerId === caller.accountId) throw this.projects.ownProject();
    return this.writes.run(projectId, async (manager) => {
      const [[claimed]] = await manager.query<[{ expiresAt: Date }[], number]>(
        `UPDATE projects SET claimed_by = $2, claimed_until = now() + make_interval(mins => $3)
         WHERE id = $1 AND (claimed_until IS NULL OR claimed_until <= now() OR claimed_by = $2)
         RETURNING claimed_until AS "expiresAt"`,
        [projectId, caller.accountId, CLAIM_MINUTES],
      );
      if (!claimed) throw await this.refusal(manager, projectId, caller);
      return keepAnswer(manager, { claim: { by: caller.handle, expires_at: claimed.expiresAt } }, projectId);
    });
  }

  /** Ends the caller's claim, or anybody's for an admin. Succeeds if the claim has already ended. */
  async free(caller: Caller, slug: string): Promise<FreedClaimView> {
    const { id: projectId } = await this.projects.findForOwnerOrStaff(slug, caller);
    return this.writes.run(projectId, async (manager) => {
      const [, freed] = await manager.query<[unknown[], number]>(
        `UPDATE projects SET claimed_by = NULL, claimed_until = NULL
         WHERE id = $1 AND ($3 OR claimed_until IS NULL OR claimed_until <= now() OR claimed_by = $2)`,
        [projectId, caller.accountId, hasRole(caller, ['admin'])],
      );
      if (freed === 0) throw await this.refusal(manager, projectId, caller);
      return keepAnswer(manager, { claim: null }, projectId);
    });
  }

  private async refusal(manager: EntityManager, projectId: string, caller: Caller): Promise<HttpError> {
    const project = await manager.findOneBy(Project, { id: projectId });
    if (!project) return projectErrors.PROJECT_NOT_FOUND();
    return this.projects.claimedByAnother(project, caller);
  }
}
