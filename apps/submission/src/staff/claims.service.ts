import { Injectable } from '@nestjs/common';
import type { ResponseRecorder } from '@shipyard/http';
import { type Caller, hasRole } from '../accounts';
import { claimProject, endClaim, ProjectsService, ProjectWrites } from '../projects';
import type { ClaimView, FreedClaimView } from './staff.view';

/** A reviewer's claim on the decisions about a project. The moves that a claim reserves check it themselves. */
@Injectable()
export class ClaimsService {
  constructor(
    private readonly writes: ProjectWrites,
    private readonly projects: ProjectsService,
  ) {}

  /** Throws FORBIDDEN on the caller's own project, and STATE_CONFLICT for another reviewer's claim. */
  async claim(caller: Caller, recorder: ResponseRecorder, slug: string): Promise<{ claim: ClaimView }> {
    const { id: projectId, ownerId } = await this.projects.findForOwnerOrStaff(slug, caller);
    if (ownerId === caller.accountId) throw this.projects.ownProject();
    return this.writes.run(projectId, async (manager) => {
      const expiresAt = await claimProject(manager, projectId, caller.accountId);
      if (!expiresAt) throw await this.projects.claimRefusal(manager, projectId, caller);
      return recorder.record(manager, { claim: { by: caller.handle, expires_at: expiresAt } }, projectId);
    });
  }

  async free(caller: Caller, recorder: ResponseRecorder, slug: string): Promise<FreedClaimView> {
    const { id: projectId } = await this.projects.findForOwnerOrStaff(slug, caller);
    return this.writes.run(projectId, async (manager) => {
      const isFree = await endClaim(manager, projectId, {
        accountId: caller.accountId,
        endsAll: hasRole(caller, ['admin']),
      });
      if (!isFree) throw await this.projects.claimRefusal(manager, projectId, caller);
      return recorder.record(manager, { claim: null }, projectId);
    });
  }
}
