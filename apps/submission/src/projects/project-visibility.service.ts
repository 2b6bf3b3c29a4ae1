import { Injectable } from '@nestjs/common';
import { VISIBILITIES, type Visibility } from '@shipyard/contracts';
import type { EntityManager } from 'typeorm';
import { type Caller, GuardianAgreements, hasScope, scopeRefused } from '../accounts';

const PUBLISHING = 'projects:publish';

type Publisher = Pick<Caller, 'accountId' | 'scopes'>;

/** What the owner chooses about who sees the project. */
@Injectable()
export class ProjectVisibility {
  constructor(private readonly agreements: GuardianAgreements) {}

  /** What a new project gets whose owner does not say: private, if the caller may not publish. */
  async unsaid(manager: EntityManager, caller: Publisher): Promise<Visibility> {
    if (!hasScope(caller, PUBLISHING)) return 'private';
    return (await this.agreements.isMissing(manager, caller.accountId)) ? 'private' : 'public';
  }

  /**
   * Making a project more visible needs a scope of its own, and of a young owner the agreement of their guardian. A new
   * project begins private, so the first choice counts too. Call it while the project is locked, and nowhere without a
   * caller. A withdrawal of the agreement waits for the transaction, and then finds what it made visible.
   */
  async declare(
    manager: EntityManager,
    projectId: string,
    caller: Publisher,
    visibility: Visibility | undefined,
  ): Promise<void> {
    if (visibility === undefined) return;
    // In the order of the list, the most visible one comes first.
    const [[declared]] = await manager.query<[{ isRaised: boolean }[], number]>(
      `UPDATE projects SET declared_visibility = $2, updated_at = now()
       FROM (SELECT id, array_position($3::text[], declared_visibility) AS place FROM projects WHERE id = $1) before
       WHERE projects.id = before.id RETURNING coalesce(array_position($3::text[], $2) < before.place, false) AS "isRaised"`,
      [projectId, visibility, VISIBILITIES],
    );
    if (!declared?.isRaised) return;
    if (!hasScope(caller, PUBLISHING)) throw scopeRefused([PUBLISHING]);
    await this.agreements.assertAgreed(manager, caller.accountId);
  }
}
